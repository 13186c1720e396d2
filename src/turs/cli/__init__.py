"""The command line: one file a verb, wired together in ``main``."""
