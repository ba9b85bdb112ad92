"""The training loop: what it learns, shows, refuses, and how it ends."""
import json
import math
import os
import random
import re
import select
import signal
import subprocess
import sys
import textwrap
import threading
import time
from fractions import Fraction
from types import SimpleNamespace

import pytest
from places import ROOT

from micrograd.engine import Value
from micrograd.nn import MLP
from micrograd.training.datasets import linear, spirals
from micrograd.training.loop import NotFiniteError, fit
from micrograd.training.losses import cross_entropy, mse
from micrograd.training.optim import SGD, Adam, WarmupLR
from micrograd.training.progress import Progress


class Line:
    """y = w * x + b, the smallest model."""

    def __init__(self, w=0.0, b=0.0):
        self.w, self.b = Value(w, label='w'), Value(b, label='b')
        self.parameters = [self.w, self.b]

    def __call__(self, x):
        return self.w * x + self.b

    @property
    def data(self):
        return [p.data for p in self.parameters]


LINE = [(x / 4, 3 * x / 4 - 1) for x in range(-4, 5)]


def train(model=None, data=LINE, loss_fn=mse, lr=0.1, epochs=3, **options):
    """Fit a line without output; return the model and the history."""
    model = model or Line()
    options.setdefault('optimizer', SGD(model.parameters, lr))
    optimizer = options.pop('optimizer')
    options.setdefault('progress', False)
    return model, fit(model, data, loss_fn, optimizer, epochs, **options)


# --- what it learns ----------------------------------------------------------


def test_it_is_the_loop_that_one_writes_by_hand():
    by_hand = Line()
    losses = []
    for _ in range(3):
        total = 0.0
        for x, y in LINE:
            loss = (by_hand(x) - y) ** 2
            for p in by_hand.parameters:
                p.grad = 0.0
            loss.backward()
            for p in by_hand.parameters:
                p.data -= 0.1 * p.grad
            total += loss.data
        losses.append(total / len(LINE))
    model, history = train(shuffle=False)
    assert model.data == by_hand.data
    assert history['loss'] == pytest.approx(losses, rel=1e-14)
    assert history == {'loss': history['loss'], 'lr': [0.1] * 3, 'interrupted': False}


def test_a_batch_steps_along_the_mean_gradient():
    model, _ = train(epochs=1, batch_size=len(LINE))
    by_hand = Line()
    mse([by_hand(x) for x, _ in LINE], [y for _, y in LINE]).backward()
    assert model.data == pytest.approx(
        [p.data - 0.1 * p.grad for p in by_hand.parameters], rel=1e-12)


@pytest.mark.parametrize('batch_size, steps', [(1, 9), (2, 5), (4, 3), (9, 1), (99, 1)])
def test_every_sample_is_used_once_in_an_epoch(batch_size, steps):
    used, made = [], []

    class Counting(SGD):
        def step(self):
            made.append(1)
            super().step()

    def loss_fn(output, target):
        used.append(target)
        return mse(output, target)
    model = Line()
    train(model, loss_fn=loss_fn, epochs=1, batch_size=batch_size,
          optimizer=Counting(model.parameters, 0.1))
    assert sorted(used) == [y for _, y in LINE]
    assert len(made) == steps


def test_a_network_learns_the_regression_of_the_article():
    random.seed(1)
    model = MLP(2, [8, 1])
    history = fit(model, linear(), mse, SGD(model.parameters(), 0.02), 30, False)
    assert history['loss'][-1] < 0.01 < 0.5 < history['loss'][0]
    assert model((1.5, -2.0)).data == pytest.approx(9.5, abs=0.4)


def test_a_network_learns_three_classes():
    random.seed(1)
    data = spirals(60)
    model = MLP(2, [16, 3], activation='tanh')
    history = fit(model, data, cross_entropy, Adam(model.parameters(), 0.05), 60, False,
                  batch_size=10)
    assert history['loss'][-1] < 0.2
    outputs = [[logit.data for logit in model(x)] for x, _ in data]
    right = [out.index(max(out)) == y for out, (_, y) in zip(outputs, data)]
    assert sum(right) >= 57


