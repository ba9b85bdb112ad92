"""What is typed for a number, and whether it is right: for lessons and for the page.

Both judge an answer in the same way, one in Python, the other in a browser.
"""

TYPED = [  # (answer, truth, whether that is right)
    ('0.7071', 0.70710678, True), ('.7071', 0.70710678, True),
    ('0.71', 0.70710678, True), ('0.7', 0.70710678, True), ('0.6', 0.70710678, False),
    ('1', 0.70710678, False), ('0.70', 0.70710678, False),
    ('-1.5', -1.5, True), ('−1,5', -1.5, True), ('–1.5', -1.5, True),
    ('－１．５', -1.5, True), ('-1。5', -1.5, True), ('1.5', -1.5, False),
    ('1/3', 0.333333333, True), ('1÷3', 0.333333333, True),
    ('１／３', 0.333333333, True),
    ('1、3', 0.333333333, True), ('-3/2', -1.5, True), ('2/3', 0.333333333, False),
    ('-3 * 0.5', -1.5, True), ('3×2+1', 7.25, False), ('3×2+1', 7.0, True),
    ('2 * (3 + 4) - 1', 13.0, True), ('-2^2', -4.0, True), ('2**-1', 0.5, True),
    ('8 / 2 / 2', 2.0, True), ('8 - 2 - 2', 4.0, True), ('+5', 5.0, True),
    ('= 6', 6.0, True), ('≈ 6', 6.0, True), (' 6 ', 6.0, True), ('6.05', 6.0, True),
    ('5.9', 6.0, False), ('1,234', 1234.0, True), ('1,234.5', 1234.5, True),
    ('1e-3', 0.001, True), ('1E3', 1000.0, True), ('2e-12', 3e-12, True),
    ('1.2e-5', 1.23e-5, True), ('14', 14.4, True), ('2', 1.7, True), ('2', 1.4, False),
    ('0', 0.0, True), ('-0', 0.0, True), ('0.0', 0.3, False), ('1', 0.0, False),
    ('inf', float('inf'), True), ('-∞', float('-inf'), True),
    ('Infinity', float('inf'), True), ('inf', float('-inf'), False),
    ('1000', float('inf'), False), ('inf', 5.0, False),
    ('nan', float('nan'), True), ('1', float('nan'), False),
    ('1/0', 5.0, None), ('', 5.0, None), ('x', 5.0, None), ('5 x', 5.0, None),
    ('(5', 5.0, None), ('5)', 5.0, None), ('2(3)', 6.0, None), ('1..5', 1.5, None),
    ('--5', 5.0, True), ('5-', 5.0, None), ('* 5', 5.0, None), ('1/2/', 0.5, None),
]
