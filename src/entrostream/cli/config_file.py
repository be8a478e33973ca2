"""Options from a TOML file: what grows too long for a command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, TypeVar

import click

__all__ = ["config_option"]

Function = TypeVar("Function", bound=Callable[..., Any])
HIDDEN = ("config", "check")


def config_option(function: Function) -> Function:
    """Add a file with options; those of the command line come first."""
    return click.option(
        "--config",
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=take_defaults,
        help='Read options from a TOML file, by their long names: window = "1h", '
        'field = ["src", "dport"]. Options of the command line come first.',
    )(function)


def take_defaults(context: click.Context, parameter: click.Parameter, path: str | None) -> None:
    """Use the values of a file where the command line gives none."""
    if path is None:
        return
    values = read_toml(path)
    names = option_names(context.command)
    defaults = {}
    for key, value in values.items():
        if key not in names:
            raise click.UsageError(f"{path}: {unknown(key, sorted(names))}")
        defaults[names[key].name] = as_given(path, key, names[key], value)
    context.default_map = {**(context.default_map or {}), **defaults}


def read_toml(path: str) -> dict[str, Any]:
    """Return the content of a TOML file."""
    if sys.version_info < (3, 11):
        raise click.UsageError("--config needs Python 3.11 or later")
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise click.UsageError(f"cannot read {path}: {(error.strerror or '').lower()}") from None
    except tomllib.TOMLDecodeError as error:
        raise click.UsageError(f"{path} is no TOML: {error}") from None


def option_names(command: click.Command) -> dict[str, click.Parameter]:
    """Return the parameters that a file may set, by their long names without dashes."""
    names: dict[str, click.Parameter] = {}
    for parameter in command.params:
        if parameter.name in HIDDEN:
            continue
        if isinstance(parameter, click.Argument):
            names["files"] = parameter
        for option in parameter.opts if isinstance(parameter, click.Option) else ():
            if option.startswith("--"):
                names[option.removeprefix("--")] = parameter
    return names


def unknown(key: str, names: list[str]) -> str:
    """Return what is wrong with a name."""
    close = get_close_matches(key.replace("_", "-"), names, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}"
    return f"there is no option {key!r}; {hint}"


def as_given(path: str, key: str, parameter: click.Parameter, value: Any) -> Any:
    """Return a value as the command line would give it."""
    several = parameter.multiple if isinstance(parameter, click.Option) else parameter.nargs == -1
    values = value if isinstance(value, list) and several else [value]
    for each in values:
        if not isinstance(each, str | int | float | bool):
            what = "a list of values" if several else "one value"
            raise click.UsageError(f"{path}: {key!r} takes {what}, got {value!r}")
    if several:
        return [str(each) for each in values]
    is_flag = isinstance(parameter, click.Option) and parameter.is_flag
    if is_flag != isinstance(value, bool):
        wanted = "true or false" if is_flag else "a text or a number"
        raise click.UsageError(f"{path}: {key!r} is {wanted}, got {value!r}")
    return value if is_flag else str(value)