def test_data_may_be_a_generator_and_parameters_fractions():
    model = Line(Fraction(0), Fraction(0))
    data = ((Fraction(x), Fraction(2 * x)) for x in (1, 2))
    _, history = train(model, data, lr=Fraction(1, 10), epochs=2, shuffle=False)
    assert isinstance(model.w.data, Fraction)
    assert history['loss'][1] < history['loss'][0]


# --- options -----------------------------------------------------------------


def order_of_use(**options):
    used = []

    def loss_fn(output, target):
        used.append(target)
        return mse(output, target)
    train(loss_fn=loss_fn, **options)
    return [used[i:i + len(LINE)] for i in range(0, len(used), len(LINE))]


def test_the_order_is_new_in_each_epoch_and_depends_on_the_seed_alone():
    own = [y for _, y in LINE]
    random.seed(1)
    first = order_of_use()
    random.seed(2)
    assert order_of_use() == first == order_of_use(seed=0)
    assert order_of_use(seed=1) != first
    assert own != first[0] != first[1] != first[2]
    assert [sorted(epoch) for epoch in first] == [own] * 3
    assert order_of_use(shuffle=False) == [own] * 3
    state = random.getstate()
    train()
    assert random.getstate() == state  # the global generator is left alone


def test_the_schedule_gives_the_rate_of_each_step():
    rates = []

    class Recording(SGD):
        def step(self):
            rates.append(self.lr)
            super().step()
    model = Line()
    _, history = train(model, epochs=2, batch_size=5, schedule=WarmupLR(0.1, 4),
                       optimizer=Recording(model.parameters, 99))
    assert rates == [0.025, 0.05, 0.07500000000000001, 0.1]
    assert history['lr'] == [0.05, 0.1]
    _, history = train(schedule=lambda step: 0.1 - 0.001 * step)
    assert history['lr'] == pytest.approx([0.092, 0.083, 0.074])


def test_gradients_are_clipped_by_norm():
    model, _ = train(data=[(3.0, 1000.0)], lr=1.0, epochs=1, clip_norm=0.5)
    assert math.hypot(*model.data) == pytest.approx(0.5, rel=1e-5)


def test_the_validation_loss_is_taken_after_each_epoch_and_moves_nothing():
    held_out = [(2.0, 5.0), (-3.0, -10.0)]
    expected = []
    model, history = train(
        validation=(pair for pair in held_out),
        callback=lambda epoch, history: expected.append(
            mse([model(x) for x, _ in held_out], [y for _, y in held_out]).data),
        model=(model := Line()))
    assert history['validation'] == pytest.approx(expected)
    plain, without = train()
    assert plain.data == model.data
    assert 'validation' not in without


def test_the_callback_sees_each_epoch_and_may_end_the_training():
    seen = []

    def callback(epoch, history):
        seen.append((epoch, len(history['loss'])))
        return epoch == 3
    _, history = train(epochs=10, callback=callback)
    assert seen == [(1, 1), (2, 2), (3, 3)]
    assert len(history['loss']) == len(history['lr']) == 3
    assert history['interrupted'] is False
    # another result means nothing
    assert len(train(callback=lambda *_: 'go on')[1]['loss']) == 3


def test_the_history_goes_into_json_and_plots():
    _, history = train(validation=LINE)
    assert json.loads(json.dumps(history)) == history
    from matplotlib.figure import Figure
    axes = Figure().subplots()
    axes.plot(history['loss'])
    assert len(axes.lines[0].get_ydata()) == 3


