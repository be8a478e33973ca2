"""`entrostream watch`: its options and its manual."""

from __future__ import annotations

from typing import Any

import click

from entrostream.cli.options import field_option, files_argument, input_options, time_options

__all__ = ["command"]


@click.command(
    "watch",
    short_help="Fields live in the terminal: entropy, labels, changes, alarms.",
    epilog="""\b
Keys:
  q quit   ? help   arrows select a field   / filter labels and alarms   p pause

\b
Examples:
  entrostream watch /var/log/nginx/access.log -f host -f path --window 10min
  tail -F flows.csv | entrostream watch - -f src -f dport --alarm 'src.entropy > 9'
""",
)
@files_argument
@field_option
@click.option(
    "--window",
    default="10000",
    show_default=True,
    metavar="N|SPAN|adaptive",
    help="Which events are counted: the last N, those of the last SPAN (90s, 10min, 1h), or "
    "those since the last change.",
)
@click.option(
    "--alarm",
    "alarms",
    multiple=True,
    metavar="RULE",
    help="Show an alarm while a rule holds, such as 'src.entropy > 9' or "
    "'src.entropy < 2 for 30s'; may be repeated.",
)
@click.option(
    "--from-end",
    is_flag=True,
    help="Begin at the end of the file: show only what is written from now on.",
)
@click.option(
    "--min-shift",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    metavar="SHARE",
    help="Report only changes of more than this share of the events.",
)
@time_options()
@input_options
def command(**options: Any) -> int:
    """Watch fields live in the terminal: entropy, most common labels, changes and alarms.

    Follows a growing file through rotation and truncation, or reads standard input (-).
    """
    from entrostream.cli.watch.command import watch

    return watch(**options)
