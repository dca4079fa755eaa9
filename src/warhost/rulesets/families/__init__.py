"""What several rulebooks truly share. A rulebook imports from here, and never from another rulebook."""
