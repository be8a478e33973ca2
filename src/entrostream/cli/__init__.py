"""The command line of entrostream."""
