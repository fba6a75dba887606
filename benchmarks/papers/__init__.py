"""The experiments of the five papers on labelled sites: one command for each method, the paper's figures beside those measured here.

    python -m benchmarks.papers.METHOD [--sites SITE...] [--jobs 2]

METHOD is `lamis`, `infodiscoverer`, `wisdom`, `cst`, `alignment` or `sew`. The default sites are those beside the checkout, or the
demo's. Figures of several sites are means, with hard sites after a slash; docs/results/papers.md says why they differ from the papers'.
"""
