"""`python -m warhost`: the command line where the command itself is not on the path."""

from warhost.cli import main

if __name__ == "__main__":
    main(prog_name="warhost")
