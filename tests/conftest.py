"""Settings of all tests."""
import os

import hypothesis

# Before matplotlib is imported: pictures go into files, never onto a screen.
os.environ['MPLBACKEND'] = 'agg'

# A slow machine is no fault of the code.
hypothesis.settings.register_profile('any machine', deadline=None)
hypothesis.settings.load_profile('any machine')
