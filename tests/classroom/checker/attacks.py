"""What a hostile file may try: pieces of code, each of them short.

Each one runs after a wrong solution of mul, and after these names: V, a folder of
somebody else, with the file S in it (it holds the word sesame), a module m.py and an
empty folder e; ANSWER, our solution; PID, a process of somebody else; PORT, where
somebody listens, by TCP and UDP, and on V/socket; SO, a compiled module as bytes, which
writes to V as soon as it is loaded. What succeeds in a way that leaves no trace prints
sesame.
"""

NATIVE = 'import ctypes\nlibc = ctypes.CDLL(None)\n'
# Past a closed import of ctypes: its classes may still be there.
SUBCLASSES = (
    'def all_of(c):\n'
    '    for k in type.__subclasses__(c):\n'
    '        yield k\n'
    '        yield from all_of(k) if k is not type else ()\n'
    'F = next(c for c in all_of(object) if c.__name__ == "CFuncPtr")\n'
)
AGAIN = (  # a thread that tries what was refused, for ever
    'import threading\n'
    'def run():\n'
    '    while True:\n'
    '        try: open(S, "w")\n'
    '        except OSError: pass\n'
    'threading.Thread(target=run, daemon=True).start()\n'
)
# From what runs inside the hook, change its variables.
REACH = (
    'def reach(*args):\n'
    '    try: raise ValueError\n'
    '    except ValueError as error: f = error.__traceback__.tb_frame\n'
    '    while f:\n'
    '        for key, value in (("own", "/"), ("readable", ("/",)), ("closed", ()),'
    ' ("forbidden", frozenset()), ("leave", print), ("changing", frozenset())):\n'
    '            if f.f_code.co_name == "hook": f.f_locals[key] = value\n'
    '        f = f.f_back\n'
)
TRY = (
    'for n in range(3000):\n'
    '    try: open(S).read() and exec(open(ANSWER).read())\n'
    '    except OSError: pass\n'
)

