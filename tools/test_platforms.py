"""Build and run the C++ tests for other compilers, C and C++ libraries and CPUs.

    python tools/test_platforms.py [NAME ...]

Each platform is built in `build/platforms`. One whose tools are not installed is skipped, and the
command that installs them on Debian is printed. For macOS, whose programs do not run here, the core
is compiled and one test is linked. The exit code is 0 if at least one platform was tested and none
failed.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDS = ROOT / "build" / "platforms"
TOOLS = Path(sys.executable).parent  # cmake, ctest and ninja are installed next to Python


class NotInstalledError(Exception):
    """Something that a platform needs is not installed."""


@dataclass(frozen=True)
class Platform:
    """How to build the tests for a platform, and what runs them."""

    build: str  # a folder in BUILDS; platforms may share one
    compiler: Callable[[], tuple[str, ...]]  # a program and the arguments that it always gets
    flags: str = ""
    cmake: tuple[str, ...] = ()  # options; "{compiler}" stands for the program
    emulator: tuple[str, ...] = ()
    arguments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of tests, by name
    links_only: str = ""  # a test: it is built but not run, and no other is built
    install: str = field(kw_only=True)


@dataclass(frozen=True)
class Outcome:
    """What became of a platform."""

    passed: bool | None  # None: skipped
    text: str


def program(name: str) -> str:
    """Return the path of a program."""
    path = shutil.which(name)
    if path is None:
        raise NotInstalledError(f"{name} is not installed")
    return path


def newest_clang() -> tuple[str, ...]:
    """Return the clang++ with the highest version; Debian installs each under its number."""
    versions = [
        int(match[1])
        for folder in os.get_exec_path()
        for path in Path(folder).glob("clang++-*")
        if (match := re.fullmatch(r"clang\+\+-(\d+)", path.name))
    ]
    return (program(f"clang++-{max(versions)}" if versions else "clang++"),)


def clang_with_libcxx() -> tuple[str, ...]:
    """Return the same clang if it has libc++."""
    compiler = newest_clang()
    command = [*compiler, "-stdlib=libc++", "-x", "c++", "-E", "-"]
    result = subprocess.run(command, input=b"#include <vector>", capture_output=True, check=False)
    if result.returncode != 0:
        raise NotInstalledError(f"{Path(compiler[0]).name} has no libc++")
    return compiler


def zig() -> tuple[str, ...]:
    """Return zig's C++ compiler, a clang that comes with musl, libc++ and the headers of macOS."""
    package = importlib.util.find_spec("ziglang")
    if package is None or package.origin is None:
        raise NotInstalledError("the Python package ziglang is not installed")
    return str(Path(package.origin).with_name("zig")), "c++"


# CMake's precompiled headers are not in the format of zig.
WITH_ZIG = ("-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",)
INSTALL_ZIG = f"{os.path.relpath(sys.executable)} -m pip install ziglang"


def macos(architecture: str, target: str) -> Platform:
    """Return a Mac: programs are linked, and cannot be run here."""
    return Platform(
        f"macos-{architecture}",
        zig,
        f"-target {target}",
        (
            *("-DCMAKE_SYSTEM_NAME=Darwin", f"-DCMAKE_SYSTEM_PROCESSOR={architecture}"),
            # The archives of GNU ar cannot be linked for macOS.
            "-DCMAKE_CXX_ARCHIVE_CREATE={compiler} ar qc <TARGET> <LINK_FLAGS> <OBJECTS>",
            "-DCMAKE_CXX_ARCHIVE_FINISH=",
            *WITH_ZIG,
        ),
        links_only="test_recorded_digests",
        install=INSTALL_ZIG,
    )


