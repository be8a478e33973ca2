"""`entrostream compute`: its options and its manual."""

from __future__ import annotations

from typing import Any

import click

from entrostream.cli.options import field_option, files_argument, input_options, time_options

__all__ = ["command"]

MEASURES = "n,distinct,entropy,evenness,gini"


@click.command(
    "compute",
    short_help="Entropy and Gini index of fields, in total or over time.",
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
    help="Compute one result per value of this field; may be repeated.",
)
@click.option(
    "--window",
    metavar="N|SPAN|adaptive",
    help="Which events are counted: the last N, those of the last SPAN (90s, 10min, 1h, 1d), or "
    "those since the last change. By default all, or those of each interval of `--every SPAN`.",
)
@click.option(
    "--decay",
    metavar="N|SPAN",
    help="Exponential decay: the half-life of the weight of an event, N events or a SPAN.",
)
@click.option(
    "--every",
    metavar="N|SPAN",
    help="When values are written: after every N events (of a group), or once per SPAN, aligned "
    "to the clock (UTC). By default once per length of the window, or once at the end.",
)
@click.option(
    "--measures",
    default=MEASURES,
    show_default=True,
    metavar="NAMES",
    help="The measures to write, separated by commas; there are also nats, perplexity, renyi2 "
    "and inverse_simpson.",
)
@click.option(
    "--weight", metavar="FIELD", help="The field with the weight of each event, such as bytes."
)
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
    help="The format of the results. By default that of the name of --out; without --out a table "
    "on a terminal, otherwise CSV. A table is rounded, the others have all digits.",
)
@click.option(
    "--out", "out", metavar="FILE", help="Write the results to a file instead of standard output."
)
@click.option("--plot", metavar="FILE", help="Plot the results to a .png, .svg or .pdf file.")
@click.option(
    "--summary",
    is_flag=True,
    help="Print a table per field instead: measures, the most common labels and their shares, "
    "the most severe changes.",
)
@click.option(
    "--alarm",
    "alarms",
    multiple=True,
    metavar="RULE",
    help="Print a message when a rule begins to hold, such as 'src.entropy > 9' or "
    "'src.entropy < 2 for 30s'; may be repeated.",
)
@click.option("--fail-on-alarm", is_flag=True, help="Exit with 3 if there was an alarm.")
@click.option(
    "--save",
    metavar="FILE",
    help="Save the states of all summaries at the end; see the command state.",
)
@time_options()
@input_options
def command(**options: Any) -> int:
    """Compute the entropy and the Gini index of fields, of the whole input or over time.

    Reads files or standard input (-) and writes one line per field, group and point in time.
    Without --window and --every there is one line per field and group, for all events.

    Every value is exact: it has the same bits as in Python, whether a file is compressed, split
    into parts or piped. Labels of CSV, logs and plain lines are text; values of JSON, Parquet and
    Arrow keep their types.
    """
    from entrostream.cli.compute import compute

    return compute(**options)
