"""What transports, feeds and oauth share below them: who may be spoken to, deadlines, one HTTP client."""
