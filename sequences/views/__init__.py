"""The screens people use: parse, call, render."""
