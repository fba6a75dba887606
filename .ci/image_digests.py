"""Pin the images of docker/ that come from a registry to the digests that their tags have now: `make images`.

    python .ci/image_digests.py            # write NAME:TAG@sha256:… into docker/*Dockerfile and docker/compose.yaml
    python .ci/image_digests.py --check    # exit 1 and name the images that have no digest

A tag may be moved by whoever owns it; a digest cannot. The digests are asked through `docker buildx imagetools`, which needs no daemon but
a network in which the registry can be reached. Without it nothing is changed, and the message names the images. Where an image is a list of
platforms, the digest is the list's.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docker"
_IMAGE = re.compile(r"(?m)^((?:FROM|[ \t]+image:)[ \t]+)([a-z0-9./_-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?(?=\s|$)")
"""An image with a tag: those that are built here have none."""
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


def files() -> list[Path]:
    """The files that name images."""
    return [*sorted(FOLDER.glob("*Dockerfile")), FOLDER / "compose.yaml"]


def images(text: str) -> Iterator[tuple[str, str]]:
    """The images that a file takes from a registry: name with tag, and digest or "".

    >>> list(images("FROM python:3.12-slim AS one\\nFROM one\\n"))
    [('python:3.12-slim', '')]
    """
    for found in _IMAGE.finditer(text):
        yield found[2], (found[3] or "")[1:]


def pinned(text: str, digest_of: Callable[[str], str]) -> str:
    """A file with each image's digest behind its tag.

    >>> pinned("    image: redis:7\\n", lambda image: "sha256:" + "0" * 64)[:34]
    '    image: redis:7@sha256:00000000'
    """
    return _IMAGE.sub(lambda found: f"{found[1]}{found[2]}@{digest_of(found[2])}", text)


def registry_digest(image: str) -> str:
    """The digest that a tag has now.

    Raises
    ------
    LookupError
        If the registry does not tell it.
    """
    command = ["docker", "buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise LookupError(f"{image}: {error}") from error
    if done.returncode or not _DIGEST.fullmatch(done.stdout.strip()):
        raise LookupError(f"{image}: {(done.stderr or done.stdout).strip().partition(chr(10))[0]}")
    return done.stdout.strip()


def main(arguments: list[str]) -> int:
    texts = {path: path.read_text("utf-8") for path in files()}
    named = sorted({image for text in texts.values() for image in images(text)})
    without = [image for image, digest in named if not digest]
    if "--check" in arguments:
        print("\n".join(f"{image} has no digest: `make images` writes it" for image in without) or "every image has its digest")
        return int(bool(without))
    try:
        digests = {image: registry_digest(image) for image, _ in named}
    except LookupError as error:
        print(f"nothing is changed, {len(without)} of {len(named)} images have no digest. The registry does not tell the digest of {error}")
        return 1
    for path, text in texts.items():
        path.write_text(pinned(text, digests.__getitem__), "utf-8")
    print("\n".join(f"{image}@{digest}" for image, digest in digests.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
