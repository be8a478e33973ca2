"""`entrostream drift`: its options and its manual."""

from __future__ import annotations

from typing import Any

import click

from entrostream.cli.options import field_option, files_argument, input_options, time_options

__all__ = ["command"]


@click.command(
    "drift",
    short_help="Concept drift: when a field changed, how much, and which labels.",
    epilog="""\b
Examples:
  entrostream drift flows.csv -f src
  entrostream drift honeypot.csv.gz -f src_id --time-field datetime --sort severity
  entrostream drift access.log -f path --season 1d --min-shift 0.1 -o jsonl
  entrostream drift today.csv -f dport --fail-on-change || page-someone
""",
)
@files_argument
@field_option
@click.option(
    "--min-shift",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    metavar="SHARE",
    help="Report only changes of more than this share of the events (total variation distance).",
)
@click.option(
    "--season",
    metavar="SPAN",
    help="The period of a rhythm that is not a change, such as 1d: events are compared with the "
    "same time of earlier days.",
)
@click.option(
    "--recurring",
    type=click.Choice(["skip", "report"]),
    default="skip",
    show_default=True,
    help="After 100,000 events: whether to skip changes that recur and are no more severe than "
    "usual.",
)
@click.option(
    "-o",
    "--output",
    type=click.Choice(["text", "jsonl", "csv"]),
    default="text",
    show_default=True,
    help="The format of the changes, one per line.",
)
@click.option(
    "--sort",
    type=click.Choice(["time", "severity"]),
    default="time",
    show_default=True,
    help="The order of the changes; by severity, the most severe first, once all input is read.",
)
@click.option("--fail-on-change", is_flag=True, help="Exit with 3 if there was a change.")
@time_options()
@input_options
def command(**options: Any) -> int:
    """Detect concept drift: where the distribution of a field changed, how much, which labels.

    An adaptive window compares recent events with those since the last change. It learns how much
    the stream usually varies (sessions, bursts) and reports changes that exceed it. Severity is
    the Jensen-Shannon divergence between the events before and after in bits, from 0 to 1.
    """
    from entrostream.cli.drift import drift

    return drift(**options)
