"""The command line: parse the call, ask one function, print; nothing is decided here."""
