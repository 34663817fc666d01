"""How tests and the demo steer the world; nothing here exists at a real provider."""
