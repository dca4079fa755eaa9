"""Army books and army lists: read, checked, built, priced, brought over from other list builders."""
