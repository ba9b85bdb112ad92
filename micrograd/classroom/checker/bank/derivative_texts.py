"""Wrong derivatives in words: the title and the hint of each, by name.

Which formula has which name is said where it is looked for: in derivatives.py and in
the checks of the exercises.
"""


NAMES = {
    'swapped-operands': (
        "the two operands get each other's gradient",
        'Hold b fixed and move a a little: how much does the result move? Which of '
        'the two lines should say that?',
    ),
    'same-operand-twice': (
        'both lines use the same operand',
        'Compare the two lines: what should differ between them besides the left side?',
    ),
    'add-rule-for-mul': (
        'this is the rule of a sum, not of a product',
        'a + b moves as much as a does. And a * b?',
    ),
    'mul-rule-for-add': (
        'the gradient of a + b or a - b is multiplied by data',
        'Move a by 0.1: how much does a + b move, or a - b? Does that depend on how '
        'large b is?',
    ),
    'mul-rule-for-div': (
        'this is the rule of a product, not of a quotient',
        'a / b is a * (1 / b): what is the factor of a? And how does 1 / b change '
        'with b?',
    ),
    'div-operands-exchanged': (
        'the roles of the two operands of / are exchanged',
        'Write the result as self / other. Which of the two is the divisor, and which '
        'line belongs to it?',
    ),
    'numerator-forgotten': (
        'the numerator is missing in the gradient of the denominator',
        '1 / b has the slope -1 / b². What is the slope of 3 / b?',
    ),
    'square-forgotten': (
        'a square is missing in the local gradient',
        'Compare your rule with the derivative in a table, power by power.',
    ),
    'wrong-sign': (
        'the gradient has the wrong sign',
        'Make the operand a little larger: does the result grow or shrink?',
    ),
    'no-local-gradient': (
        'the upstream gradient is passed on unchanged',
        'The chain rule has two factors. How much does the result move when the '
        'operand moves a little?',
    ),
    'output-for-local': (
        'the result is used instead of the local gradient',
        'out.data is how large the result is. How fast does it change?',
    ),
    'input-for-local': (
        'the operand is used instead of the local gradient',
        'self.data is how large the operand is. How fast does the result change with '
        'it?',
    ),
    'input-for-output': (
        'the rule needs the result, but uses the operand',
        'Which number does the letter in this derivative stand for: the input of the '
        'function, or its result?',
    ),
    'output-for-input': (
        'the rule needs the operand, but uses the result',
        'Which number does the letter in this derivative stand for: the input of the '
        'function, or its result?',
    ),
    'function-of-output': (
        'the function is applied a second time, to its own result',
        'out.data is already the value of the function. At which number must you take '
        'the derivative?',
    ),
    'upstream-added': (
        'the upstream gradient is added, not multiplied',
        'If a moves out twice as fast, and out moves the loss three times as fast: '
        'how fast does a move the loss?',
    ),
    'upstream-twice': (
        'the upstream gradient is used twice',
        'Each gradient comes from above once. How many times is out.grad in your line?',
    ),
    'data-for-upstream': (
        '`out.data` is used instead of `out.grad`',
        'What comes back from above: the value of out, or its gradient?',
    ),
    'own-grad-for-upstream': (
        "an operand's own gradient is used instead of out.grad",
        'Whose gradient is known when `_backward` runs?',
    ),
    'grad-for-data': (
        '.grad is used instead of the forward value .data',
        'The local gradient is made of the numbers of the forward pass. Which '
        'attribute holds them?',
    ),
    'missing-parentheses': (
        'parentheses are missing, and * binds tighter',
        'In which order does Python compute your line? Put in the parentheses to '
        'match.',
    ),
    'coefficient-forgotten': (
        'the factor n of the power rule is missing',
        'What is the derivative of x³? Which part of it does your line not have?',
    ),
    'coefficient-lowered': (
        'the factor of the power rule is n - 1 instead of n',
        'What is the derivative of x³: which number comes to the front?',
    ),
    'exponent-not-lowered': (
        'the exponent is not lowered by 1',
        'What is the derivative of x³: which power of x is left?',
    ),
    'exponent-raised': (
        'the exponent is raised, as in an integral',
        'Look up the derivative of x³: is there an x⁴ in it, or an x²?',
    ),
    'exponential-rule': (
        'this is the rule of n ** x, not of x ** n',
        'Which of the two moves, the base or the exponent?',
    ),
    'power-rule-for-exp': (
        'this is the rule of x ** n, not of e ** x',
        'Which of the two moves, the base or the exponent? What is special about the '
        'derivative of e ** x?',
    ),
    'other-base': (
        'a base other than e',
        'For which base is the derivative this simple? Which base does the function '
        'that you call use?',
    ),
    'not-inverted': (
        'multiplied where the rule divides',
        'The logarithm grows slowly for large x: is its slope there large or small?',
    ),
    'second-derivative': (
        'this is the derivative of the derivative',
        'How many times have you differentiated?',
    ),
    'factor-forgotten': (
        'a factor of the local gradient is missing',
        'Write the derivative down and compare it with your line, factor by factor.',
    ),
    'factor-too-many': (
        'there is one factor too many in the local gradient',
        'Write the derivative down and compare it with your line, factor by factor.',
    ),
    'tanh-rule-for-sigmoid': (
        'this is the rule of tanh',
        'How steep is the sigmoid at 0, and how steep is tanh?',
    ),
    'sigmoid-rule-for-tanh': (
        'this is the rule of the sigmoid',
        'How steep is tanh at 0, and how steep is the sigmoid?',
    ),
    'no-effective-mask': (
        'the gradient passes where it should be stopped',
        'Where the curve is flat the slope is 0. Which number tells on which side we '
        'are, and can your condition ever be false?',
    ),
    'mask-inverted': (
        'the gradient passes on the wrong side',
        'On which side does the result move when the operand does?',
    ),
    'leaky-slope': (
        'a small slope where it should be 0',
        'That is the rule of a leaky relu. How steep is the flat part?',
    ),
    'slope-at-corner': (
        'only the slope at 0 is not the one agreed on',
        'At the corner every slope between those of the two sides would do, so one is '
        'agreed on: which one does the exercise name? Look at < and <=.',
    ),
    'divides-by-zero': (
        'at 0 there is a division by zero',
        'Your rule divides by a number that is 0 at the corner. How can you get the '
        'sign without dividing?',
    ),
    'sign-forgotten': (
        'the gradient does not change sign for negative operands',
        'Left of 0: does abs(x) grow or shrink when x grows?',
    ),
    'relu-rule-for-abs': (
        'this is the rule of relu',
        'Left of 0 relu is flat. Is abs?',
    ),
    'relu-rule-for-softplus': (
        'this is the rule of relu',
        'softplus has no corner. Can its slope jump from 0 to 1?',
    ),
    'inner-derivative-forgotten': (
        'the derivative of the inner function is missing',
        'log(u) has the slope 1 / u in u. But u is 1 + exp(x): what does the chain '
        'rule add?',
    ),
    'both-get-all': (
        'both operands get the whole gradient',
        'If the smaller operand moves a little, does the maximum move?',
    ),
    'tie-counted-twice': (
        'equal operands get the whole gradient each',
        'Both together may pass on no more than came from above. What does each get '
        'if neither is to be favoured?',
    ),
    'tie-lost': (
        'equal operands get no gradient at all',
        'With > on both sides, what happens if neither is larger?',
    ),
    'tie-one-sided': (
        'of equal operands only one gets the gradient',
        'Which of your two cases handles a tie? The exercise asks for a third case.',
    ),
    'tie-with-a-number': (
        'with an equal plain number the Value does not get half',
        'A plain number needs no gradient. Does that change how fast the maximum '
        'moves with the Value? Which rule does the exercise give for equal operands?',
    ),
    'quotient-rounded-down': (
        'the quotient is rounded down: // for /',
        'What is 7 / 2, and what is 7 // 2?',
    ),
    'tie-by-identity': (
        'numbers are compared with `is`',
        '`is` asks whether two names stand for one object. Which operator asks '
        'whether two numbers are equal?',
    ),
    'divides-by-the-base': (
        'the rule divides by the base, which may be 0',
        'x³ is flat at 0: its slope there is 0, and no error. Which form of the power '
        'rule needs no division?',
    ),
    'tie-halved-always': (
        'the gradient is halved where there is no tie',
        'Half and half is for equal operands only. How much does each get otherwise?',
    ),
    'times-for-power': (
        'multiplied instead of taking a power',
        'Is x³ made of x * 3 or of x ** 3? And its derivative?',
    ),
    'plus-for-minus': (
        '+ where the derivative has -',
        'Far from 0 the curve is nearly flat. Does your local gradient get small '
        'there?',
    ),
    'wrong-sign-inside': (
        'the minus sign in the exponent is missing',
        'For large x the function goes to 1. Where does yours go?',
    ),
    'absolute-upstream': (
        'the absolute value of the upstream gradient is used',
        'Whose sign decides the slope of abs: that of the operand, or that of the '
        'gradient from above?',
    ),
    'upstream-inverted': (
        'the upstream gradient is divided by',
        'The chain rule multiplies. What have you put below the fraction line?',
    ),
}
