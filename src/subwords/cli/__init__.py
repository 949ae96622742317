"""The command line: one module per verb, `main` finds the verb and answers for every failure."""
