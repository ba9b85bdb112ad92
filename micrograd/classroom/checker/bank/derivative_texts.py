"""Wrong derivatives in words: the title and the hint of each, by name.

Which formula has which name is said where it is looked for: in derivatives.py and in
the checks of the exercises.
"""

from micrograd.classroom.checker.exercise import Text

NAMES = {
    'swapped-operands': (
        Text("the two operands get each other's gradient", '两个操作数的梯度互换了'),
        Text('Hold b fixed and move a a little: how much does the result move? Which '
             'of the two lines should say that?',
             '固定 b，让 a 稍微变一点：结果变化多少？这应当写在两行中的哪一行？'),
    ),
    'same-operand-twice': (
        Text('both lines use the same operand', '两行用了同一个操作数'),
        Text('Compare the two lines: what should differ between them besides the left '
             'side?',
             '比较这两行：除了等号左边，它们还应该有什么不同？'),
    ),
    'add-rule-for-mul': (
        Text('this is the rule of a sum, not of a product',
             '这是加法的求导法则，不是乘法的'),
        Text('a + b moves as much as a does. And a * b?',
             'a 变多少，a + b 就变多少。那么 a * b 呢？'),
    ),
    'mul-rule-for-add': (
        Text('the gradient of a + b or a - b is multiplied by data',
             '加减法的梯度多乘了 data'),
        Text('Move a by 0.1: how much does a + b move, or a - b? Does that depend on '
             'how large b is?',
             '让 a 变化 0.1，a + b（或 a - b）变化多少？这与 b 的大小有关吗？'),
    ),
    'mul-rule-for-div': (
        Text('this is the rule of a product, not of a quotient',
             '这是乘法的求导法则，不是除法的'),
        Text('a / b is a * (1 / b): what is the factor of a? And how does 1 / b change '
             'with b?',
             'a / b 就是 a * (1 / b)：a 的系数是什么？1 / b 又如何随 b 变化？'),
    ),
    'div-operands-exchanged': (
        Text('the roles of the two operands of / are exchanged',
             '被除数和除数弄反了'),
        Text('Write the result as self / other. Which of the two is the divisor, and '
             'which line belongs to it?',
             '把结果写成 self / other。哪一个是除数？哪一行是它的？'),
    ),
    'numerator-forgotten': (
        Text('the numerator is missing in the gradient of the denominator',
             '分母的梯度里漏掉了分子'),
        Text('1 / b has the slope -1 / b². What is the slope of 3 / b?',
             '1 / b 的斜率是 -1 / b²。那么 3 / b 的斜率是多少？'),
    ),
    'square-forgotten': (
        Text('a square is missing in the local gradient', '局部梯度里漏了平方'),
        Text('Compare your rule with the derivative in a table, power by power.',
             '把你的公式与导数表对照，逐个检查幂次。'),
    ),
    'wrong-sign': (
        Text('the gradient has the wrong sign', '梯度的符号反了'),
        Text('Make the operand a little larger: does the result grow or shrink?',
             '让这个操作数稍微大一点：结果变大还是变小？'),
    ),
    'no-local-gradient': (
        Text('the upstream gradient is passed on unchanged', '上游梯度被原样传了下去'),
        Text('The chain rule has two factors. How much does the result move when the '
             'operand moves a little?',
             '链式法则有两个因子。操作数稍微变化时，结果变化多少？'),
    ),
    'output-for-local': (
        Text('the result is used instead of the local gradient',
             '该写局部梯度的地方写成了运算结果'),
        Text('out.data is how large the result is. How fast does it change?',
             'out.data 说的是结果有多大。结果变化得有多快？'),
    ),
    'input-for-local': (
        Text('the operand is used instead of the local gradient',
             '该写局部梯度的地方写成了操作数'),
        Text('self.data is how large the operand is. How fast does the result change '
             'with it?',
             'self.data 说的是操作数有多大。结果随它变化得有多快？'),
    ),
    'input-for-output': (
        Text('the rule needs the result, but uses the operand',
             '公式里应代入运算结果，却代入了操作数'),
        Text('Which number does the letter in this derivative stand for: the input of '
             'the function, or its result?',
             '在这个导数公式里，字母代表的是哪个数：函数的输入，还是函数的结果？'),
    ),
    'output-for-input': (
        Text('the rule needs the operand, but uses the result',
             '公式里应代入操作数，却代入了运算结果'),
        Text('Which number does the letter in this derivative stand for: the input of '
             'the function, or its result?',
             '在这个导数公式里，字母代表的是哪个数：函数的输入，还是函数的结果？'),
    ),
    'function-of-output': (
        Text('the function is applied a second time, to its own result',
             '对函数的结果又用了一次这个函数'),
        Text('out.data is already the value of the function. At which number must you '
             'take the derivative?',
             'out.data 已经是函数值了。导数应当在哪一点取值？'),
    ),
    'upstream-added': (
        Text('the upstream gradient is added, not multiplied',
             '上游梯度是加上去的，而不是乘上去的'),
        Text('If a moves out twice as fast, and out moves the loss three times as '
             'fast: how fast does a move the loss?',
             '如果 a 变 1，out 就变 2；out 变 1，损失就变 3。那么 a 变 1，'
             '损失变多少？'),
    ),
    'upstream-twice': (
        Text('the upstream gradient is used twice', '上游梯度用了两次'),
        Text('Each gradient comes from above once. How many times is out.grad in your '
             'line?',
             '每个上游梯度只传来一次。你的那一行里 out.grad 出现了几次？'),
    ),
    'data-for-upstream': (
        Text('`out.data` is used instead of `out.grad`',
             '该写 out.grad 的地方写成了 out.data'),
        Text('What comes back from above: the value of out, or its gradient?',
             '从上游传回来的是什么：out 的值，还是它的梯度？'),
    ),
    'own-grad-for-upstream': (
        Text("an operand's own gradient is used instead of out.grad",
             '该写 out.grad 的地方写成了操作数自己的梯度'),
        Text('Whose gradient is known when `_backward` runs?',
             '`_backward` 运行时，已知的是谁的梯度？'),
    ),
    'grad-for-data': (
        Text('.grad is used instead of the forward value .data',
             '该写前向值 .data 的地方写成了 .grad'),
        Text('The local gradient is made of the numbers of the forward pass. Which '
             'attribute holds them?',
             '局部梯度由前向传播的数值算出。它们存在哪个属性里？'),
    ),
    'missing-parentheses': (
        Text('parentheses are missing, and * binds tighter',
             '缺少括号，而乘法的优先级更高'),
        Text('In which order does Python compute your line? Put in the parentheses to '
             'match.',
             'Python 按什么顺序计算你这一行？照这个顺序把括号补上看看。'),
    ),
    'coefficient-forgotten': (
        Text('the factor n of the power rule is missing', '幂法则里漏了系数 n'),
        Text('What is the derivative of x³? Which part of it does your line not have?',
             'x³ 的导数是什么？你的那一行缺了其中哪一部分？'),
    ),
    'coefficient-lowered': (
        Text('the factor of the power rule is n - 1 instead of n',
             '幂法则的系数写成了 n - 1，而不是 n'),
        Text('What is the derivative of x³: which number comes to the front?',
             'x³ 的导数是什么：提到前面的是哪个数？'),
    ),
    'exponent-not-lowered': (
        Text('the exponent is not lowered by 1', '指数没有减 1'),
        Text('What is the derivative of x³: which power of x is left?',
             'x³ 的导数是什么：还剩 x 的几次方？'),
    ),
    'exponent-raised': (
        Text('the exponent is raised, as in an integral', '指数加了 1，像是在求积分'),
        Text('Look up the derivative of x³: is there an x⁴ in it, or an x²?',
             '查一查 x³ 的导数：里面是 x⁴ 还是 x²？'),
    ),
    'exponential-rule': (
        Text('this is the rule of n ** x, not of x ** n',
             '这是 n ** x 的求导法则，不是 x ** n 的'),
        Text('Which of the two moves, the base or the exponent?',
             '变化的是哪一个，底数还是指数？'),
    ),
    'power-rule-for-exp': (
        Text('this is the rule of x ** n, not of e ** x',
             '这是 x ** n 的求导法则，不是 e ** x 的'),
        Text('Which of the two moves, the base or the exponent? What is special about '
             'the derivative of e ** x?',
             '变化的是哪一个，底数还是指数？e ** x 的导数有什么特别之处？'),
    ),
    'other-base': (
        Text('a base other than e', '底数不是 e'),
        Text('For which base is the derivative this simple? Which base does the '
             'function that you call use?',
             '底数是多少时，导数才这么简单？你调用的函数用的是哪个底数？'),
    ),
    'not-inverted': (
        Text('multiplied where the rule divides', '应该是除法，却写成了乘法'),
        Text('The logarithm grows slowly for large x: is its slope there large or '
             'small?',
             'x 很大时对数增长得很慢：它在那里的斜率是大还是小？'),
    ),
    'second-derivative': (
        Text('this is the derivative of the derivative', '这是二阶导数'),
        Text('How many times have you differentiated?', '你求了几次导？'),
    ),
    'factor-forgotten': (
        Text('a factor of the local gradient is missing', '局部梯度缺了一个因子'),
        Text('Write the derivative down and compare it with your line, factor by '
             'factor.',
             '把导数写出来，与你的那一行逐个因子比较。'),
    ),
    'factor-too-many': (
        Text('there is one factor too many in the local gradient',
             '局部梯度多了一个因子'),
        Text('Write the derivative down and compare it with your line, factor by '
             'factor.',
             '把导数写出来，与你的那一行逐个因子比较。'),
    ),
    'tanh-rule-for-sigmoid': (
        Text('this is the rule of tanh', '这是 tanh 的求导法则'),
        Text('How steep is the sigmoid at 0, and how steep is tanh?',
             'sigmoid 在 0 处有多陡？tanh 呢？'),
    ),
    'sigmoid-rule-for-tanh': (
        Text('this is the rule of the sigmoid', '这是 sigmoid 的求导法则'),
        Text('How steep is tanh at 0, and how steep is the sigmoid?',
             'tanh 在 0 处有多陡？sigmoid 呢？'),
    ),
    'no-effective-mask': (
        Text('the gradient passes where it should be stopped',
             '该截断的地方，梯度照样通过了'),
        Text('Where the curve is flat the slope is 0. Which number tells on which side '
             'we are, and can your condition ever be false?',
             '曲线平坦处斜率为 0。哪个数能告诉我们在哪一侧？你的条件有可能为假吗？'),
    ),
    'mask-inverted': (
        Text('the gradient passes on the wrong side', '梯度在错误的一侧通过'),
        Text('On which side does the result move when the operand does?',
             '操作数变化时，结果在哪一侧会跟着变化？'),
    ),
    'leaky-slope': (
        Text('a small slope where it should be 0', '斜率应为 0 的地方留了一个小斜率'),
        Text('That is the rule of a leaky relu. How steep is the flat part?',
             '这是 Leaky ReLU 的求导法则。平坦部分的斜率是多少？'),
    ),
    'slope-at-corner': (
        Text('only the slope at 0 is not the one agreed on',
             '只有 0 处的斜率与约定不同'),
        Text('At the corner every slope between those of the two sides would do, so '
             'one is agreed on: which one does the exercise name? Look at < and <=.',
             '在折点处，两侧斜率之间的每个数都说得通，所以要约定一个：'
             '题目约定的是多少？看看 < 和 <=。'),
    ),
    'divides-by-zero': (
        Text('at 0 there is a division by zero', '在 0 处做了除以 0 的运算'),
        Text('Your rule divides by a number that is 0 at the corner. How can you get '
             'the sign without dividing?',
             '你的公式里，除数在折点处是 0。不做除法，怎样得到符号？'),
    ),
    'sign-forgotten': (
        Text('the gradient does not change sign for negative operands',
             '操作数为负时，梯度没有变号'),
        Text('Left of 0: does abs(x) grow or shrink when x grows?',
             '在 0 的左边：x 增大时，abs(x) 是变大还是变小？'),
    ),
    'relu-rule-for-abs': (
        Text('this is the rule of relu', '这是 ReLU 的求导法则'),
        Text('Left of 0 relu is flat. Is abs?', '在 0 的左边，ReLU 是平的。abs 呢？'),
    ),
    'relu-rule-for-softplus': (
        Text('this is the rule of relu', '这是 ReLU 的求导法则'),
        Text('softplus has no corner. Can its slope jump from 0 to 1?',
             'softplus 没有折点。它的斜率会从 0 跳到 1 吗？'),
    ),
    'inner-derivative-forgotten': (
        Text('the derivative of the inner function is missing', '漏了内层函数的导数'),
        Text('log(u) has the slope 1 / u in u. But u is 1 + exp(x): what does the '
             'chain rule add?',
             'log(u) 对 u 的斜率是 1 / u。但 u 是 1 + exp(x)：链式法则还要乘上什么？'),
    ),
    'both-get-all': (
        Text('both operands get the whole gradient', '两个操作数都得到了全部梯度'),
        Text('If the smaller operand moves a little, does the maximum move?',
             '较小的操作数稍微变化时，最大值会变吗？'),
    ),
    'tie-counted-twice': (
        Text('equal operands get the whole gradient each',
             '两个操作数相等时，各自都得到了全部梯度'),
        Text('Both together may pass on no more than came from above. What does each '
             'get if neither is to be favoured?',
             '两者合起来传下去的，不能多于上游传来的。如果不偏向任何一个，各得多少？'),
    ),
    'tie-lost': (
        Text('equal operands get no gradient at all', '两个操作数相等时都没有得到梯度'),
        Text('With > on both sides, what happens if neither is larger?',
             '两边都用 >，如果谁也不比谁大，会怎样？'),
    ),
    'tie-one-sided': (
        Text('of equal operands only one gets the gradient',
             '两个操作数相等时只有一个得到梯度'),
        Text('Which of your two cases handles a tie? The exercise asks for a third '
             'case.',
             '相等时会落入你写的哪一种情况？题目还要求第三种情况。'),
    ),
    'tie-with-a-number': (
        Text('with an equal plain number the Value does not get half',
             '与相等的普通的数比较时，Value 得到的不是一半'),
        Text('A plain number needs no gradient. Does that change how fast the maximum '
             'moves with the Value? Which rule does the exercise give for equal '
             'operands?',
             '普通的数不需要梯度。但这会改变 Value 应得的份额吗？'
             '两个操作数相等时，题目规定怎么分？'),
    ),
    'quotient-rounded-down': (
        Text('the quotient is rounded down: // for /', '商被取整了：该写 / 却写了 //'),
        Text('What is 7 / 2, and what is 7 // 2?', '7 / 2 是多少？7 // 2 又是多少？'),
    ),
    'tie-by-identity': (
        Text('numbers are compared with `is`', '用 `is` 比较数值'),
        Text('`is` asks whether two names stand for one object. Which operator asks '
             'whether two numbers are equal?',
             '`is` 问的是两个名字是否指向同一个对象。哪个运算符问的是两个数是否相等？'),
    ),
    'divides-by-the-base': (
        Text('the rule divides by the base, which may be 0',
             '公式里以底数作除数，而底数可能是 0'),
        Text('x³ is flat at 0: its slope there is 0, and no error. Which form of the '
             'power rule needs no division?',
             'x³ 在 0 处是平的：斜率为 0，不该出错。幂法则的哪种写法不需要除法？'),
    ),
    'tie-halved-always': (
        Text('the gradient is halved where there is no tie',
             '并不相等时梯度也被减半了'),
        Text('Half and half is for equal operands only. How much does each get '
             'otherwise?',
             '只有相等时才各得一半。其他情况下各得多少？'),
    ),
    'times-for-power': (
        Text('multiplied instead of taking a power', '该写乘方的地方写成了乘法'),
        Text('Is x³ made of x * 3 or of x ** 3? And its derivative?',
             'x³ 是 x * 3 还是 x ** 3？它的导数呢？'),
    ),
    'plus-for-minus': (
        Text('+ where the derivative has -', '导数里应为减号，却写了加号'),
        Text('Far from 0 the curve is nearly flat. Does your local gradient get small '
             'there?',
             '在远离 0 的地方，曲线几乎是平的。你的局部梯度在那里会变小吗？'),
    ),
    'wrong-sign-inside': (
        Text('the minus sign in the exponent is missing', '指数里漏了负号'),
        Text('For large x the function goes to 1. Where does yours go?',
             'x 很大时，函数趋近于 1。你的函数趋近于多少？'),
    ),
    'absolute-upstream': (
        Text('the absolute value of the upstream gradient is used',
             '对上游梯度取了绝对值'),
        Text('Whose sign decides the slope of abs: that of the operand, or that of the '
             'gradient from above?',
             'abs 的斜率由谁的符号决定：操作数的，还是上游梯度的？'),
    ),
    'upstream-inverted': (
        Text('the upstream gradient is divided by', '把上游梯度当成了除数'),
        Text('The chain rule multiplies. What have you put below the fraction line?',
             '链式法则是相乘。你在分母里写了什么？'),
    ),
}
