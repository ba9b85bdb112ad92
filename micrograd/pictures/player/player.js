'use strict';

const { nodes, steps, words } = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const picture = document.querySelector('#stage svg');
const svgSpace = picture.namespaceURI;
const last = steps.length - 1;
const seed = steps.findIndex(step => step.kind === 'seed');
const UNKNOWN = '?';

let now = 0;                // the step that is shown
let timer = null;           // while it plays
let quizzing = false;
const answered = new Map();  // step -> 'at once', 'later' or 'shown'

// A text in the language of the page, with its fields filled in.
function say(text, fields = {}) {
  return words[text].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

/* --- a step in the picture ------------------------------------------------ */

// What is known after step k: data of each node, and [text, fill, ink] of its grad.
function known(k) {
  const data = nodes.map(node => node.leaf ? node.data : UNKNOWN);
  const grads = nodes.map(() => [UNKNOWN, '', '']);
  for (const step of steps.slice(0, k + 1)) {
    if (step.kind === 'forward') data[step.node] = nodes[step.node].data;
    for (const [i, grad] of Object.entries(step.grads || {})) grads[i] = grad;
  }
  return { data, grads };
}

// A table has a line for each of its rows.
function write(number, text) {
  number.textContent = '';
  text.split('\n').forEach((line, i) => {
    const row = document.createElementNS(svgSpace, 'tspan');
    row.setAttribute('x', number.getAttribute('x'));
    row.setAttribute('dy', i ? number.dataset.line : 0);
    row.textContent = line;
    number.append(row);
  });
}

function put(svg, id, text, fill = '', ink = '') {
  const number = svg.getElementById(id);
  write(number, text);
  number.style.fill = ink;
  number.classList.toggle('unknown', text === UNKNOWN);
  for (const cell of [id, id.replace(/^./, '$&n')])
    svg.getElementById(cell + 'c').style.fill = fill;
  svg.getElementById(id.replace(/^./, '$&n')).style.fill = ink;
}

function putNumbers(svg, { data, grads }) {
  nodes.forEach((_, i) => {
    put(svg, `d${i}`, data[i]);
    put(svg, `g${i}`, ...grads[i]);
  });
}

function mark(id, name) {
  picture.getElementById(id)?.classList.add(name);
  picture.getElementById(id + 'c')?.classList.add(name);
}

// Light the node of a step, the edges that carry, and what is read and written.
function light(step, revealed) {
  for (const name of ['lit', 'flows', 'read', 'written'])
    for (const part of picture.querySelectorAll(`.${name}`)) part.classList.remove(name);
  for (const text of picture.querySelectorAll('.factor')) text.remove();
  const { kind, node } = step;
  if (node === undefined) return;
  mark(`n${node}`, 'lit');
  if (kind === 'seed') return revealed && mark(`gn${node}`, 'written');
  mark(`op${node}`, 'lit');
  const edges = [...picture.querySelectorAll(`[data-op="${node}"]`)];
  const carries = edge => kind === 'forward' || edge.dataset.operand === undefined
    || edge.dataset.operand in (step.grads || {});
  for (const edge of edges.filter(carries)) edge.classList.add('flows');
  if (!revealed) return;
  for (const i of step.read || []) mark(`dn${i}`, 'read');
  if (kind === 'forward') return mark(`dn${node}`, 'written');
  mark(`gn${node}`, 'read');
  for (const i of Object.keys(step.grads || {})) mark(`gn${i}`, 'written');
  putFactors(picture.getElementById(`op${node}`), edges, step.locals || {});
}

// The local gradients stand above and below the operation, in the order of the edges.
function putFactors(operation, edges, locals) {
  const box = operation.querySelector('ellipse').getBBox();
  const middle = edge => {
    const path = edge.querySelector('path');
    return path.getPointAtLength(path.getTotalLength() / 2).y;
  };
  const inward = edges.filter(edge => edge.dataset.operand in locals)
    .sort((a, b) => middle(a) - middle(b));
  const above = Math.ceil(inward.length / 2);
  inward.forEach((edge, i) => {
    const text = document.createElementNS(svgSpace, 'text');
    text.setAttribute('class', 'factor');
    text.setAttribute('x', box.x + box.width / 2);
    text.setAttribute('y', i < above ? box.y - 7 - 20 * (above - 1 - i)
      : box.y + box.height + 20 + 20 * (i - above));
    text.textContent = `× ${locals[edge.dataset.operand]}`;
    operation.parentNode.append(text);
  });
}

function describe({ data, grads }) {
  const word = text => text === UNKNOWN ? say('not yet known') : text;
  return nodes.map(({ name }, i) => say('{name}: data {data}, grad {grad}.',
    { name, data: word(data[i]), grad: word(grads[i][0]) })).join(' ');
}

/* --- a step in words ------------------------------------------------------ */

function element(tag, text = '', attributes = {}) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.textContent = text;
  return made;
}

