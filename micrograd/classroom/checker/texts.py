"""What the checker says, in both languages; braces stand for what is filled in.

What it says of a mistake stands with the mistake, and the hints of an exercise stand
in its check.
"""

from micrograd.classroom.checker.exercise import Text

TEXTS = {
    # the state of an exercise
    'exercise': Text('Exercise {number} of {count}', '练习 {number}/{count}'),
    'solved': Text('{solved} of {count} solved', '已完成 {solved}/{count}'),
    'passed': Text('All correct.', '全部正确。'),
    'todo': Text('Not done yet. Write your lines at the TODO in {file}',
                 '还没有完成。请在 {file} 中的 TODO 处写下你的代码'),
    'not begun': Text('not begun', '未开始'),
    'begun': Text('begun', '进行中'),
    'done': Text('solved', '已完成'),
    'your file': Text('Your file: {file}', '你的文件：{file}'),
    'all solved': Text('You have solved all {count} exercises.',
                       '{count} 个练习你全部完成了。'),
    # a mistake
    'unknown': Text('I do not know this mistake. The smallest example that fails:',
                    '这种错误我还认不出来。下面是出错的最小例子：'),
    'yours': Text('yours', '你的结果'),
    'right': Text('right', '正确结果'),
    'hint': Text('Hint: {hint}', '提示：{hint}'),
    'shape': Text('{error} in line {line} of your file: {message}',
                  '你的文件第 {line} 行出现 {error}：{message}'),
    'fault': Text('{error}: {message}', '{error}：{message}'),
    'fault in line': Text('{error} (line {line}): {message}',
                          '{error}（第 {line} 行）：{message}'),
    'no fault': Text('runs', '能运行'),
    'a kind': Text('a {kind}', '一个 {kind}'),
    'printed': Text('Your file printed:', '你的文件输出了：'),
    'more printed': Text('… and more', '……还有更多'),
    'helper': Text('(run_backward runs each _backward, from the result back.)',
                   '（run_backward 从结果往回，依次运行每个节点的 _backward。）'),
    # a file that cannot be tried
    'SyntaxError': Text('Python cannot read line {line} of your file: {message}',
                        'Python 读不懂你的文件的第 {line} 行：{message}'),
    'SyntaxError without line': Text('Python cannot read your file: {message}',
                                     'Python 读不懂你的文件：{message}'),
    'IndentationError': Text(
        'Line {line} of your file is indented wrongly: {message}. The lines of a block '
        'begin in one column.',
        '你的文件第 {line} 行缩进不对：{message}。同一个代码块的各行要从同一列开始。'),
    'foreign sign': Text(
        'Line {line} of your file has a character that Python does not know: '
        '{message}. Is it a full-width one, or copied from a page? Type it again.',
        '你的文件第 {line} 行有 Python 不认识的字符：{message}。'
        '是不是全角标点，或者从网页复制来的符号？请切换到英文输入法重新输入。'),
    'no text': Text('Your file is not plain text in UTF-8: {message}. Save it as '
                    'UTF-8.',
                    '你的文件不是 UTF-8 编码的纯文本：{message}。请另存为 UTF-8。'),
    'SystemExit': Text(
        'Your file ends itself in line {line} (sys.exit, exit or quit). A file that is '
        'checked has to run to its end.',
        '你的文件在第 {line} 行自行退出（sys.exit、exit 或 quit）。'
        '接受检查的文件必须能运行到底。'),
    'KeyboardInterrupt': Text('Your file interrupts itself in line {line}.',
                              '你的文件在第 {line} 行自行中断。'),
    'MemoryError': Text(
        'Line {line} of your file needs more memory than an exercise may use '
        '({megabytes} MB).',
        '你的文件第 {line} 行用的内存超过了练习允许的上限（{megabytes} MB）。'),
    'FloodError': Text('Your file prints endlessly; it was stopped in line {line}.',
                       '你的文件不停地输出，在第 {line} 行被终止。'),
    'refused': Text(
        'Line {line} of your file was stopped: an exercise may not do this: {message}',
        '你的文件在第 {line} 行被终止，练习中不允许这样做：{message}'),
    'EOFError': Text(
        'Line {line} of your file asks for input. Nobody answers while a file is '
        'checked: remove the line.',
        '你的文件第 {line} 行等待输入。检查时没有人输入，请删掉这一行。'),
    'not offered': Text(
        'Line {line} of your file imports what this exercise does not offer: '
        '{message}. From micrograd it offers: {offers}.',
        '你的文件第 {line} 行导入了本练习不提供的东西：{message}。'
        '可以从 micrograd 导入的有：{offers}。'),
    'nothing': Text('nothing, you write it yourself', '无，要由你自己来写'),
    'missing': Text('Your file has no {names}.', '你的文件里没有 {names}。'),
    'renamed': Text('It has {others}: is that it, under another name?',
                    '不过有 {others}：是不是就是它，只是换了名字？'),
    'time': Text(
        'Your file was stopped after {seconds:g} seconds{in_line}. An infinite loop?',
        '你的文件运行了 {seconds:g} 秒后{in_line}被终止。是不是死循环？'),
    'memory': Text(
        'Your file was stopped{in_line}: it uses more than {megabytes} MB of memory.',
        '你的文件{in_line}被终止：占用的内存超过了 {megabytes} MB。'),
    'excess': Text(
        'Your file was stopped{in_line}: it starts too many threads, or makes too many '
        'files or too large ones.',
        '你的文件{in_line}被终止：启动的线程太多，或者创建的文件太多、太大。'),
    'crash': Text(
        'Your file made Python itself crash{in_line}. Infinite recursion?',
        '你的文件{in_line}让 Python 本身崩溃了。是不是无限递归？'),
    'in line': Text(', in line {line}', '在第 {line} 行'),
    'exit': Text(
        'Your file ended the check before it was done (os._exit, perhaps).',
        '你的文件在检查完成之前就结束了进程（也许是 os._exit）。'),
    'flood': Text('Your file wrote endlessly, and was stopped.',
                  '你的文件不停地写出内容，已被终止。'),
    'while running': Text('This is what it was to do:', '当时要做的是：'),
    'unreadable': Text('The file cannot be read: {message}', '文件无法读取：{message}'),
    # commands
    'hint number': Text('Hint {number} of 3: {hint}', '提示 {number}/3：{hint}'),
    'last hint': Text('That was the last hint.', '这是最后一条提示。'),
    'see hint': Text('The next hint: {command}', '下一条提示：{command}'),
    'see next': Text('Next: {command}', '下一个练习：{command}'),
    'see solution': Text('Our solution: {command}', '参考答案：{command}'),
    'locked': Text(
        'The solution of {name} is shown when your own passes, or with --give-up.',
        '{name} 的参考答案要等你的代码通过后才显示；放弃作答请加 --give-up。'),
    'kept': Text('Your work is kept in {file}', '你原来的代码保存在 {file}'),
    'fresh': Text('The stub is back: {file}', '已恢复为初始文件：{file}'),
    'picture': Text('The graph of the example: {file}', '例子的计算图：{file}'),
    'no picture': Text('There is no graph in this example to draw.',
                       '这个例子里没有可画的计算图。'),
    'no mistake': Text('Nothing to draw: no example failed.', '没有出错的例子可画。'),
    'watching': Text('Watching {file}. Save it to check it again; Ctrl-C ends.',
                     '正在监视 {file}。保存即重新检查，按 Ctrl-C 结束。'),
    'deleted': Text('{file} is not there any more. Put it back, or end with Ctrl-C.',
                    '{file} 已经不在了。请放回文件，或按 Ctrl-C 结束。'),
    'no exercise': Text('There is no exercise {name!r}.', '没有名为 {name!r} 的练习。'),
    'near exercise': Text('There is no exercise {name!r}. Is it {close}?',
                          '没有名为 {name!r} 的练习。是不是 {close}？'),
    'no file': Text('There is no file {name}.', '没有文件 {name}。'),
    'no program': Text('{name} is no Python file. Save it as one, with .py at its end.',
                       '{name} 不是 Python 文件。请另存为以 .py 结尾的文件。'),
    'see list': Text('All of them: {command}', '全部练习：{command}'),
    'absent': Text('No file {file} was handed in.', '没有提交文件 {file}。'),
}


def say(lang: str, key: str, **values: object) -> str:
    """A text in a language, filled in."""
    return getattr(TEXTS[key], lang).format(**values)
