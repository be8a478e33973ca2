"""Runs clang-tidy over our own sources of the build folders named, two at a time.

Results are kept by the contents of all sources: an unchanged tree is not checked twice.
"""

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIDY = Path(sys.executable).parent / "clang-tidy"
GENERATED = {"log_tables.cpp"}
FOLDERS = ("core", "bindings")


def sources(build: Path) -> list[Path]:
    """Give the files of ours that the build compiles."""
    commands = json.loads((build / "compile_commands.json").read_text())
    files = {Path(command["file"]) for command in commands}
    ours = {file for file in files if any(file.is_relative_to(ROOT / f) for f in FOLDERS)}
    return sorted(file for file in ours if file.name not in GENERATED)


def tree_digest() -> str:
    """Hash all that a finding could depend on."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.?pp")):
            digest.update(file.read_bytes())
    digest.update((ROOT / ".clang-tidy").read_bytes())
    return digest.hexdigest()


def check(job: tuple[Path, Path]) -> tuple[Path, str]:
    """Give the findings in one file, empty if there are none."""
    build, file = job
    result = subprocess.run(
        [TIDY, "-p", build, "--quiet", file], capture_output=True, text=True, check=False
    )
    return file, "" if result.returncode == 0 else result.stdout + result.stderr


def main() -> int:
    """Check every file once; print what was found."""
    builds = [Path(name) for name in sys.argv[1:]]
    stamp = ROOT / "build" / "clang-tidy.clean"
    if stamp.exists() and stamp.read_text() == tree_digest():
        print("clang-tidy: nothing changed since the last clean run")
        return 0
    jobs = {file: (build, file) for build in builds for file in sources(build)}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [(file, text) for file, text in pool.map(check, jobs.values()) if text]
    for file, text in findings:
        print(f"{file.relative_to(ROOT)}:\n{text}")
    print(f"clang-tidy: {len(jobs)} files, {len(findings)} with findings")
    if not findings:
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(tree_digest())
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
