"""The words of the mistakes that several exercises meet: a title and a hint by name.

What shows such a mistake, each exercise says itself: shared('no-return', fits). Those
of wrong derivatives stand in derivative_texts.py.

Not here: mistakes of one exercise alone, whose words stand in its check.
"""

from __future__ import annotations

from micrograd.classroom.checker.bank.derivative_texts import NAMES
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import Fits


def shared(name: str, fits: Fits, probe: str | None = None) -> Mistake:
    """The mistake of that name in WORDS, with the predicate of an exercise."""
    return Mistake(name, fits, *WORDS[name], probe)


WORDS = {
    **NAMES,
    # any exercise
    'unbound-local': (
        'a local name is used before it has a value',
        'A name that a function assigns to is local to that function, everywhere in '
        'it. Which name does Python mention, and what should it refer to?',
    ),
    'unknown-name': (
        'a name that is not defined here',
        'Is the name spelt right? Does it have to be imported, or reached through '
        'self?',
    ),
    'unknown-attribute': (
        'an attribute that the object does not have',
        'Python says which kind of object it is. Which attributes does that have, and '
        'is this one spelt as where it is set?',
    ),
    'free-attribute': (
        'a Value of the package takes no attributes of yours',
        'Whoever makes Values does not know your object. In which list or dict of its '
        'own can it keep what it wants to know of each?',
    ),
    'missing-import': (
        'something is used that the file does not import',
        'Python knows a module only in files that import it. Which line at the top is '
        'missing?',
    ),
    'self-forgotten': (
        'a name without its `self.`',
        'What an object keeps is reached through self only, in every method. How is '
        'the name written where it is set?',
    ),
    'without-self': (
        'a method does not take `self`',
        'For obj.method(x) Python passes two things: the object, then x. What is the '
        'first parameter of a method?',
    ),
    'misspelt-special': (
        'the name of a special method is misspelt',
        'Python looks for `__init__` and the like: two underscores on either side. '
        'How many does yours have?',
    ),
    'caret-for-power': (
        '`^` is not a power',
        '`^` compares bits. How does Python write "to the power of 2"?',
    ),
    'missing-operator': (
        'an operator that your Value does not have',
        'For `-x` Python calls a method __neg__, for `x + y` __add__. Is it in your '
        'class? Or is it the numbers that you want, .data?',
    ),
    'changes-gradients': (
        'gradients that were there are changed or erased',
        'Whoever calls you may still need the gradients that are there. Which of your '
        'lines writes to .grad, and is that its task?',
    ),
    'whole-numbers': (
        'results are cut down to whole numbers',
        'What is 7 // 2 in Python, and int(3.5)? Where does yours lose what comes '
        'after the point?',
    ),
    'nearly-right': (
        'nearly right: digits are lost',
        'A float has some sixteen digits. Which of your steps rounds, adds something '
        'small, or uses a rule that is right only roughly?',
    ),
    'not-a-list': (
        'what is returned is no list',
        'map, zip, a generator and dict.values() look like a list when they are gone '
        'through. What makes a list of them?',
    ),
    'something-returned': (
        'something is returned where nothing is asked for',
        'A function that changes what it is given needs no `return`. What would a '
        'caller do with yours?',
    ),
    'zero-for-missing': (
        'wrong only where something given is 0, or empty',
        '`if not x` and `x or y` cannot tell 0, or (), from nothing at all. Which line '
        'asks so, and what does `x is None` ask?',
    ),
    'less-for-at-most': (
        'wrong only where two numbers are just equal: `<` for `<=`',
        '"At most" means that equal is enough, too. Which sign says so?',
    ),
    'error-in-file': (
        'it ends in an error of Python',
        'Read the message: what was done, and to what kind of object? Print the names '
        'of that line just before it: is each what you think it is?',
    ),
    # one operation
    'kept-result': (
        'a second call gives back the Value of the first',
        'Each result has a gradient of its own, so each call makes a new Value. Where '
        'do you keep results, and under what?',
    ),
    'only-same-value': (
        'wrong only where one Value stands on both sides',
        'In a * a both operands are one object. What does your second line find in '
        'it, and how often is it counted?',
    ),
    'only-equal-numbers': (
        'wrong only where both operands hold the same number',
        'Two Values can hold the same number and still be two objects. Which of your '
        'lines compares their numbers, or looks something up by a number?',
    ),
    'only-at-zero': (
        'wrong only where an operand is 0',
        'To `if x:` and `x or y`, 0 is as good as nothing. Which line of yours treats '
        '0 apart, and does the rule do that?',
    ),
    'only-negative-gradient': (
        'wrong only where a negative gradient arrives',
        'The chain rule multiplies with out.grad, whatever its sign. Which line '
        'compares it, or takes its size?',
    ),
    'only-negative-operand': (
        'wrong only where an operand is negative',
        'Go through your lines with a negative number in hand. Which of them holds '
        'for positive numbers alone?',
    ),
    'only-whole-numbers': (
        'wrong only where an operand is a whole number, an int',
        '2 and 2.0 are the same number. Which line asks for the type, or turns a '
        'result into the type of an operand?',
    ),
    'only-one-number': (
        'wrong only at one number',
        'Which of your lines treats this number apart, and why? Does the rule need '
        'that?',
    ),
    'only-some-sizes': (
        'right up to some size of the numbers, wrong beyond it',
        'Try numbers on the way to the one that fails: where does it begin? Which of '
        'your lines treats small or large numbers apart, or runs out of digits there?',
    ),
    # several families
    'no-return': (
        'nothing is returned',
        'A function without `return` gives None. What should the caller get?',
    ),
    'not-a-tuple': (
        '(self) is not a tuple',
        'The operands are given as a tuple. Parentheses alone do not make one: what '
        'does Python want after a single element?',
    ),
    'called-not-stored': (
        '_backward is called instead of being stored',
        '`f()` is the result of a call, `f` is the function. Which of them should '
        'wait in `out._backward` until the backward pass?',
    ),
    'assert-parenthesis': (
        'the parenthesis of isinstance closes too late',
        'isinstance takes exactly two arguments. Where does its parenthesis have to '
        'close, and what comes after it?',
    ),
    'overwrite-grad': (
        'a gradient is overwritten instead of added',
        'A Value may be used in several places, and each use sends a gradient. What '
        'happens to the first one when the second arrives?',
    ),
    'no-upstream': (
        'the upstream gradient out.grad is not used',
        'The chain rule: local gradient times upstream gradient. Where is the second '
        'factor?',
    ),
    'tuple-slip': (
        'a stray comma has made a tuple',
        'In Python `x = y,` is a tuple with one element. Is there a comma at the end '
        'of a line?',
    ),
    'bias-not-in-parameters': (
        'the bias is not among the parameters',
        'What parameters() leaves out is never trained. Which Values should be '
        'learned here?',
    ),
    'parameters-are-copies': (
        'the parameters are copies',
        'Training changes what parameters() returns. Does the network see that, if '
        'these are other objects with the same numbers?',
    ),
    'position-by-value': (
        'two equal numbers are treated as one',
        '`xs.index(x)` finds the first that equals x, and a dict has one entry for '
        'equal keys. What becomes of the second of two equal numbers?',
    ),
    'parameters-are-numbers': (
        '`parameters()` gives numbers, not Values',
        'A number has no gradient, and to change it changes nothing in the network. '
        'Which objects does training need?',
    ),
    # slopes
    'inputs-stay-moved': (
        'a number that was moved is not put back',
        'While the second number moves, where is the first one? Print the list at '
        'each call of f.',
    ),
    'late-binding': (
        'every slope is measured along the last number',
        'A function made in a loop looks i up when it is called, not when it is made. '
        'What is i by then?',
    ),
    'all-moved-at-once': (
        'all numbers move at the same time',
        'The slope in the direction of one number: what do the others do meanwhile?',
    ),
    'first-one-only': (
        'only one of the inputs is used',
        'A `return` inside a loop ends the loop. How many times does the body run?',
    ),
    'list-not-unpacked': (
        '`f` gets one list instead of several numbers',
        'f is called as f(3.0, 5.0). What does a star do in front of a list?',
    ),
    'same-place-twice': (
        'every slope is 0: both values are the same',
        'Two names may stand for one list: `right = xs` copies nothing. At which two '
        'places is f really evaluated?',
    ),
    'put-back-roughly': (
        'a number that was moved does not come back exactly',
        'Is x + h - h always x, in floats? Keep the old number, or move a copy.',
    ),
    'changes-the-list': (
        "the caller's list is changed",
        'A list that is passed in is not copied. What does the caller find in it '
        'afterwards?',
    ),
    # backward and deep: walks through a graph
    'wrong-attribute': (
        'the operands are looked for under another name',
        'Read the __init__ of Value: under which name does it keep the Values that it '
        'is made of?',
    ),
    'recursion-limit': (
        'a deep graph is too deep for recursion',
        'Python allows about a thousand nested calls. Use a list as a stack: put on '
        'it what is still to be done.',
    ),
    'no-visited': (
        'a Value that is used twice is taken twice',
        'There are several ways from the root to a shared Value. How can the walk '
        'know that it has been there before?',
    ),
    'visits-again': (
        'what lies below a shared Value is walked again and again',
        'x = x + x, forty times over: how many ways lead down to the first x? Which '
        'Values, besides those in the result, have to be remembered?',
    ),
    'visited-by-value': (
        'two Values with the same number are treated as one',
        'Two Values may hold the same number by chance. What tells two objects apart '
        'even then?',
    ),
    'state-kept': (
        'something is kept from one call to the next',
        'A default such as found=[] is made once, when Python reads the def, and a '
        'global list lives on. Where does a fresh one have to be made?',
    ),
    'leaf-root': (
        'a root without operands is left out',
        'A single Value is a graph, too. What should come out for it, and which of '
        'your lines returns before that?',
    ),
    # neurons, layers, networks
    'parameters-grow': (
        'each call of parameters() makes the list longer',
        '`params = self.w` is a second name for the same list. What is in self.w '
        'after something was appended to params?',
    ),
    'shared-between-objects': (
        'two objects of the class share one list',
        'What is in the body of a class, or is the default of an argument, is made '
        'once, for all objects. Where does each get a list of its own?',
    ),
    'changes-between-calls': (
        'a second call gives something else',
        'The same input twice should give the same answer. What is created again, or '
        'kept, in __call__?',
    ),
    'shared-neuron': (
        'the same neuron is in every place',
        '[Neuron(2)] * 3: how many times does Neuron(2) run, and how many objects are '
        'there?',
    ),
    'first-one-returned': (
        'the loop ends at the first one',
        'A `return` inside a loop ends the loop. How far does it have to be indented?',
    ),
    'parameters-of-one': (
        'only some of the parameters are listed',
        'Count them by hand for this network. Which are in the list, and which part '
        'of the network do they belong to?',
    ),
    'each-listed-twice': (
        'a parameter is in the list more than once',
        'An optimiser would step twice with it. Which two lines add the same Value?',
    ),
    'inputs-cut': (
        'the graph is cut at the inputs: no gradient reaches them',
        'An input may be a Value that something earlier has made. Which line takes '
        'its number alone, or makes a new Value of it?',
    ),
    'sizes-swapped': (
        'the numbers of inputs and outputs are exchanged',
        'A neuron needs one weight for each input. How many neurons are there, and '
        'how many weights does each have?',
    ),
    # losses
    'math-on-values': (
        'a function of math is applied to a Value',
        'The functions of math know plain numbers only. What would happen to the '
        'graph? Which method of Value does the same?',
    ),
    'whole-list': (
        'a whole list is used as if it were a number',
        'Python does no arithmetic on lists. How do you combine their elements, pair '
        'by pair?',
    ),
    'data-of-number': (
        '.data is used on a plain number',
        'Only a Value has .data. Which of your names are Values, and which are plain '
        'numbers?',
    ),
    'backward-inside': (
        'the loss has already run backward()',
        'A loss says how large the error is. Who decides when the gradients are '
        'wanted?',
    ),
    'graph-cut': (
        'the graph is cut: no gradient comes back',
        '.data is a plain number that remembers nothing, and so is anything computed '
        'from it. Which of your steps should be done with Values?',
    ),
    'changes-arguments': (
        'the arguments are changed',
        'The caller still needs the lists that were passed in. Can you compute the '
        'result without assigning to it?',
    ),
    'fixed-count': (
        'right for one number of samples only',
        'Which number in your code is the number of samples? Where can you get it '
        'from?',
    ),
    'sum-for-mean': (
        'the costs are summed, not averaged',
        'If every sample came twice, should the loss double?',
    ),
    'half-of-sum': (
        'the sum is divided by 2, not by the number of samples',
        'For two samples that would be their mean. What is it for five?',
    ),
    'half-for-whole': (
        'the result is half of what it should be',
        'Some books put 1/2 in front of a loss to make its derivative look nicer. '
        'Does the definition here have it?',
    ),
    'divided-twice': (
        'divided by the number of samples twice',
        'In how many places do you divide? How many times does a mean divide?',
    ),
    'divided-by-one-less': (
        'divided by n - 1',
        'n - 1 is for the variance of a sample in statistics. What does a plain mean '
        'divide by?',
    ),
    'first-sample-only': (
        'only the first sample counts',
        'When does `return` (or `break`) end your loop?',
    ),
    'last-sample-only': (
        'only the last sample counts',
        'After the loop, what is left of the samples before the last? Where are they '
        'added up?',
    ),
    'skips-a-sample': (
        'a sample is left out',
        'Write down which samples your loop visits when there are two. Are both there?',
    ),
    'mean-inside-loop': (
        'the sum is divided in every round of the loop',
        'How many times is the first sample divided, and how many times the last one?',
    ),
    'no-square': (
        'the error is not squared',
        'Let one prediction be 1 too high and another 1 too low. What is your loss '
        'then?',
    ),
    'absolute-error': (
        'the absolute error instead of the square',
        'Both make errors positive. Which of them does the exercise ask for?',
    ),
    'doubled-not-squared': (
        'the error is doubled, not squared',
        'How does Python write "to the power of 2"?',
    ),
    'negated-loss': (
        'the sign of the loss is wrong',
        'Training makes the loss smaller. What would it do to the predictions if you '
        'gave it this one?',
    ),
    'adds-target': (
        'prediction and target are added',
        'The loss has to be 0 where prediction and target are equal. Is yours?',
    ),
    # optimisers
    'first-lr-kept': (
        'a change of self.lr has no effect',
        'Where does your step get the learning rate?',
    ),
    'rebinds-name': (
        'a local name is changed, not p.data',
        '`p = …` and `x = p.data; x -= …` give a name to something new. What must be '
        'on the left, so that the Value itself changes?',
    ),
    'no-step': (
        'the parameters are never moved',
        'The gradients are there. What do you do with them?',
    ),
    'uphill': (
        'the step goes uphill',
        'The gradient points where the loss grows. Where do you want to go?',
    ),
    'no-lr': (
        'the learning rate is not used',
        'How far does the step go? Which argument says so?',
    ),
    'lr-twice': (
        'the learning rate is used twice',
        'In how many places of your code does lr occur?',
    ),
    'assigned-not-subtracted': (
        'the step replaces the parameter',
        '`=-` is not `-=`. Where has the old value of the parameter gone?',
    ),
    'data-for-grad': (
        '.data is used instead of .grad',
        'Which number says how the loss changes with the parameter?',
    ),
    'one-parameter-only': (
        'only one of the parameters is moved',
        'Which lines belong in the loop over the parameters? How far are they '
        'indented?',
    ),
    'step-made-of-values': (
        'a Value is used instead of a plain number',
        '.data and .grad hold plain numbers, and a step is not part of the graph. '
        'Which side of your assignment still has a whole Value in it?',
    ),
    'zero-gradient-skipped': (
        'a parameter whose gradient is 0 is left alone',
        'What it keeps from earlier steps goes on moving it. Which line leaves the '
        'loop too soon?',
    ),
    'state-is-local': (
        'the state is a local variable',
        'A local name is forgotten when the function returns. Where can an object '
        'keep something until the next call?',
    ),
    'state-missing': (
        'an attribute is read that was never set',
        'Where does an optimiser get its state from before the first step? How is the '
        'attribute spelt there?',
    ),
    'state-too-short': (
        'the state has no entry for a parameter',
        'How many entries does the state have before the first step, and how many '
        'parameters are there?',
    ),
    'state-shared': (
        'a new optimiser remembers the steps of another one',
        'What is in the body of the class, in a global variable or in a default '
        'argument exists once, for all. Where does an object keep what belongs to it '
        'alone?',
    ),
    'one-state-for-all': (
        'all parameters share one state',
        'Let one parameter have gradient 1 and the other -1. What should each '
        'remember?',
    ),
}
