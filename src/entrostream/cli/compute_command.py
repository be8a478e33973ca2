"""`entrostream compute`: its options and its manual."""

from __future__ import annotations

from typing import Any

import click

from entrostream.cli.options import field_option, files_argument, input_options, time_options

__all__ = ["command"]

MEASURES = "n,distinct,entropy,evenness,gini"


@click.command(
    "compute",
    epilog="""\b
Examples:
  One line for the whole file:
    entrostream compute flows.csv -f src
  The entropy of each ten minutes of a web-server log, and a picture of it:
    entrostream compute access.log.gz -f host --every 10min --plot hosts.png
  The last hour, every ten minutes, per host; late lines are sorted into place:
    entrostream compute flows.jsonl -f src/24 -g host --window 1h --every 10min \\
      --time-field at --lateness 30s
  Live, the last 1000 lines, a value every 100; a script stops at the first alarm:
    tail -F names.txt | entrostream compute - --window 1000 --every 100 \\
      --alarm 'line.entropy < 2' --fail-on-alarm
  Ten hosts, merged later by `entrostream state merge`:
    entrostream compute today.csv -f src --save web1.states
""",
)
@files_argument
@field_option
@click.option(
    "-g",
    "--group",
    "groups",
    multiple=True,
    metavar="FIELD",
    help="One result per value of this field; may be repeated.",
)
@click.option(
    "--window",
    metavar="N|SPAN|adaptive",
    help="Which events count: the last N, those of the last 10min (90s, 1h, 1d), or those since "
    "the last change. By default all, or those of each interval of --every SPAN.",
)
@click.option(
    "--decay",
    metavar="N|SPAN",
    help="Exponential decay: an event weighs half as much after N events or after a time.",
)
@click.option(
    "--every",
    metavar="N|SPAN",
    help="When a value is written: after every N events (of a group), or at every 10min of the "
    "clock (UTC). By default once per window, or once at the end.",
)
@click.option(
    "--measures",
    default=MEASURES,
    show_default=True,
    metavar="NAMES",
    help="What is written; also nats, perplexity, renyi2, inverse_simpson.",
)
@click.option("--weight", metavar="FIELD", help="A field with the weight of an event, as bytes.")
@click.option(
    "--max-labels",
    type=click.IntRange(min=1),
    metavar="N",
    help="Keep at most N labels per field; further ones are counted together as <other>.",
)
@click.option(
    "-o",
    "--output",
    "output",
    type=click.Choice(["csv", "jsonl", "parquet", "table"]),
    help="The format of the results; a table on a terminal, otherwise CSV.",
)
@click.option("--out", "out", metavar="FILE", help="Write the results to a file.")
@click.option("--plot", metavar="FILE", help="Draw the results into a .png or .svg file.")
@click.option(
    "--summary",
    is_flag=True,
    help="A table per field instead: measures, most common labels, changes by severity.",
)
@click.option(
    "--alarm",
    "alarms",
    multiple=True,
    metavar="RULE",
    help="'src.entropy > 9' or 'src.entropy < 2 for 30s': say so when it begins to hold.",
)
@click.option("--fail-on-alarm", is_flag=True, help="Exit with 3 if there was an alarm.")
@click.option("--save", metavar="FILE", help="Save the states of all summaries at the end.")
@time_options
@input_options
def command(**options: Any) -> int:
    """Compute entropy and Gini index of fields, for all of the input or over time.

    A filter: reads files or standard input (-), writes one line per field, group and point in
    time. Without --window and --every there is one line per field and group, for all events.

    Every value is exact: the same bits as `entrostream` computes in Python, whether a file is
    compressed, cut in parts or piped. CSV values are labels as text; JSON, Parquet and Arrow
    values keep their types.
    """
    from entrostream.cli.compute import compute

    return compute(**options)