@pytest.mark.parametrize('options, error, words', [
    ({'data': []}, ValueError, 'data is empty'),
    ({'data': [1, 2]}, TypeError, r'data\[0\] is no pair .inputs, target.: 1'),
    ({'data': [(1, 2), (1, 2, 3)]}, TypeError, r'data\[1\] is no pair'),
    ({'data': ['ab']}, TypeError, r"data\[0\] is no pair .*'ab'"),
    ({'validation': []}, ValueError, 'validation is empty'),
    ({'validation': [3]}, TypeError, r'validation\[0\] is no pair'),
    ({'data': None}, TypeError, r'data\[0\] is no pair .*None'),
    ({'loss_fn': 'mse'}, TypeError, "loss_fn is a function, got 'mse'"),
    ({'model': SimpleNamespace(parameters=[Value(1)])}, TypeError,
     'model is a function, got namespace'),
    ({'schedule': 0.1}, TypeError, 'schedule is a function, got 0.1'),
    ({'schedule': lambda step: None}, TypeError, r'schedule\(0\) is .* got None'),
    ({'schedule': lambda step: 1 - step}, ValueError, r'schedule\(2\) .* got -1'),
    ({'callback': 'x'}, TypeError, "callback is a function, got 'x'"),
    ({'optimizer': SGD}, TypeError, r'such as SGD\(model.parameters.*got <class'),
    ({'optimizer': MLP(2, [1])}, TypeError, 'optimizer is one from optim.py.*got MLP'),
    ({'epochs': 0}, ValueError, 'epochs is an int of at least 1, got 0'),
    ({'epochs': 2.5}, ValueError, 'epochs .* got 2.5'),
    ({'batch_size': 0}, ValueError, 'batch_size .* got 0'),
    ({'clip_norm': -1}, ValueError, 'max_norm'),
    ({'loss_fn': lambda out, y: 3.0}, TypeError, 'loss_fn returns one Value.* 3.0'),
    ({'loss_fn': lambda out, y: None}, TypeError, 'got None'),
])
def test_what_cannot_be_meant(options, error, words):
    with pytest.raises(error, match=words):
        train(**options)


# --- numbers that go bad -----------------------------------------------------


@pytest.mark.parametrize('bad', [math.nan, math.inf])
def test_a_bad_sample_is_named_and_takes_no_step(bad):
    data = [*LINE[:4], (0.5, bad), *LINE[4:]]
    with pytest.raises(NotFiniteError) as caught:
        train(model := Line(), data, shuffle=False)
    assert re.search(rf'the loss is {bad} in epoch 1 at data\[4\] = \(0.5, {bad}\)',
                     str(caught.value))
    assert 'look at the sample' in str(caught.value)
    assert model.data == train(data=data[:4], epochs=1, shuffle=False)[0].data


def test_a_bad_first_sample_leaves_everything_as_it_was():
    with pytest.raises(NotFiniteError, match=r'epoch 1 at data\[0\].* no step before'):
        train(model := Line(1.0, 2.0), [(math.nan, 1.0)])
    assert model.data == [1.0, 2.0]


def test_a_later_epoch_and_the_history_so_far_are_told():
    def loss_fn(output, target):
        return mse(output, target) * (math.nan if len(seen) == 2 else 1)
    seen = []
    with pytest.raises(NotFiniteError, match='in epoch 3 at data') as caught:
        train(loss_fn=loss_fn, epochs=5, callback=lambda *_: seen.append(1))
    assert len(caught.value.history['loss']) == 2


def test_in_a_batch_the_sample_itself_is_named():
    data = [*LINE, (math.nan, 1.0)]
    with pytest.raises(NotFiniteError, match=r'at data\[9\] = \(nan, 1.0\)'):
        train(data=data, batch_size=10)


def test_a_step_that_goes_too_far_is_taken_back():
    with pytest.raises(NotFiniteError, match='a smaller lr') as caught:
        train(model := Line(), LINE, lr=1e3, epochs=1000)
    assert all(map(math.isfinite, model.data))
    index = int(re.search(r'data\[(\d+)\]', str(caught.value)).group(1))
    assert math.isfinite(mse(model(LINE[index][0]), LINE[index][1]).data)


def test_a_bad_gradient_makes_no_step():
    def root(output, target):  # slope inf at 0
        return (output - target).sqrt()
    with pytest.raises(NotFiniteError, match='gradient of parameter 0 is inf in epoch'):
        train(model := Line(1.0, 0.0), [(1.0, 1.0)], loss_fn=root)
    assert model.data == [1.0, 0.0]
    with pytest.raises(NotFiniteError, match='gradient'):
        train(model, [(1.0, 1.0)], loss_fn=root, clip_norm=1.0)
    assert model.data == [1.0, 0.0]


def test_a_parameter_that_would_overflow_is_put_back():
    with pytest.raises(NotFiniteError, match='parameter 1 -inf .*taken back'):
        train(model := Line(0.0, 1.0), [(0.0, 0.0)], lr=1e308,
              loss_fn=lambda out, y: out * 10)
    assert model.data == [0.0, 1.0]


