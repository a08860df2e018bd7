"""Messages between counter, screen, web and fleet: one module for each family."""
