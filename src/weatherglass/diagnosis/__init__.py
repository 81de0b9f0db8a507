"""What this installation and this machine can do, and what to mend."""
