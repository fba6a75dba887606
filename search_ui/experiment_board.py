"""ExperimentBoard: background runs of experiments started on the website, and a cache of reports."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Lock, Thread

from indexer.errors import WinnowError
from indexer.evaluate.experiment import Experiment, Findings, Run, complete_runs, findings, load, load_run
from indexer.store.experiments import ExperimentLog
from search_ui.background import Background

_MOST_REPORTS = 8
"""Reports in the cache: one of 500 queries on seven systems takes about a second and some megabytes."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a run started here: completed queries, whether it is running, and why it failed ("" if it did not)."""

    done: int = 0
    running: bool = False
    failure: str = ""


class ExperimentBoard:
    """Runs and reports, shared by the website's threads. Each experiment has at most one run in the background."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._background = Background()
        self._progress: dict[str, Progress] = {}
        self._reports: OrderedDict[tuple[str, int], tuple[Run, Findings]] = OrderedDict()
        self._definitions: dict[str, Experiment] = {}

    def progress(self, name: str) -> Progress:
        """Return the progress of the run started here last."""
        return self._progress.get(name, Progress())

    def begin(self, run: Callable[[], Iterator[int]], experiment: Experiment) -> None:
        """Run an experiment unless it is running; `run` yields the number of completed queries after each."""
        with self._lock:
            if self.progress(experiment.name).running:
                return
            self._progress[experiment.name] = Progress(running=True)
        Thread(target=self._run, args=(run, experiment), name=f"experiment {experiment.name}", daemon=True).start()

    def report(self, log: ExperimentLog, name: str, number: int | None) -> tuple[Run, Findings]:
        """Return a complete run, by default the last, and its findings; they are cached because a run never changes.

        Raises
        ------
        UsageError
            If there is no such experiment.
        NothingToDoError
            If there is no such run.
        """
        experiment = self._definition(log, name)
        complete = complete_runs(log, experiment)
        wanted = number or (complete[-1] if complete else 0)
        with self._lock:
            if found := self._reports.get((name, wanted)):
                self._reports.move_to_end((name, wanted))
                return found
        done = load_run(log, experiment, number)
        made = (done, findings(experiment, done))
        with self._lock:
            self._reports[name, done.number] = made
            while len(self._reports) > _MOST_REPORTS:
                self._reports.popitem(last=False)
        return made

    def report_soon(self, log: ExperimentLog, name: str) -> tuple[Run, Findings] | None:
        """Return the last complete run and its findings, or None while they are being computed.

        Raises
        ------
        UsageError, NothingToDoError
            As `report`.
        """
        complete = complete_runs(log, self._definition(log, name))
        if not complete:
            return self.report(log, name, None)
        wanted = name, complete[-1]
        if wanted not in self._reports:
            self._background.wait_for(wanted, lambda: self.report(log, *wanted))
        return self._reports.get(wanted)

    def _definition(self, log: ExperimentLog, name: str) -> Experiment:
        """Return a definition, read once because it never changes."""
        found = self._definitions.get(name)
        if found is None:
            self._definitions[name] = found = load(log, name)
            while len(self._definitions) > _MOST_REPORTS:
                self._definitions.pop(next(iter(self._definitions)))
        return found

    def _run(self, run: Callable[[], Iterator[int]], experiment: Experiment) -> None:
        try:
            for done in run():
                self._progress[experiment.name] = Progress(done, running=True)
        except WinnowError as error:
            self._progress[experiment.name] = Progress(self.progress(experiment.name).done, failure=str(error))
        else:
            self._progress[experiment.name] = Progress(len(experiment.queries))