def test_a_domain_error_tells_where_it_happened():
    with pytest.raises(ValueError, match='log takes') as caught:
        train(model := Line(1.0, 0.0), [(2.0, 0.0), (-1.0, 0.0)], shuffle=False,
              loss_fn=lambda out, y: out.log())
    told = str(caught.value) + ''.join(getattr(caught.value, '__notes__', []))
    assert 'in epoch 1 at data[1] = (-1.0, 0.0)' in told
    assert all(map(math.isfinite, model.data))


# --- Ctrl-C, through a real process and signal -------------------------------


SCRIPT = '''
import json, sys, threading
from micrograd.engine import Value
from micrograd.training.losses import mse
from micrograd.training.optim import SGD
from micrograd.training.loop import fit

w = Value(0.0)

class Halting(SGD):
    """Every parameter moves by the same amount, or the step was cut in two."""
    def step(self):
        super().step()
        for _ in range(2000):
            pass
        twin.data = w.data

twin = Value(0.0)
data = [(1.0, 2.0)] * 50
{before}
history = fit(lambda x: w * x, data, mse, Halting([w], 1e-6), 10**6, {progress},
              callback=lambda e, h: e == 1 and print('going', flush=True) or None)
print('returned', json.dumps([history['interrupted'], len(history['loss']),
                              0 < w.data == twin.data]))
import signal
print('restored', signal.getsignal(signal.SIGINT) is signal.default_int_handler)
'''


def start(before='', progress='False', **options):
    code = SCRIPT.replace('{before}', before).replace('{progress}', progress)
    return subprocess.Popen([sys.executable, '-c', code], text=True, cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**os.environ, 'PYTHONPATH': str(ROOT)}, **options)


needs_signals = pytest.mark.skipif(os.name == 'nt', reason='no SIGINT to a process')


@needs_signals
def test_ctrl_c_returns_what_was_learned():
    process = start()
    assert process.stdout.readline() == 'going\n'
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    interrupted, epochs, whole = json.loads(re.search('returned (.*)', out).group(1))
    assert (interrupted, whole) == (True, True) and epochs >= 1
    assert 'restored True' in out
    assert (process.returncode, err) == (0, '')


@needs_signals
def test_a_second_ctrl_c_interrupts_at_once():
    before = textwrap.dedent('''
        import time
        real = SGD.step
        def step(self):
            if w.data > 1e-4:
                print('stuck', flush=True)
                time.sleep(60)
            real(self)
        SGD.step = step
    ''')
    process = start(before)
    while process.stdout.readline() != 'stuck\n':
        pass
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert 'KeyboardInterrupt' in err and 'returned' not in out


@needs_signals
def test_a_program_that_handles_ctrl_c_itself_goes_on_doing_so():
    before = textwrap.dedent('''
        import signal, sys
        def mine(*_):
            print('mine', flush=True)
            sys.exit(7)
        signal.signal(signal.SIGINT, mine)
    ''')
    process = start(before)
    assert process.stdout.readline() == 'going\n'
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert 'mine' in out and process.returncode == 7


def test_nan_ends_a_real_process_with_the_message_last():
    code = textwrap.dedent('''
        from micrograd.engine import Value
        from micrograd.training.losses import mse
        from micrograd.training.optim import SGD
        from micrograd.training.loop import fit
        w = Value(1.0)
        fit(lambda x: w * x, [(1.0, 2.0), (float('nan'), 1.0)], mse, SGD([w]), 5,
            shuffle=False)
    ''')
    run = subprocess.run([sys.executable, '-c', code], text=True, capture_output=True,
                         env={**os.environ, 'PYTHONPATH': str(ROOT)}, timeout=30)
    assert run.returncode == 1
    last = run.stderr.strip().splitlines()[-1]
    assert 'NotFiniteError: the loss is nan in epoch 1 at data[1] = (nan, 1.0)' in last


def test_it_runs_in_a_thread_too():
    found = []
    thread = threading.Thread(target=lambda: found.append(train()[1]))
    thread.start()
    thread.join()
    assert found[0]['loss'] == train()[1]['loss']


# --- progress ----------------------------------------------------------------


def test_a_line_now_and_then_where_there_is_no_terminal(capsys):
    train(epochs=200, data=LINE[:1], progress=True)
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert [line.split()[1] for line in lines] == [
        f'{epoch}/200' for epoch in (1, *range(20, 201, 20))]
    assert re.fullmatch(r'epoch 20/200  loss \S+  \(\d+:\d\d left\)', lines[1])
    assert re.fullmatch(r'epoch 200/200  loss \S+', lines[-1])
    assert err == '' and '\r' not in out


