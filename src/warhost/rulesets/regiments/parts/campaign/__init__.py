"""Campaign rules inside a battle: traits, underdog points, random events, and missions that go on until one wins."""
