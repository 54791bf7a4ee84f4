"""`python -m judgekit.cli`."""

from judgekit.cli import main

main()