function lineElements(step, praise) {
  const lines = step.lines.map(([text, note]) => {
    const item = element('li', text);
    if (note) item.append(element('i', note));
    return item;
  });
  const why = praise ? step.quiz.filter(({ why }) => why) : [];
  return [...lines, ...why.map(({ name, why }) =>
    element('li', say('Right, {name}: {why}', { name, why }), { className: 'right' }))];
}

function askElements(step) {
  return step.quiz.map(({ name }, i) => {
    const label = element('label', `${name} = `);
    label.append(element('input', '', { name: `answer${i}`, inputMode: 'text' }));
    const row = element('div');
    row.append(label, element('p'));
    return row;
  });
}

const isAsked = k => quizzing && steps[k].quiz && !answered.has(k);

function title({ title }, asked) {
  return asked
    ? say('{title}. What will the gradient be after this step?', { title }) : title;
}

function show(k) {
  now = Math.max(0, Math.min(last, k));
  const step = steps[now];
  const asked = isAsked(now);
  const state = known(asked ? now - 1 : now);
  document.body.classList.toggle('backward', seed <= now);
  putNumbers(picture, state);
  light(step, !asked);
  follow();
  picture.setAttribute('aria-label', describe(state));
  fillCaption(step, asked, ['at once', 'later'].includes(answered.get(now)));
  $('slider').value = now;
  $('slider').setAttribute('aria-valuetext',
    say('step {now}: {title}', { now, title: step.title }));
  $('where').textContent = say('step {now} of {last}', { now, last });
  tellAddress();
  if (asked) {
    pause();
    $('quiz').querySelector('input').focus();
  }
}

// praise: with the reasons why the answers were right.
function fillCaption(step, asked, praise = false) {
  $('title').textContent = title(step, asked);
  $('lines').replaceChildren(...(asked ? [] : lineElements(step, praise)));
  $('questions').replaceChildren(...(asked ? askElements(step) : []));
  $('quiz').hidden = !asked;
}

// The caption is as high as its highest step, so that the picture stays in its place.
function fixCaption() {
  const caption = $('caption');
  caption.style.height = '';
  let height = 0;
  for (const step of steps) {
    for (const asked of [false, true].slice(0, quizzing && step.quiz ? 2 : 1)) {
      fillCaption(step, asked, quizzing && step.quiz);
      height = Math.max(height, caption.offsetHeight);
    }
  }
  caption.style.height = `${height}px`;
  show(now);
}

/* --- going through -------------------------------------------------------- */

function pause() {
  clearInterval(timer);
  timer = null;
  $('play').textContent = say('Play');
}

function play() {
  if (now === last) show(0);
  clearInterval(timer);
  $('play').textContent = say('Pause');
  timer = setInterval(() => {
    show(now + 1);
    if (now === last) pause();
  }, Number($('speed').value));
}

function go(k) {
  pause();
  show(k);
}

function setSpeed(change) {
  const { options, selectedIndex } = $('speed');
  const chosen = Math.max(0, Math.min(options.length - 1, selectedIndex + change));
  $('speed').selectedIndex = chosen;
  if (timer) play();
}

