"""Finds wording that the field would put differently, in docs, code and messages.

    python tools/check_words.py [FILE ...]

Prints file, line, what was found and what to write instead; the exit code is 1 if there is any.
Without files it reads everything that git tracks. Each rule is a word that readers of the first
version stumbled over, or that users would not search for.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENDINGS = {".md", ".py", ".pyi", ".hpp", ".cpp", ".ipynb", ".toml", ".yml", ".cff"}

# pattern (of whole words, case ignored): what to write instead
RULES = {
    r"beside": "compared with, next to, in addition to",
    r"fore(see|sees|seen|tell|tells|told)": "predict",
    r"(certified|split) looks?": "split attempt",
    r"looks? (at|for) (a )?splits?": "attempts a split",
    r"(resting|sleeping) (leaf|leaves)|(leaf|leaves) (rests?|wakes?( up)?)": "inactive",
    r"of little promise": "least promising",
    r"windows? that adapts?": "adaptive window",
    r"percent right|right more often": "accuracy, more accurate",
    r"(count|weigh) for less and less|lose their say": "exponential decay, down-weighted",
    r"(nanoseconds|ns|bytes|values?|arrays?|calls?|figures?|bits|cost) an? "
    r"(event|row|measure|field|label|group|round|second|call|stream)": "per",
    r"(rows?|events?) a (second|label|group|stream|call)": "per",
    r"in the mean": "on average, amortised",
    r"wanders?|wavers?": "accumulates rounding error, fluctuates",
    r"(columns?|lists?|labels?|numbers|integers|dictionaries) (of|and|or|are|as) texts": "strings",
    r"misses the argument": "missing required argument",
    r"(asked|hoped) for": "target, limit, requested",
    r"the (prototype|study)": "nothing: a reader does not know it",
    r"so many": "this number of, n",
}
PATTERNS = {
    re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE): instead for pattern, instead in RULES.items()
}
# All rules at once: a text without a match, as most are, needs no second look.
ANY_RULE = re.compile(rf"\b(?:{'|'.join(RULES)})\b", re.IGNORECASE)

# Where a word is right: a quotation, or the table of this file.
EXCEPTIONS = {
    "tools/check_words.py": "the rules themselves",
    "tests/test_words.py": "tests of the rules",
}


@dataclass(frozen=True)
class Finding:
    """A place whose wording is to be changed."""

    path: str
    line: int
    words: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words!r}; write: {self.instead}"


def findings(path: str, text: str) -> Iterator[Finding]:
    """Yield what the rules find in a text."""
    if not ANY_RULE.search(text):
        return
    for number, line in enumerate(text.splitlines(), start=1):
        for pattern, instead in PATTERNS.items():
            for match in pattern.finditer(line):
                yield Finding(path, number, match.group(), instead)


def tracked_files() -> list[str]:
    """Return the files of the repository that hold prose or code, without exceptions."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [path for path in listed if Path(path).suffix in ENDINGS and path not in EXCEPTIONS]


def check(paths: Iterable[str]) -> list[Finding]:
    """Return the findings in files, named from the root of the repository."""
    return [
        finding for path in paths for finding in findings(path, (ROOT / path).read_text("utf-8"))
    ]


def main() -> int:
    """Print what is found in the files given, or in all."""
    found = check(sys.argv[1:] or tracked_files())
    print("\n".join(map(str, found)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
