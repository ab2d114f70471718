"""The catalogs that ship with the package, by name: `sample:demo`, `sample:fleet/github`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import ExternalError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PREFIX: Final = "sample:"
"""What a catalog argument starts with when it names a sample."""

_CONTENTS: Final[dict[str, tuple[str, ...]]] = {
    "cloudflare": ("cloudflare.json.gz",),
    "demo": ("cloudflare.json.gz", "everyday/*.json"),
    "everyday": ("everyday/*.json",),
    "fleet": ("fleet/*.json",),
    "plugins": ("plugins/*.json",),
    "reworded": ("everyday/[!m]*.json", "reworded/memory.json"),
}

SAMPLES: Final[tuple[str, ...]] = tuple(_CONTENTS)
"""Every sample's name, in alphabetical order."""


def samples_folder() -> Path:
    """Return the folder of the samples, in an installation or in a checkout.

    Raises:
        ExternalError: The package was installed without them.
    """
    installed = DIRECTORY / "samples"
    checkout = DIRECTORY.parents[1] / "sample_catalogs"
    for folder in (installed, checkout):
        if folder.is_dir():
            return folder
    raise ExternalError(
        f"the sample catalogs are missing: neither {installed} nor {checkout} is a folder",
        hint="reinstall toolsearch-cli from its wheel, or name a catalog of your own with -c",
    )


def sample_files(name: str) -> tuple[tuple[str, Path], ...]:
    """Return the files of a sample, or one file of it, in alphabetical order.

    Args:
        name: What follows `sample:`: a sample (`demo`) or one file of it, with or without
            its ending (`fleet/github`, `fleet/github.json`).

    Returns:
        Pairs of the name to display (`sample:everyday/git.json`) and the path to read.

    Raises:
        UsageError: There is no such sample, or no such file in it.
        ExternalError: The package was installed without samples.
    """
    sample, slash, file = name.partition("/")
    if sample not in _CONTENTS:
        raise _unknown(name, f"there is no sample {name!r}", SAMPLES)
    folder = samples_folder()
    paths = {path for pattern in _CONTENTS[sample] for path in folder.glob(pattern)}
    if slash:
        stems = {_stem(path): path for path in paths}
        chosen = {path for stem, path in stems.items() if file in (stem, path.name)}
        if not chosen:
            choices = [f"{sample}/{stem}" for stem in stems]
            raise _unknown(name, f"sample {sample!r} has no file {file!r}", choices)
        paths = chosen
    named = ((PREFIX + path.relative_to(folder).as_posix(), path) for path in paths)
    return tuple(sorted(named))


def sample_queries(name: str) -> Path:
    """Return the labelled queries that ship for a sample; `name` is what follows `sample:`.

    Raises:
        UsageError: None ship for it.
        ExternalError: The package was installed without samples.
    """
    path = samples_folder() / "queries" / f"{name}.jsonl"
    known = {one.stem: one for one in path.parent.glob("*.jsonl")}
    if name not in known:
        raise _unknown(name, f"no queries ship for sample {name!r}", known)
    return known[name]


def _stem(path: Path) -> str:
    return path.name.partition(".")[0]


def _unknown(name: str, message: str, choices: Iterable[str]) -> UsageError:
    hint = nearest(name, sorted(choices), "samples", before=PREFIX, most=3)
    return UsageError(message, hint=hint)
