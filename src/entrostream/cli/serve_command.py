"""`entrostream serve`: its options and its manual."""

from __future__ import annotations

from typing import Any

import click

from entrostream.cli.config_file import config_option
from entrostream.cli.options import (
    Size,
    field_option,
    files_argument,
    input_options,
    time_options,
)

__all__ = ["command"]


@click.command(
    "serve",
    short_help="Fields live in a browser: entropy, history, alarms; keeps its state.",
    epilog="""\b
Examples:
  entrostream serve --demo
  entrostream serve /var/log/nginx/access.log -f host -f path --db state.sqlite
  entrostream serve flows.csv -f src -f dport --time-field time --alarm 'src.entropy > 9 for 30s'
  curl -H 'Content-Type: text/csv' --data-binary @flows.csv http://127.0.0.1:8790/ingest
""",
)
@files_argument
@field_option
@config_option
@click.option("--check", is_flag=True, help="Check the configuration, say what is wrong, and exit.")
@click.option(
    "--demo", is_flag=True, help="Show a sample stream, with a flood and a port scan in it."
)
@click.option(
    "--listen",
    default="127.0.0.1:8790",
    show_default=True,
    metavar="HOST:PORT",
    help="The address of the page. Any other than this machine's own needs --token-file.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    help="A file with the token that requests have to carry: Authorization: Bearer TOKEN, or the "
    "form of the page. Made with a random token if it is not there.",
)
@click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME",
    help="A further host name under which the page may be called, as by a proxy; may be repeated.",
)
@click.option("--public-metrics", is_flag=True, help="Let /metrics be read without a token.")
@click.option(
    "--db",
    metavar="FILE",
    help="Keep the state in this SQLite file: after a restart, or a crash, it goes on from there.",
)
@click.option(
    "--keep",
    default="30d",
    show_default=True,
    metavar="SPAN",
    help="How long history is kept.",
)
@click.option(
    "--window",
    default="10min",
    show_default=True,
    metavar="SPAN",
    help="Values are those of the events of the last SPAN.",
)
@click.option(
    "--every",
    default="1s",
    show_default=True,
    metavar="SPAN",
    help="The time between two values; --window is a multiple of it.",
)
@click.option(
    "--alarm",
    "alarms",
    multiple=True,
    metavar="RULE",
    help="Raise an alarm while a rule holds, such as 'src.entropy > 9', 'src.entropy < 2 for 30s' "
    "or 'src.entropy outside 2..9'; may be repeated.",
)
@click.option(
    "--min-shift",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.1,
    show_default=True,
    metavar="SHARE",
    help="Raise alarms for changes of more than this share of the events.",
)
@click.option(
    "--season",
    metavar="SPAN",
    help="The period of a rhythm that is no change, such as 1d: what happens every night is no "
    "alarm. Its first period is learned.",
)
@click.option(
    "--webhook",
    "webhooks",
    multiple=True,
    metavar="URL",
    help="Post alarms as JSON to this address, with retries; may be repeated.",
)
@click.option(
    "--exec",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Run this command for every alarm: JSON on its standard input, and in variables "
    "(ENTROSTREAM_TEXT, ...); may be repeated.",
)
@click.option(
    "--from-end",
    is_flag=True,
    help="Begin at the end of files that are read for the first time.",
)
@click.option("--title", metavar="TEXT", help="The title of the page; by default the files.")
@click.option(
    "--max-labels",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Count further labels of a field as one, <other>: entropy is a lower bound then.",
)
@click.option(
    "--max-memory",
    type=Size(),
    help="The memory beyond which no further labels and no requests are taken, such as 1G.",
)
@click.option(
    "--max-body",
    type=Size(),
    default="4M",
    show_default=True,
    help="The size of a request beyond which it is refused.",
)
@click.option(
    "--max-queue",
    type=Size(),
    default="64M",
    show_default=True,
    help="The size of all requests that wait, beyond which further ones are to come later.",
)
@time_options(late="drop")
@input_options
def command(**options: Any) -> int:
    """Watch fields live in a browser: entropy over time, most common labels, changes, alarms.

    Follows growing files through rotation and truncation, reads standard input (-), and takes
    events over HTTP (POST /ingest). The address of the page is printed.
    """
    from entrostream.cli.serve import serve

    return serve(**options)
