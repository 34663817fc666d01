"""Figures as ratios, both sides measured in one run: `make bench`, `make bench NAME=permit_many`."""
