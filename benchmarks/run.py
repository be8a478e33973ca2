"""Runs the benchmarks in an environment of their own: `python benchmarks/run.py [names] [--quick]`.

`--redraw` measures nothing: it writes the pictures and the numbers of the docs again from the
results that are there, with the Python that runs this file. It needs matplotlib.

The first run makes benchmarks/.venv with the peers of requirements.txt and a normal build of this
repository; later runs build again only if a source file has changed. Needs a C++ compiler, pip
and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts" if os.name == "nt" else "bin") / "python"
SOURCES = ("CMakeLists.txt", "pyproject.toml", "core", "bindings", "src")
SOURCE_ENDINGS = {".txt", ".toml", ".hpp", ".cpp", ".py"}


def main() -> int:
    if "--redraw" in sys.argv[1:]:
        return redraw([name for name in sys.argv[1:] if name != "--redraw"])
    prepare()
    command = [PYTHON, "-m", "benchmarks.harness.main", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, env=quiet_environment(), check=False).returncode


def redraw(names: list[str]) -> int:
    for module, given in (("benchmarks.pictures.draw", names), ("benchmarks.harness.pages", [])):
        command = [sys.executable, "-m", module, *given]
        subprocess.run(command, cwd=ROOT, check=True)
    return 0


def prepare() -> None:
    if not PYTHON.exists():
        say("making benchmarks/.venv")
        make_environment(VENV)
    once("peers", digest([HERE / "requirements.txt"]), "-r", HERE / "requirements.txt")
    once("entrostream", digest(source_files()), "--force-reinstall", "--no-deps", ROOT)


def make_environment(folder: Path) -> None:
    """Make it anew; where Python comes without ensurepip (Debian), pip puts itself in."""
    try:
        venv.create(folder, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        venv.create(folder, with_pip=False, clear=True)
        pip = [sys.executable, "-m", "pip", "--python", folder, "install", "--quiet", "pip"]
        subprocess.run(pip, check=True)


def once(what: str, wanted: str, *arguments: str | Path) -> None:
    """Install unless what is there came from the same files."""
    stamp = VENV / f"{what}.digest"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"installing {what}")
    pip = [PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, *arguments], check=True, env=quiet_environment())
    stamp.write_text(wanted)


def source_files() -> list[Path]:
    tops = [ROOT / name for name in SOURCES]
    files = [file for top in tops for file in ([top] if top.is_file() else top.rglob("*"))]
    return sorted(file for file in files if file.suffix in SOURCE_ENDINGS)


def digest(files: list[Path]) -> str:
    whole = hashlib.sha256(sys.version.encode())
    for file in files:
        whole.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()


def quiet_environment() -> dict[str, str]:
    """Give everyone one thread, strings the same hash in every run, and the installed build."""
    threads = ("OMP", "OPENBLAS", "MKL", "NUMBA")
    fixed = {f"{name}_NUM_THREADS": "1" for name in threads} | {"PYTHONHASHSEED": "0"}
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return inherited | fixed


def say(what: str) -> None:
    print(f"benchmarks: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
