"""Fuzz one format with atheris: `python -m tests.fuzz.nightly FORMAT SECONDS FOLDER`.

FOLDER keeps the inputs that reached something new, and what failed as `crash-*`: that becomes a
test beside those of its format. `.ci/nightly` runs this for every format.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

LONGEST: Final = 16_384
"""Bytes of an input."""
LATE: Final = ("archives", "yaml_text")
"""What is imported only when it is needed, and is to be watched too."""


def main() -> None:
    """Fuzz until the time is up; libFuzzer leaves the process with 77 when it finds something."""
    form, seconds, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["toolsearch_cli.catalog", "zipfile"]):
        examples: Any = import_module("tests.fuzz.mutations")
        for late in LATE:
            import_module(f"toolsearch_cli.catalog.{late}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in examples.EXAMPLES.items():
        (folder / name).write_text(text, encoding="utf-8")
    words = folder.with_suffix(".dict")
    words.write_text("".join(f"{json.dumps(key)}\n" for key in examples.KEYS), encoding="utf-8")

    def once(data: bytes) -> None:
        examples.read(data, form)
        examples.read(examples.bundle(data) if form == "bundle" else data)

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        try:
            value = [json.loads(data)] if random.random() < 0.7 else []
        except (ValueError, RecursionError):
            value = []
        if not value:
            found: bytes = atheris.Mutate(data, most)
            return found
        for _ in range(random.randint(1, 4)):
            change(examples, value, random)
        return json.dumps(value[0] if value else None).encode()[:most]

    libfuzzer = [
        *(f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=3000"),
        *(f"-artifact_prefix={folder}/", f"-dict={words}", "-print_final_stats=1", str(folder)),
    ]
    atheris.Setup([sys.argv[0], *libfuzzer], once, custom_mutator=mutated)
    atheris.Fuzz()


def change(examples: Any, document: list[Any], random: Random) -> None:
    """Change one value of a document in place."""
    spots = list(examples.places(document))
    if not spots:
        return
    holder, key = random.choice(spots)
    other, its_key = random.choice(spots)
    copies = [json.dumps(other[its_key]), json.dumps(random.choice(examples.ODD_VALUES))]
    new = json.loads(random.choice(copies))
    if random.random() < 0.2:
        del holder[key]
    elif isinstance(holder, dict) and random.random() < 0.4:
        holder[random.choice(examples.KEYS)] = new
    else:
        holder[key] = new


if __name__ == "__main__":
    main()