PLATFORMS = {
    "clang": Platform("clang", newest_clang, install="apt-get install clang-19"),
    "libc++": Platform(
        "libc++",
        clang_with_libcxx,
        "-stdlib=libc++",
        install="apt-get install clang-19 libc++-19-dev libc++abi-19-dev",
    ),
    # The tests of "clang", on an x86-64 CPU of 2008. qemu shows the host's /proc/cpuinfo, so this
    # test is told what to find.
    "no-avx2": Platform(
        "clang",
        newest_clang,
        emulator=("qemu-x86_64", "-cpu", "Nehalem"),
        arguments={"test_cpu_features": ("--without-avx2",)},
        install="apt-get install clang-19 qemu-user",
    ),
    "aarch64": Platform(
        "aarch64",
        lambda: (program("aarch64-linux-gnu-g++"),),
        cmake=("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"),
        emulator=("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
        install="apt-get install g++-aarch64-linux-gnu qemu-user",
    ),
    # Static, so that the programs run on a system without musl.
    "musl": Platform(
        "musl", zig, "-target x86_64-linux-musl -static", WITH_ZIG, install=INSTALL_ZIG
    ),
    "macos-arm64": macos("arm64", "aarch64-macos.11.0"),
    "macos-x86_64": macos("x86_64", "x86_64-macos.11.0"),
}


def cpu_seconds() -> float:
    """Return the CPU time of all programs run so far: other work on the machine does not count."""
    times = os.times()
    return times.children_user + times.children_system


def run(*command: str | Path) -> None:
    """Run a build step; its output is shown only if it fails."""
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if result.returncode != 0:
        print(result.stdout[-8000:])
        raise subprocess.CalledProcessError(result.returncode, command)


built_before: set[Path] = set()


def build(platform: Platform) -> Path:
    """Build the C++ tests unless another platform has; return the folder."""
    folder = BUILDS / platform.build
    if folder in built_before:
        return folder
    compiler = platform.compiler()
    # Afresh: CMake forgets the options below if the compiler is another one than the last time.
    run(
        *(TOOLS / "cmake", "--fresh", "-S", ROOT, "-B", folder, "-G", "Ninja"),
        f"-DCMAKE_MAKE_PROGRAM={TOOLS / 'ninja'}",
        f"-DCMAKE_CXX_COMPILER={';'.join(compiler)}",
        f"-DCMAKE_CXX_FLAGS={platform.flags}",
        *("-DENTROSTREAM_TESTS=ON", "-DENTROSTREAM_BINDINGS=OFF"),
        *(option.replace("{compiler}", compiler[0]) for option in platform.cmake),
    )
    target = ("--target", platform.links_only) if platform.links_only else ()
    run(TOOLS / "cmake", "--build", folder, *target)
    built_before.add(folder)
    return folder


def tests_in(folder: Path) -> dict[str, list[str]]:
    """Return the command of each test; fuzz targets run as long as CMake says, a second."""
    listing = subprocess.run(
        [TOOLS / "ctest", "--test-dir", folder, "--show-only=json-v1"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return {test["name"]: test["command"] for test in json.loads(listing)["tests"]}


def failures(platform: Platform, tests: dict[str, list[str]]) -> list[str]:
    """Run the tests one after the other; return the names of those that fail."""
    failed = []
    for name, command in tests.items():
        started = cpu_seconds()
        result = subprocess.run(
            [*platform.emulator, *command, *platform.arguments.get(name, ())],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        seconds = cpu_seconds() - started
        if seconds > 30:
            print(f"  {name} took {seconds:.0f} s of CPU time", flush=True)
        if result.returncode != 0:
            print(f"  {name} failed with exit code {result.returncode}:\n{result.stdout}")
            failed.append(name)
    return failed


def test(name: str, platform: Platform) -> Outcome:
    """Build and test a platform."""
    if platform.emulator:
        program(platform.emulator[0])
    compiler, *arguments = platform.compiler()
    words = [Path(compiler).name, *arguments, platform.flags, *platform.emulator]
    print(f"\n== {name}: {' '.join(filter(None, words))}", flush=True)
    started = cpu_seconds()
    folder = build(platform)
    built = cpu_seconds()
    if platform.links_only:
        return Outcome(True, f"compiled and linked, not run: {built - started:.0f} s of CPU time")
    tests = tests_in(folder)
    failed = failures(platform, tests)
    ran = cpu_seconds()
    return Outcome(
        not failed,
        f"{len(tests) - len(failed)} of {len(tests)} tests passed: "
        f"{built - started:.0f} s of CPU time to build, {ran - built:.0f} s to run",
    )


def outcome_of(name: str, platform: Platform) -> Outcome:
    """Build and test a platform if its tools are installed."""
    try:
        outcome = test(name, platform)
    except NotInstalledError as reason:
        print(f"\n== {name}")
        outcome = Outcome(None, f"skipped: {reason}; to install it: {platform.install}")
    except subprocess.CalledProcessError as error:
        outcome = Outcome(False, f"failed to build: {error}")
    print(f"  {outcome.text}", flush=True)
    return outcome


def main(names: list[str]) -> int:
    """Test the platforms named, by default all; say which ran, which failed and which did not."""
    if unknown := set(names) - PLATFORMS.keys():
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(PLATFORMS)}")
    os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(BUILDS / "zig-cache"))
    outcomes = {name: outcome_of(name, PLATFORMS[name]) for name in names or PLATFORMS}
    print()
    for name, outcome in outcomes.items():
        print(f"{name}: {outcome.text}")
    passed = [outcome.passed for outcome in outcomes.values()]
    if not any(passed):
        print("no platform passed", file=sys.stderr)
    return 0 if any(passed) and False not in passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
