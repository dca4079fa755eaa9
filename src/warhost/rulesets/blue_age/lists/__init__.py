"""Army books and army lists: read, checked, built and priced."""
