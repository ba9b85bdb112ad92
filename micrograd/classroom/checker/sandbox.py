"""The first wall around a student's file: the kernel of Linux, which no code gets past.

confine() gives up for good, for this process, what an exercise has no business with:
Landlock closes all files but some, a seccomp filter all system calls that reach beyond
the process. Neither needs a privilege or a package: a handful of calls by ctypes.
Whatever a kernel lacks is left out, and confine() says what is in force.

The packages that do this were weighed: landlockpy and py-landlock know files alone, so
that DNS, UDP and signals would stay open; sandlock brings 13 MB of compiled code and
asks for Linux 6.7. bubblewrap has to be installed, and takes 13 ms for each file.

The second wall, guard.py, stands on every system. This file imports nothing from the
package: a student's program runs beside it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Iterator, Sequence

# What shared libraries and the clock are read from, besides Python's own folders.
SYSTEM = ('/lib /lib64 /usr/lib /usr/lib64 /usr/local/lib /nix/store /etc/ld.so.cache '
          '/etc/localtime /usr/share/zoneinfo /dev/urandom').split()
NO_NEW_PRIVILEGES = 38  # for prctl; both walls ask for it


def confine(path: str, folders: Sequence[str], closed: Sequence[str]) -> dict[str, str]:
    """Let this process read some files, write to its working folder, and no more.

    path: of the one file that may be read besides the folders; closed: what may not
    be read, though it lies in one of them. Real paths. Returns what is in force, and
    by what: {'files': 'Landlock 7', 'network': 'seccomp'}, or less.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    found = {}
    version = _restrict_files(libc, path, folders, closed)
    if version:
        found['files'] = f'Landlock {version}'
    if _restrict_calls(libc):
        found['network'] = 'seccomp'
    return found


def _call(libc: ctypes.CDLL, number: int, *values: object) -> int:
    """Make a system call; -1 if it fails."""
    libc.syscall.restype = ctypes.c_long
    return libc.syscall(ctypes.c_long(number), *(
        ctypes.c_long(v) if isinstance(v, int) else v for v in values))


# --- files: Landlock ----------------------------------------------------------------

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # on every processor
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
OWN = (WRITE_FILE | READ_FILE | READ_DIR | TRUNCATE
       | 1 << 4 | 1 << 5  # remove folders and files
       | 1 << 7 | 1 << 8  # make them; no links, pipes, sockets, devices
       | 1 << 13)  # move them from one folder to another
OF_FILES = WRITE_FILE | READ_FILE | TRUNCATE  # the rights that a single file can have
# The first version of Landlock that knows so many rights to files (bits from 0).
RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16, 9: 17}
TCP, SCOPES = 0b11, 0b11  # from version 4 and 6: no TCP; no signals, abstract sockets