// Not at once: browsers refuse a hundred addresses in a few seconds.
let telling = null;

function tellAddress() {
  clearTimeout(telling);
  if (location.protocol === 'about:') return; // in a notebook: no address of its own
  telling = setTimeout(() => history.replaceState(null, '', `#step=${now}`), 200);
}

function fromAddress() {
  const found = /^#step=(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : now;
}

$('back').onclick = () => go(now - 1);
$('next').onclick = () => go(now + 1);
$('play').onclick = () => timer ? pause() : play();
$('speed').onchange = () => setSpeed(0);
$('slider').max = last;
$('slider').oninput = () => go(Number($('slider').value));
window.onhashchange = () => fromAddress() !== now && go(fromAddress());

/* --- quiz ----------------------------------------------------------------- */

// As the lessons read and judge a number (classroom/lesson/answers.py), without percent.
const SIGNS = { '−': '-', '–': '-', '—': '-', '。': '.', '、': '/', '×': '*', '÷': '/',
  '^': '**' };
const TOKEN = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|\*\*|inf(?:inity)?|\S/g;

function plain(answer) {
  return answer.normalize('NFKC').trim().toLowerCase()
    .replace(/[−–—。、×÷^]/g, sign => SIGNS[sign]).replace(/^[=≈ ]+/, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').replaceAll(',', '.');
}

// The number that a sum of plain numbers is; NaN for anything else.
function parse(answer) {
  const tokens = plain(answer).match(TOKEN) || [];
  const take = (...signs) => signs.includes(tokens[0]) && tokens.shift();
  const inARow = (part, operations) => {
    let number = part();
    for (let sign; (sign = take(...Object.keys(operations)));)
      number = operations[sign](number, part());
    return number;
  };
  const sum = () => inARow(product, { '+': (a, b) => a + b, '-': (a, b) => a - b });
  const product = () => inARow(signed, {
    '*': (a, b) => a * b, '/': (a, b) => b === 0 ? NaN : a / b });
  const signed = () => take('-') ? -signed() : take('+') ? signed() : power();
  const power = () => {
    const base = atom();
    return take('**') ? base ** signed() : base;
  };
  const atom = () => {
    if (take('(')) {
      const inside = sum();
      return take(')') ? inside : NaN;
    }
    return take('inf', 'infinity', '∞') ? Infinity : Number(tokens.shift());
  };
  const number = sum();
  return tokens.length ? NaN : number;
}

// Half a unit of the last digit that was typed; 0 for a fraction.
function precision(answer) {
  const digits = /^[+-]?\d*\.?(\d*)(?:e([+-]?\d+))?$/.exec(plain(answer));
  return digits ? 0.5 * 10 ** (Number(digits[2] || 0) - digits[1].length) : 0;
}

// Within 1 %, or rounded; a number that JavaScript does not know, to the letter.
function equals(answer, [text, value], rounding = 0) {
  if (value === null || value === 'NaN') return answer.trim() === text;
  const number = parse(answer), truth = Number(value);
  if (number === truth) return true;
  const off = Math.abs(number - truth);
  return Number.isFinite(off) && (off <= 1e-9
    || off <= 0.01 * Math.max(Math.abs(number), Math.abs(truth))
    || off <= Math.min(rounding * (1 + 1e-9), Math.abs(truth) / 4));
}

// What a usual slip gives, and nothing if the answer is none.
function slip(answer, question, others) {
  const { before, added, after, parts, local, upstream } = question;
  const is = number => number && equals(answer, number);
  if (parts.length > 1 && parts.some(is))
    return say('That is one path alone. The gradient is the sum of both paths.');
  if (before && is(added))
    return say('That is this path alone. Another has brought {before} before: '
      + 'the gradient is the sum of both paths.', { before: before[0] });
  if (before && is(before))
    return say('That was there before. This closure adds to it.');
  if (is(local))
    return say('That is the local gradient alone: multiply it by the upstream gradient, '
      + 'which is {upstream}.', { upstream: upstream[0] });
  if (is(upstream))
    return say('That is the upstream gradient alone: multiply it by the local gradient.');
  if (typeof after[1] === 'number' && equals(answer, ['', -after[1]]))
    return say('Look at the sign.');
  const other = others.find(other => equals(answer, other.after));
  return other && say('That is {name}.', { name: other.name });
}

function hint({ name, before, upstream }) {
  if (!upstream) return say('By how much does {x} move if it moves by 1?',
    { x: name.replace(/\.grad$/, '') });
  if (!before) return say('The local gradient, times the upstream gradient {upstream}.',
    { upstream: upstream[0] });
  return say('The local gradient, times the upstream gradient {upstream}, plus {before} '
    + 'from before.', { upstream: upstream[0], before: before[0] });
}

// What is wrong with an answer; nothing if it is right. What only rounding would make
// right is not, where it is what a slip gives.
function fault(answer, question, others) {
  if (equals(answer, question.after)) return '';
  const found = slip(answer, question, others);
  if (!found && equals(answer, question.after, precision(answer))) return '';
  if (!found && Number.isNaN(parse(answer)))
    return say('Type a number, such as -0.5 or 1/3.');
  return found || hint(question);
}

function check() {
  const questions = steps[now].quiz;
  const rows = [...$('questions').children];
  let right = 0;
  rows.forEach((row, i) => {
    const answer = row.querySelector('input').value;
    const question = questions[i];
    const why = fault(answer, question, questions.filter(other => other !== question));
    const message = row.querySelector('p');
    message.className = why ? 'wrong' : 'right';
    message.textContent = why ? say('Not yet. {why}', { why })
      : say('Right: {why}', { why: question.why || question.after[0] });
    right += !why;
  });
  if (right === rows.length) reveal($('quiz').dataset.tried ? 'later' : 'at once');
  else {
    $('quiz').dataset.tried = 'yes';
    rows.find(row => row.querySelector('.wrong')).querySelector('input').select();
  }
}

function reveal(how) {
  delete $('quiz').dataset.tried;
  answered.set(now, how);
  const score = [...answered.values()].filter(how => how === 'at once').length;
  $('score').textContent = say('{score} of {all} right at once',
    { score, all: answered.size });
  show(now);
  $('next').focus();
}

$('quiz').onsubmit = event => {
  event.preventDefault();
  check();
};
$('reveal').onclick = () => reveal('shown');
$('quizzing').hidden = !steps.some(step => step.quiz);
$('quizzing').onclick = () => {
  quizzing = !quizzing;
  answered.clear();
  $('score').textContent = '';
  $('quizzing').setAttribute('aria-pressed', quizzing);
  pause();
  if (quizzing && now > seed) now = seed;
  fixCaption();
};

/* --- zoom and pan --------------------------------------------------------- */

const whole = picture.viewBox.baseVal;
const fitted = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
const view = { ...fitted };

function look() {
  picture.setAttribute('viewBox', `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// Zoom by a factor around a point of the picture, its middle if none is given.
function zoom(factor, x = view.x + view.width / 2, y = view.y + view.height / 2) {
  const limited = Math.min(2 * fitted.width, Math.max(fitted.width / 20,
    view.width / factor)) / view.width;
  view.x = x - (x - view.x) * limited;
  view.y = y - (y - view.y) * limited;
  view.width *= limited;
  view.height *= limited;
  look();
}

function move(dx, dy) {
  view.x += dx;
  view.y += dy;
  look();
}

function fit() {
  Object.assign(view, fitted);
  look();
}

// Units of the picture in a pixel of the screen.
const unit = () => 1 / picture.getScreenCTM().a;

// On the screen, the smallest box around the parts of the picture.
function around(names) {
  const boxes = [...picture.querySelectorAll(names)]
    .map(part => part.getBoundingClientRect());
  const left = Math.min(...boxes.map(box => box.left));
  const top = Math.min(...boxes.map(box => box.top));
  return new DOMRect(left, top, Math.max(...boxes.map(box => box.right)) - left,
    Math.max(...boxes.map(box => box.bottom)) - top);
}

// A magnified picture moves where what runs would not be in sight.
function follow() {
  if (view.width >= fitted.width || steps[now].node === undefined) return;
  const frame = $('stage').getBoundingClientRect();
  let box = around('.lit, .flows, .written');
  if (box.width > frame.width || box.height > frame.height) box = around('.lit');
  if (frame.left <= box.left && box.right <= frame.right
    && frame.top <= box.top && box.bottom <= frame.bottom) return;
  move((box.left + box.right - frame.left - frame.right) / 2 * unit(),
    (box.top + box.bottom - frame.top - frame.bottom) / 2 * unit());
}

$('in').onclick = () => zoom(1.25);
$('out').onclick = () => zoom(0.8);
$('fit').onclick = fit;
$('stage').addEventListener('wheel', event => {
  event.preventDefault();
  const point = new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(picture.getScreenCTM().inverse());
  zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, point.x, point.y);
}, { passive: false });
$('stage').onpointerdown = event => $('stage').setPointerCapture(event.pointerId);
$('stage').onpointermove = event => {
  if (event.buttons) move(-event.movementX * unit(), -event.movementY * unit());
};

/* --- print ---------------------------------------------------------------- */

function sheet(heading, state, lines) {
  const article = element('article');
  const copy = picture.cloneNode(true);
  for (const name of ['lit', 'flows', 'read', 'written'])
    for (const part of copy.querySelectorAll(`.${name}`)) part.classList.remove(name);
  for (const text of copy.querySelectorAll('.factor')) text.remove();
  const { x, y, width, height } = fitted;
  copy.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  putNumbers(copy, state);
  const list = element('ol');
  list.append(...lines.map(text => element('li', text)));
  article.append(element('h2', heading), copy, list);
  return article;
}

// The worksheet has all data and no gradient, the key has both.
window.onbeforeprint = () => {
  const root = nodes.at(-1).name;
  const blank = known(seed - 1);
  blank.grads = nodes.map(() => [' ', '', '']);
  const done = steps.slice(seed).flatMap(step => step.kind === 'end' ? [] : step.lines);
  $('sheets').replaceChildren(
    sheet(say('Worksheet: fill in the gradient of {root} at each value', { root }),
      blank, []),
    sheet(say('Key'), known(last), done.map(([text, note]) =>
      note ? `${text}   ${say('({note})', { note })}` : text)));
};
$('print').onclick = () => window.print();

/* --- keys ----------------------------------------------------------------- */

$('help').onclick = () => $('keys').showModal();

const KEYS = {
  ArrowRight: () => go(now + 1), ArrowDown: () => go(now + 1), PageDown: () => go(now + 1),
  ArrowLeft: () => go(now - 1), ArrowUp: () => go(now - 1), PageUp: () => go(now - 1),
  Home: () => go(0), End: () => go(last), ' ': () => $('play').click(),
  '[': () => setSpeed(-1), ']': () => setSpeed(1),
  '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), 0: fit,
  q: () => $('quizzing').click(), p: () => $('print').click(), '?': () => $('help').click(),
};
const MOVES = {
  ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1],
};

document.onkeydown = event => {
  const { target, key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || $('keys').open) return;
  if (target.matches('input:not([type=range]), select') && !key.startsWith('Page')) return;
  if (target.matches('button') && key === ' ') return;  // it presses the button
  if (event.shiftKey && MOVES[key]) move(...MOVES[key].map(by => by * view.width / 20));
  else if (KEYS[key]) KEYS[key]();
  else return;
  event.preventDefault();
};

/* --- begin ---------------------------------------------------------------- */

for (const [className, name, size] of [['forward', say('forward'), seed],
  ['backward', say('backward'), last - seed]]) {
  const phase = element('span', name, { className });
  phase.style.flexGrow = size;
  $('phases').append(phase);
}
picture.setAttribute('role', 'img');
now = Math.min(last, fromAddress());
fixCaption();
window.onresize = fixCaption;
