"""What the presenter says, in each language."""

ENGLISH = {
    'next': 'Enter next, b back, ? help: ',
    'end': 'Enter end, b back, ? help: ',
    'answer': 'Your answer (Enter shows it): ',
    'unreadable': '{answer} is not a number, nor yes or no.',
    'no choice': '{answer} is none of {choices}.',
    'right': 'Right: {truth}.',
    'wrong': 'Not quite. The answer: {truth}.',
    'told': 'The answer: {truth}.',
    'other kind': 'That is not what was asked. The answer: {truth}.',
    'yes': 'yes',
    'no': 'no',
    'score': 'You predicted {right} of {asked}.',
    'no key': '{key} is not a key of the lesson.',
    'no cell': 'The lesson has cells 1 to {last}, and no {number}.',
    'skipped': 'Run on the way: {cells}.',
    'again': 'Run again:',
    'nothing to run': 'There is nothing to run in a cell of text.',
    'rerun failed': 'The cell failed this time. The lesson goes on from here.',
    'failed': 'The lesson has stopped: {name}, line {line}.',
    'help': [
        'Enter  the next cell',
        'b      the cell before',
        '7      to cell 7; those between are run',
        'r      run this cell again',
        'q      quit',
        '?      this help',
        'At a question, type what you predict: a number such as 0.5 or 1/3, yes or '
        'no, or the letter of a choice. A letter that is a choice is not a key '
        'there; the words back, quit and help always are. To go to cell 7 from a '
        'question, type :7.',
    ],
}

CHINESE = {
    'next': '按回车继续，b 返回，? 帮助：',
    'end': '按回车结束，b 返回，? 帮助：',
    'answer': '你的答案（直接按回车看答案）：',
    'unreadable': '“{answer}”不是数，也不是“是”或“否”。',
    'no choice': '没有选项 {answer}，可选的是 {choices}。',
    'right': '答对了：{truth}。',
    'wrong': '不太对。答案：{truth}。',
    'told': '答案：{truth}。',
    'other kind': '这里问的不是这个。答案：{truth}。',
    'yes': '是',
    'no': '否',
    'score': '你回答了 {asked} 个问题，预测对了 {right} 个。',
    'no key': '“{key}”不是本课的按键。',
    'no cell': '本课的单元格从 1 到 {last}，没有第 {number} 个。',
    'skipped': '已运行中间的单元格：{cells}。',
    'again': '再运行一次：',
    'nothing to run': '这个单元格是文字，没有可运行的代码。',
    'rerun failed': '这个单元格这次运行出错了。本课从这里继续。',
    'failed': '本课中断：{name}，第 {line} 行。',
    'help': [
        '回车  下一个单元格',
        'b     返回上一个单元格',
        '7     跳到第 7 个单元格，中间的都会运行',
        'r     再运行一次这个单元格',
        'q     退出',
        '?     显示本帮助',
        '遇到提问时，请输入你的预测：一个数（如 0.5 或 1/3）、“是”或“否”，'
        '或者选项的字母。这时，用作选项的字母不再是按键，'
        '但 back、quit 和 help 这几个词始终有效。'
        '要从提问处跳到第 7 个单元格，请输入 :7。',
    ],
}

PHRASES = {'en': ENGLISH, 'zh': CHINESE}
