"""Where things are: for tests, which stand in folders of several depths."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