def test_the_lines_show_the_validation_loss(capsys):
    _, history = train(progress=True, validation=LINE)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[-1] == (f'epoch 3/3  loss {history["loss"][-1]:.4g}  '
                         f'validation {history["validation"][-1]:.4g}')


def test_nothing_on_request(capsys):
    train(progress=False)
    assert capsys.readouterr() == ('', '')


def test_no_output_is_needed(monkeypatch):
    monkeypatch.setattr(sys, 'stdout', None)  # as under pythonw
    train(progress=True)


@pytest.fixture
def terminal(monkeypatch):
    """Runs a script in a real terminal of so many columns; returns its output."""
    pty = pytest.importorskip('pty')

    def run(code, columns=80, interrupt_after=None):
        monkeypatch.setenv('COLUMNS', str(columns))
        main, other = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, '-c', code], stdin=other, stdout=other, stderr=other,
            env={**os.environ, 'PYTHONPATH': str(ROOT)}, start_new_session=True)
        os.close(other)
        seen = b''
        while select.select([main], [], [], 30)[0]:
            try:
                part = os.read(main, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part
            if interrupt_after and interrupt_after in seen:
                process.send_signal(signal.SIGINT)
                interrupt_after = None
        process.wait(timeout=30)
        os.close(main)
        return seen.decode()
    return run


FIT_SLOWLY = textwrap.dedent('''
    import time
    from micrograd.engine import Value
    from micrograd.training.losses import mse
    from micrograd.training.optim import SGD
    from micrograd.training.loop import fit
    w = Value(0.0)
    def model(x):
        time.sleep(0.01)
        return w * x
    fit(model, [(1.0, 2.0)] * 10, mse, SGD([w]), {epochs})
    print('done')
''')


def test_a_bar_with_the_time_left_on_a_terminal(terminal):
    out = terminal(FIT_SLOWLY.replace('{epochs}', '8'))
    states = out.split('\r\n')[0].split('\r')[1:]
    assert len(states) >= 8
    pattern = r'\[(#*)(-*)\] 0:0\d left  epoch (\d)/8(  loss \S+)? *'
    matches = [re.fullmatch(pattern, state) for state in states]
    assert all(matches), states
    lengths = [len(m.group(1)) for m in matches]
    assert lengths == sorted(lengths) and lengths[-1] == 20
    assert all(len(m.group(1) + m.group(2)) == 20 for m in matches)
    assert {len(state) for state in states} == {79}
    assert 'done' in out.split('\r\n')[1]  # on a line of its own


def test_the_bar_does_not_wrap_in_a_narrow_terminal(terminal):
    out = terminal(FIT_SLOWLY.replace('{epochs}', '3'), columns=30)
    states = out.split('\r\n')[0].split('\r')[1:]
    assert {len(state) for state in states} == {29}


@needs_signals
def test_ctrl_c_on_a_terminal_leaves_the_bar_behind(terminal):
    out = terminal(FIT_SLOWLY.replace('{epochs}', '1000'), interrupt_after=b'epoch 2/')
    assert re.search(r'\r\n *interrupted in epoch \d/1000\r\n', out), out
    assert out.strip().endswith('done') and 'Traceback' not in out


def test_progress_tells_hours(capsys, monkeypatch):
    now = iter([0.0, 100.0, 100.0])
    monkeypatch.setattr(time, 'monotonic', lambda: next(now))
    with Progress(1000) as bar:
        bar.line(10, 'slow')
    assert capsys.readouterr().out == 'slow  (2:45:00 left)\n'


def test_notes_are_in_the_language_of_the_reader(monkeypatch, capsys):
    monkeypatch.setenv('LANGUAGE', 'zh')
    w = Value(1.0)
    fit(lambda x: w * x, [(1.0, 2.0)], mse, SGD([w], 0.1), 1,
        validation=[(1.0, 3.0)])
    assert capsys.readouterr().out == '第 1/1 轮  损失 1  验证损失 3.24\n'
    with pytest.raises(NotFiniteError, match='第 1 轮，data.0. = .*：损失是 nan。此前'):
        fit(lambda x: w * x, [(math.nan, 2.0)], mse, SGD([w], 0.1), 1)
