"""Other tools, each in an environment of its own: how they are installed and asked, and a module for each that its own Python runs."""