WRITING = {
    'open': 'open(V + "/x", "w")',
    'open to append': 'open(S, "a").write("x")',
    'bytes': 'open(os.fsencode(V + "/x"), "w")',
    'a path above': 'open(os.path.relpath(V + "/x"), "w")',
    'os.open': 'os.open(V + "/x", os.O_CREAT | os.O_WRONLY)',
    'os.open, to empty it': 'os.open(S, os.O_RDONLY | os.O_TRUNC)',
    'a temporary file without a name': 'os.open(V, os.O_TMPFILE | os.O_RDWR)',
    'beside a descriptor':
        'os.open("x", os.O_CREAT | os.O_WRONLY, dir_fd=os.open(V, os.O_RDONLY))',
    "beside a descriptor of Python's":
        'd = os.open(os.path.dirname(os.__file__), os.O_RDONLY)\n'
        'os.open(os.path.relpath(V + "/x", os.path.dirname(os.__file__)),'
        ' os.O_CREAT | os.O_WRONLY, dir_fd=d)',
    "among Python's own, beside a descriptor":
        'd = os.open(os.path.dirname(os.__file__), os.O_RDONLY | os.O_DIRECTORY)\n'
        'os.open("planted.pth", os.O_CREAT | os.O_WRONLY, dir_fd=d)',
    "among Python's own": 'open(os.path.dirname(os.__file__) + "/planted.pth", "w")',
    'a descriptor without reading': 'd = os.open(V, os.O_PATH)\n'
                                    'os.mkdir("x", dir_fd=d)',
    'mkdir': 'os.mkdir(V + "/x")',
    'makedirs': 'os.makedirs("../" * 20 + V + "/x/y")',
    'remove': 'os.remove(S)',
    'remove, beside a descriptor': 'os.remove("secret", dir_fd=os.open(V, 0))',
    'rmdir': 'os.rmdir(V + "/e")',
    'rename': 'os.rename(S, V + "/x")',
    'rename to here': 'os.rename(S, "mine"); print(open("mine").read())',
    'rename to there': 'open("mine", "w")\nos.replace("mine", V + "/x")',
    'link to here': 'os.link(S, "mine"); print(open("mine").read())',
    'link to there': 'open("mine", "w")\nos.link("mine", V + "/x")',
    "link to Python's own":
        'os.link(os.__file__, "mine"); open("mine", "a").write("#")',
    "C: link to Python's own": NATIVE + 'libc.link(os.__file__.encode(), b"mine")\n'
                               'open("mine", "a").write("#")',
    'symlink': 'os.symlink(V, "there")\nopen("there/x", "w")',
    'truncate': 'os.truncate(S, 0)',
    'chmod': 'os.chmod(S, 0)',
    'chmod, of a descriptor': 'os.chmod(os.open(V, os.O_RDONLY), 0)',
    'utime': 'os.utime(S, (1, 1))',
    "utime of Python's own": 'os.utime(os.open(os.__file__, os.O_RDONLY), (1, 1))',
    'chown': 'os.chown(S, 1, 1)',
    'setxattr': 'os.setxattr(S, "user.x", b"x")',
    'mkfifo': 'os.mkfifo(V + "/x")',
    'mknod': 'os.mknod(V + "/x")',
    'chdir': 'os.chdir(V); open("x", "w")',
    'fchdir': 'os.fchdir(os.open(V, os.O_RDONLY)); open("x", "w")',
    'rmtree': 'import shutil; shutil.rmtree(V)',
    'a database':
        'import sqlite3\nsqlite3.connect(V + "/x").execute("create table t(x)")',
    'an archive':
        'import io, tarfile\nb = io.BytesIO()\nt = tarfile.open(fileobj=b, mode="w")\n'
        'i = tarfile.TarInfo("there"); i.type = tarfile.SYMTYPE; i.linkname = V\n'
        't.addfile(i); t.addfile(tarfile.TarInfo("there/x")); t.close(); b.seek(0)\n'
        'tarfile.open(fileobj=b).extractall()',
    'the log of the keys of TLS':
        'import ssl; ssl.SSLContext().keylog_filename = V + "/x"',
    'numpy': 'import numpy as np\nnp.memmap(V + "/x", mode="w+", shape=(9,))',
    'a thread': AGAIN + 'import time; time.sleep(0.1)',
    'at the exit':
        'import atexit\natexit.register(open, V + "/x", "w"); sys.exit()',
    'the folder of the system': 'open("/tmp/planted.pth", "w")',
    'shared memory': 'open("/dev/shm/planted.pth", "w")',
    'its own memory': 'open("/proc/self/mem", "r+b"); print("sesame")',
    'its own importance': 'open("/proc/self/oom_score_adj", "w").write("0")\n'
                          'print("sesame")',
    'another interpreter':
        'try: import _interpreters as i\nexcept ImportError: import _xxsubinterpreters'
        ' as i\ni.run_string(i.create(), f"open({V!r} + \'/x\', \'w\')")',
    'a compiled module of its own':
        'open("own.so", "wb").write(SO)\n'
        'import importlib.machinery as m, importlib.util as u\n'
        's = u.spec_from_file_location("own", "own.so",'
        ' loader=m.ExtensionFileLoader("own", "own.so"))\nu.module_from_spec(s)',
    'a compiled module, imported':
        'open("own.so", "wb").write(SO)\nsys.path.insert(0, os.getcwd())\nimport own',
    'C': NATIVE + 'libc.creat((V + "/x").encode(), 0o666)',
    'C: rename': NATIVE + 'libc.rename(S.encode(), (V + "/x").encode())',
    'C: chmod': NATIVE + 'libc.chmod(S.encode(), 0)',
    'C: mount': NATIVE + 'libc.mount(b"x", V.encode(), b"tmpfs", 0, None)',
    'C: another root': NATIVE + 'libc.chroot(V.encode()) or print("sesame")',
    'C: a new system call': NATIVE + 'libc.syscall(437, -100, (V + "/x").encode(),'
                                     ' (ctypes.c_ulong * 3)(0o101, 0o666, 0), 24)',
    'C: by classes that are left':
        SUBCLASSES + 'class G(F): _flags_ = 1; _restype_ = None\n'
        'print(G)\nimport ctypes\nctypes.CDLL(None).creat((V + "/x").encode(), 438)',
}
READING = {
    'open': 'print(open(S).read())',
    'os.open': 'print(os.read(os.open(S, os.O_RDONLY), 99))',
    'FileIO': 'import io; print(io.FileIO(S).read())',
    'open_code': 'import io; print(io.open_code(S).read())',
    'an opener': 'print(open("x", opener=lambda *a: os.open(S, 0)).read())',
    'past a path of two answers':
        'class P:\n    def __fspath__(self, n=[0]):\n'
        '        n[0] += 1; return S if n[0] > 1 else "x"\nprint(open(P()).read())',
    'a str that lies':
        'class P(str):\n    startswith = __contains__ = lambda *a: True\n'
        'print(open(P(S)).read())',
    'a module': 'sys.path.insert(0, V); import m; print(m.word)',
    'a loader': 'print(__import__("json").__loader__.get_data(S))',
    'runpy': 'import runpy; print(runpy.run_path(V + "/m.py")["word"])',
    'linecache': 'import linecache; print(linecache.getlines(S))',
    'fileinput': 'import fileinput; print(*fileinput.input(S))',
    'its own root': 'print(open("/proc/self/root" + S).read())',
    'its own folder': 'print(open("/proc/self/cwd/" + os.path.relpath(S)).read())',
    'sendfile': 'o = os.open("x", 0o102); os.sendfile(o, os.open(S, 0), 0, 99)\n'
                'print(open("x").read())',
    'mmap': 'import mmap\nprint(mmap.mmap(os.open(S, 0), 0, prot=1)[:])',
    'the environment of the checker':
        'print(open(f"/proc/{os.getppid()}/environ").read() and "sesame")',
    'numpy': 'import numpy; print(numpy.fromfile(S, "S1"))',
    'certificates':
        'import ssl\ntry: ssl.SSLContext().load_verify_locations(S)\n'
        'except ssl.SSLError: print("sesame")  # it has been read',
    'C': NATIVE + 'b = ctypes.create_string_buffer(99)\n'
                  'libc.read(libc.open(S.encode(), 0), b, 99); print(b.value)',
    'our solution': 'exec(open(ANSWER).read())',
    'our solution, C': NATIVE + 'b = ctypes.create_string_buffer(9999)\n'
                       'libc.read(libc.open(ANSWER.encode(), 0), b, 9999)\n'
                       'exec(b.value)',
    'our solution, a thread': AGAIN.replace('open(S, "w")', 'exec(open(ANSWER).read(),'
                                            ' globals())')
                              + 'import time; time.sleep(0.1)',
}
NETWORK = {
    'TCP': 'import socket; socket.create_connection(("127.0.0.1", PORT))',
    'UDP': 'import socket\ns = socket.socket(type=socket.SOCK_DGRAM)\n'
           's.sendto(b"x", ("127.0.0.1", PORT))',
    'UDP, connected': 'import socket\ns = socket.socket(type=socket.SOCK_DGRAM)\n'
                      's.connect(("127.0.0.1", PORT)); s.send(b"x")',
    'by _socket': 'import _socket\ns = _socket.socket(2, 2)\n'
                  's.sendto(b"x", ("127.0.0.1", PORT))',
    'a socket of the system': 'import socket; s = socket.socket(socket.AF_UNIX)\n'
                              's.connect(V + "/socket"); s.send(b"x")',
    'one of a pair': 'import socket\na, b = socket.socketpair(type=socket.SOCK_DGRAM)\n'
                     'a.sendto(b"x", V + "/datagrams")',
    'one of a pair, connected':
        'import socket\na, b = socket.socketpair(type=socket.SOCK_DGRAM)\n'
        'a.connect(V + "/datagrams"); a.send(b"x")',
    'one of a pair, sendmsg':
        'import socket\na, b = socket.socketpair(type=socket.SOCK_DGRAM)\n'
        'a.sendmsg([b"x"], [], 0, V + "/datagrams")',
    'a server':
        'import socket; socket.create_server(("127.0.0.1", 0)); print("sesame")',
    'a server of the system':
        'import socket; socket.socket(socket.AF_UNIX).bind(V + "/x")',
    'a name without a file':
        'import socket; socket.socket(socket.AF_UNIX).bind("\\0x"); print("sesame")',
    'a raw socket': 'import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW, 1)\n'
                    'print("sesame")',
    'the kernel': 'import socket\nsocket.socket(16, socket.SOCK_RAW); print("sesame")',
    'gethostbyname':
        'import socket; print(socket.gethostbyname("localhost"), "sesame")',
    'getaddrinfo': 'import socket; print(socket.getaddrinfo("localhost", 1), "sesame")',
    'gethostbyaddr':
        'import socket; print(socket.gethostbyaddr("127.0.0.1"), "sesame")',
    'HTTP': 'import urllib.request as u; u.urlopen(f"http://127.0.0.1:{PORT}")',
    'asyncio': 'import asyncio\nasync def f():\n'
               '    await asyncio.open_connection("127.0.0.1", PORT)\nasyncio.run(f())',
    'C': NATIVE + 'import struct\ns = libc.socket(2, 2, 0)\n'
         'a = struct.pack("!HHI8x", 512, PORT, 0x7F000001)\n'
         'libc.sendto(s, b"x", 1, 0, a, 16)',
    'C: io_uring': NATIVE + 'b = ctypes.create_string_buffer(120)\n'
                   'if libc.syscall(425, 4, b) >= 0: print("sesame")',
    'C: 32 bits': NATIVE + 'if libc.syscall(0x40000000 + 41, 2, 2, 0) >= 0:\n'
                           '    print("sesame")',
}
OTHERS = {
    'kill': 'os.kill(PID, 9)',
    'kill, by signal': 'import signal\nsignal.pidfd_send_signal(os.pidfd_open(PID), 9)',
    'C: kill': NATIVE + 'libc.kill(PID, 9)',
    'C: kill a thread': NATIVE + 'libc.syscall(234, PID, PID, 9)\n'
                                 'libc.syscall(131, PID, PID, 9)',
    'C: ptrace': NATIVE + 'if libc.ptrace(16, PID, 0, 0) == 0: print("sesame")',
    'C: memory of another':
        NATIVE + 'v = (ctypes.c_long * 2)(ctypes.addressof(ctypes.c_long()), 8)\n'
        'if libc.process_vm_readv(os.getppid(), v, 1, v, 1, 0) >= 0: print("sesame")',
    'slow down': 'os.setpriority(os.PRIO_PROCESS, PID, 19)',
    'tie down': 'os.sched_setaffinity(PID, {0})',
    'fork': 'if os.fork() == 0: open(V + "/x", "w")',
    'C: fork': NATIVE + 'if libc.fork() >= 0: print("sesame")',
    'exec': 'os.execv("/bin/sh", ["sh", "-c", f"touch {V}/x"])',
    'a program': 'import subprocess; subprocess.run(["touch", V + "/x"])',
    'posix_spawn': 'os.posix_spawn("/bin/touch", ["touch", V + "/x"], {})',
    'a shell': 'os.system(f"touch {V}/x")',
    'a terminal': 'import pty; pty.spawn(["touch", V + "/x"])',
    'C: a shell': NATIVE + 'libc.system(f"touch {V}/x".encode())',
    'multiprocessing':
        'import multiprocessing as m\nm.get_context("fork").Process(target=os.mkdir,'
        ' args=(V + "/x",)).start()',
    'a semaphore':
        'import _multiprocessing as m\nm.SemLock(1, 1, 1, "/planted", False)\n'
        'print("sesame")',
    'a semaphore, of multiprocessing':
        'import multiprocessing as m; m.Semaphore(); print("sesame")',
    'shared memory': 'from multiprocessing.shared_memory import SharedMemory\n'
                     'SharedMemory("planted", True, 9); print("sesame")',
    'C: shared memory':
        NATIVE + 'if libc.shmget(7, 4096, 0o1666) >= 0: print("sesame")',
    'C: a queue': NATIVE + 'if libc.mq_open(b"/planted", 0o102, 438, None) >= 0:\n'
                           '    print("sesame")',
    'memory without a name': 'os.memfd_create("x"); print("sesame")',
    'limits': 'import resource as r\nr.setrlimit(r.RLIMIT_FSIZE, (-1, -1))\n'
              'print("sesame")',
    'limits of others': 'import resource as r\nr.prlimit(PID, r.RLIMIT_CPU, (1, 1))\n'
                        'print("sesame")',
    'the name of the computer': 'import socket; socket.sethostname("x")',
}
GAIN = {  # a point, or the hook's place
    'a signal inside the hook': REACH + 'import signal\n'
        'signal.signal(signal.SIGALRM, reach)\n'
        'signal.setitimer(signal.ITIMER_REAL, 1e-5, 1e-5)\n' + TRY,
    'the collector inside the hook': REACH + 'import gc\ngc.enable()\n'
        'gc.set_threshold(1)\ngc.callbacks.append(reach)\n' + TRY,
    'a finalizer inside the hook': REACH + 'import gc\n'
        'class C: __del__ = reach\ndef junk():\n    c = C(); c.c = c\n'
        'gc.set_threshold(1)\n' + TRY.replace('    try', '    junk()\n    try'),
    'a trace of the hook': REACH + 'sys.settrace(reach); sys.setprofile(reach)\n' + TRY,
    'a monitor of the hook': REACH + 'm = sys.monitoring\nm.use_tool_id(3, "x")\n'
        'm.register_callback(3, m.events.LINE, reach)\n'
        'm.set_events(3, m.events.LINE)\n' + TRY,
    'an argument of the hook': REACH + 'class E(int): __bool__ = reach\n'
        'sys.audit("open", os.__file__, "r", E())\n' + TRY,
    'a module made anew':
        'import _imp, importlib.machinery as m\n'
        's = m.ModuleSpec("posix", m.BuiltinImporter)\n'
        '_imp.create_builtin(s).mkfifo(V + "/x")',
    'posix again': 'del sys.modules["posix"]; import posix; posix.mkfifo(V + "/x")',
    'the hook, by the objects there are':
        'import gc\nfor f in gc.get_objects():\n'
        '    if getattr(f, "__name__", "") == "hook":\n'
        '        f.__kwdefaults__["own"] = "/"\nexec(open(ANSWER).read())',
    'the pass of the checker': 'import probes; print("sesame")',
    'a forged wall': 'for n in range(3, 9):\n'
        '    try: os.write(n, b\'\\n["kernel", {"files": "x"}]\\n["end", ""]\\n\')\n'
        '    except OSError: pass\nos._exit(0)',
    'every probe passed': 'for n in range(3, 9):\n'
        '    try: os.write(n, b\'\\n["seen", ["value", {}]]\\n["end", ""]\\n\')\n'
        '    except OSError: pass\nos._exit(0)',
}
TAKING = {  # more than its share
    'memory': 'x = []\nwhile True: x.append(bytes(bytearray(1 << 24)))',
    'threads': 'import threading, time\n'
               'while True: threading.Thread(target=time.sleep, args=(9,)).start()',
    'files': 'n = 0\nwhile True:\n    n += 1; open(f"f{n}", "w").close()',
    'folders in folders': 'p = "d"\nwhile len(p) < 2000: os.mkdir(p); p += "/d"\n'
                          'while True: pass',
    'files that are removed': 'k = []\nwhile True:\n    k.append(open("f", "wb"))\n'
                              '    os.remove("f"); k[-1].write(bytes(1 << 20))',
    'a file for ever': 'import fcntl, struct\nf = open("f", "w")\n'
                       'fcntl.ioctl(f, 0x40086602, struct.pack("l", 0x10))',
    'a long result': 'm = Value.__mul__\nx = [[[0.5] * 99] * 99] * 99\n'
                     'def f(a, b):\n    out = m(a, b); out.data = x; return out\n'
                     'Value.__mul__ = f',
    'a folder that is closed': 'os.mkdir("d", 0); open("d/x", "w")',
    'large files': 'n = 0\nwhile True:\n    n += 1\n'
                   '    with open(f"f{n}", "wb") as f: f.write(bytes(1 << 24))',
    'many results':
        'for n in range(3, 9):\n'
        '    try: os.write(n, b"\\n" * 3_900_000)\n    except OSError: pass',
    'many names':
        'for n in range(100_000): globals()[f"Valu{n}"] = 1\ndel Value',
    'many methods': 'for n in range(30_000): setattr(Value, f"__mu{n}__", 1)\n'
                    'del Value.__mul__',
    'its results closed': 'for n in range(3, 9):\n    try: os.close(n)\n'
                          '    except OSError: pass\nwhile True: pass',
    'stopped': 'import signal; signal.raise_signal(signal.SIGSTOP)',
    'one long line': '#' + ' import' * 9000,
}
