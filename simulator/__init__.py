"""The world outside, as a process of its own: mail providers, people and faults. See README.md."""