def _restrict_files(
    libc: ctypes.CDLL, path: str, folders: Sequence[str], closed: Sequence[str]
) -> int:
    """Close all files but these; return the version of Landlock, 0 without it."""
    # Some kernels offer a version of which they lack a part: then a lower one.
    for version in range(_call(libc, CREATE_RULESET, None, 0, 1), 0, -1):
        handled = (1 << max(n for v, n in RIGHTS.items() if v <= version)) - 1
        attributes = struct.pack(
            '=QQQ', handled, TCP * (version >= 4), SCOPES * (version >= 6))
        rules = _call(libc, CREATE_RULESET, attributes, len(attributes), 0)
        if rules >= 0:
            break
    else:
        return 0
    allowed = {os.getcwd(): OWN, os.devnull: OF_FILES, path: READ_FILE}
    readable = without([*folders, *map(os.path.realpath, SYSTEM)], closed)
    allowed |= dict.fromkeys(readable, READ_FILE | READ_DIR)
    for name, rights in allowed.items():
        _allow(libc, rules, name, rights & handled)
    done = _call(libc, RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return version if done else 0


def _allow(libc: ctypes.CDLL, rules: int, name: str, rights: int) -> None:
    """Add a rule for a file or for all that is in a folder, if it is there."""
    try:
        place = os.open(name, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not os.path.isdir(name):
        rights &= OF_FILES
    _call(libc, ADD_RULE, rules, 1, struct.pack('=Qi', rights, place), 0)
    os.close(place)


def without(folders: Sequence[str], closed: Sequence[str]) -> Iterator[str]:
    """The folders; of one that holds something closed, what is in it but that.

    All by real paths. A rule of Landlock opens a folder with all that is in it, and no
    rule takes back.
    """
    waiting, seen = [*folders], set()
    while waiting:
        name = waiting.pop()
        if name in seen or any((name + os.sep).startswith(c + os.sep) for c in closed):
            continue
        seen.add(name)
        if any(c.startswith(name.rstrip(os.sep) + os.sep) for c in closed):
            waiting += [os.path.realpath(entry.path) for entry in os.scandir(name)]
        else:
            yield name


# --- all else: seccomp --------------------------------------------------------------

MACHINES = {'x86_64': (0, 0xC000003E), 'aarch64': (1, 0xC00000B7)}  # column, its sign
NEWEST = 450  # of the system calls that were looked at for the lists below
# Name, number on x86_64, on aarch64; - where it is not there.
REFUSED = """
fork 57 -  vfork 58 -  execve 59 221  execveat 322 281
tkill 200 130  rt_sigqueueinfo 129 138  rt_tgsigqueueinfo 297 240
pidfd_open 434 434  pidfd_send_signal 424 424  pidfd_getfd 438 438
ptrace 101 117  kcmp 312 272  process_vm_readv 310 270  process_vm_writev 311 271
process_madvise 440 440  process_mrelease 448 448  migrate_pages 256 238
move_pages 279 239  setpriority 141 140  ioprio_set 251 30  setrlimit 160 164
sched_setparam 142 118  sched_setscheduler 144 119  sched_setaffinity 203 122
sched_setattr 314 274

socket 41 198  connect 42 203  bind 49 200  listen 50 201  accept 43 202
accept4 288 242  sendmsg 46 211  sendmmsg 307 269
io_uring_setup 425 425  io_uring_enter 426 426  io_uring_register 427 427

semget 64 190  semop 65 193  semctl 66 191  semtimedop 220 192
shmget 29 194  shmat 30 196  shmctl 31 195
msgget 68 186  msgsnd 69 189  msgrcv 70 188  msgctl 71 187
mq_open 240 180  mq_unlink 241 181  memfd_create 319 279  memfd_secret 447 447

chown 92 -  fchown 93 55  lchown 94 -  fchownat 260 54
utime 132 -  utimes 235 -  futimesat 261 -  utimensat 280 88
setxattr 188 5  lsetxattr 189 6  fsetxattr 190 7
removexattr 197 14  lremovexattr 198 15  fremovexattr 199 16
truncate 76 45  open_by_handle_at 304 265  inotify_init 253 -  inotify_init1 294 26
fanotify_init 300 262  fanotify_mark 301 263

mount 165 40  umount2 166 39  pivot_root 155 41  chroot 161 51  unshare 272 97
setns 308 268  move_mount 429 429  open_tree 428 428  fsopen 430 430  fsconfig 431 431
fsmount 432 432  fspick 433 433  mount_setattr 442 442  swapon 167 224
swapoff 168 225  quotactl 179 60  quotactl_fd 443 443

init_module 175 105  finit_module 313 273  delete_module 176 106  kexec_load 246 104
kexec_file_load 320 294  bpf 321 280  perf_event_open 298 241  userfaultfd 323 282
keyctl 250 219  add_key 248 217  request_key 249 218  lookup_dcookie 212 18
reboot 169 142  sethostname 170 161  setdomainname 171 162  settimeofday 164 170
clock_settime 227 112  clock_adjtime 305 266  adjtimex 159 171  acct 163 89
syslog 103 116  vhangup 153 58  iopl 172 -  ioperm 173 -  modify_ldt 154 -
uselib 134 -  nfsservctl 180 42  sync 162 81  syncfs 306 267  io_setup 206 0
"""
# "Done", and nothing is: shutil.copy() asks for it, harmless in its own folder, and of
# which file it is, the filter cannot know.
IGNORED = 'chmod 90 -  fchmod 91 52  fchmodat 268 53'
# "There is no such call": the C library then makes an older one, which can be judged.
UNKNOWN = 'clone3 435 435  openat2 437 437'
JUDGED = """
clone 56 220  kill 62 129  tgkill 234 131  prlimit64 302 261  socketpair 53 199
sendto 44 206  open 2 -  openat 257 56  ioctl 16 29
"""
SET_FLAGS, SET_FLAGS_OF_XFS = 0x40086602, 0x401C5820  # what chattr does
SECCOMP = {'x86_64': 317, 'aarch64': 277}
SET_FILTER, ALL_THREADS = 1, 1

# Instructions of the filter (classic BPF).
LOAD, AND, EQUAL, ABOVE, RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
CALL, MACHINE, ARGUMENTS = 0, 4, 16  # where they stand in what it is shown
ALLOW, FAIL = 0x7FFF0000, 0x00050000
ALL = 0xFFFFFFFF
Instruction = tuple[int, int, int, int]  # what, how far to jump if true, if not, number


def _restrict_calls(libc: ctypes.CDLL) -> bool:
    """Refuse the system calls of the lists above; False if it cannot be done."""
    machine = os.uname().machine
    if machine not in MACHINES or sys.maxsize < 1 << 32:  # the numbers are of 64 bits
        return False
    code = b''.join(struct.pack('=HBBI', *i) for i in _filter(machine, os.getpid()))

    class Program(ctypes.Structure):
        _fields_ = [('length', ctypes.c_ushort), ('code', ctypes.c_char_p)]

    program = ctypes.byref(Program(len(code) // 8, code))
    return _call(libc, SECCOMP[machine], SET_FILTER, ALL_THREADS, program) == 0


def _filter(machine: str, process: int) -> list[Instruction]:
    column, sign = MACHINES[machine]
    refuse = (RETURN, 0, 0, FAIL | errno.EPERM)
    unknown = (RETURN, 0, 0, FAIL | errno.ENOSYS)
    program = [
        (LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, sign), unknown,  # calls of 32 bits
        (LOAD, 0, 0, CALL), (ABOVE, 0, 1, NEWEST), unknown,
    ]
    answers = (REFUSED, refuse), (IGNORED, (RETURN, 0, 0, FAIL)), (UNKNOWN, unknown)
    for calls, answer in answers:
        for number in _numbers(calls, column).values():
            program += [(EQUAL, 0, 1, number), answer]
    for name, number in _numbers(JUDGED, column).items():
        judged = [*_conditions(name, process), (RETURN, 0, 0, ALLOW)]
        program += [(EQUAL, 0, len(judged), number), *judged]
    return [*program, (RETURN, 0, 0, ALLOW)]


def _numbers(calls: str, column: int) -> dict[str, int]:
    names, *columns = (calls.split()[i::3] for i in range(3))
    return {n: int(text) for n, text in zip(names, columns[column]) if text != '-'}


def _conditions(name: str, process: int) -> list[Instruction]:
    """What has to be true of the arguments of a call, else it is refused."""
    refuse = (RETURN, 0, 0, FAIL | errno.EPERM)

    def demand(argument: int, number: int, mask: int = ALL, upper: bool = False):
        """Half of an argument, lower or upper, has to be this number."""
        return [(LOAD, 0, 0, ARGUMENTS + 8 * argument + 4 * upper), (AND, 0, 0, mask),
                (EQUAL, 1, 0, number), refuse]

    def forbid(argument: int, number: int, mask: int = ALL):
        return [(LOAD, 0, 0, ARGUMENTS + 8 * argument), (AND, 0, 0, mask),
                (EQUAL, 0, 1, number), refuse]

    def demand_none(argument: int):
        return demand(argument, 0) + demand(argument, 0, upper=True)

    if name == 'clone':  # threads, no processes
        thread = 0x10000
        return demand(0, thread, thread)
    if name in ('kill', 'tgkill'):
        return demand(0, process)
    if name == 'prlimit64':  # look at a limit of its own
        return demand(0, 0) + demand_none(2)
    if name == 'socketpair':  # which leads nowhere else; asyncio has one
        unix = 1
        return demand(0, unix)
    if name == 'sendto':  # no address
        return demand_none(4)
    if name == 'ioctl':  # nothing that root could not remove again
        return forbid(1, SET_FLAGS) + forbid(1, SET_FLAGS_OF_XFS)
    # open, openat: a file opened to be read is not emptied. Landlock 1 and 2 let it be.
    return forbid(1 if name == 'open' else 2, os.O_TRUNC, os.O_TRUNC | os.O_ACCMODE)
