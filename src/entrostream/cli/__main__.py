"""`python -m entrostream.cli`: the command line."""

from entrostream.cli import main

main()
