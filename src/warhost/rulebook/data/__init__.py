"""The tables of our rulebooks: titles (`<slug>.toml`), rules (`<slug>.tsv`) and rulings."""
