// The C library, as far as the package calls it. Types and constants are Darwin's; pointers without
// annotations import as `!`, as they do there.
#ifndef LAB_DARWIN_H
#define LAB_DARWIN_H
#include <stdint.h>
#include <stddef.h>
#include <stdarg.h>

typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef long ssize_t;
typedef int64_t off_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef uint32_t useconds_t;
typedef int32_t suseconds_t;
typedef int32_t blksize_t;
typedef int64_t blkcnt_t;
typedef long time_t;
typedef unsigned long clock_t;
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef unsigned int nfds_t;

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// A plain enum, not NS_ENUM: the constants are of the type clockid_t.
typedef enum {
    _CLOCK_REALTIME = 0,
    _CLOCK_MONOTONIC = 6,
    _CLOCK_MONOTONIC_RAW = 4,
    _CLOCK_UPTIME_RAW = 8,
    _CLOCK_PROCESS_CPUTIME_ID = 12,
    _CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t;
int clock_gettime(clockid_t __clock_id, struct timespec *__tp)
    __attribute__((availability(macos, introduced = 10.12), availability(ios, introduced = 10.0)));

// Threads. The header is audited for nullability.
#pragma clang assume_nonnull begin
struct __darwin_pthread_handler_rec {
    void (*_Nullable __routine)(void *_Nullable);
    void *_Nullable __arg;
    struct __darwin_pthread_handler_rec *_Nullable __next;
};
struct _opaque_pthread_t { long __sig; struct __darwin_pthread_handler_rec *_Nullable __cleanup_stack; char __opaque[8176]; };
struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; };
struct _opaque_pthread_mutex_t { long __sig; char __opaque[56]; };
struct _opaque_pthread_mutexattr_t { long __sig; char __opaque[8]; };
struct _opaque_pthread_cond_t { long __sig; char __opaque[40]; };
struct _opaque_pthread_condattr_t { long __sig; char __opaque[8]; };
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
typedef struct _opaque_pthread_mutex_t pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t pthread_mutexattr_t;
typedef struct _opaque_pthread_cond_t pthread_cond_t;
typedef struct _opaque_pthread_condattr_t pthread_condattr_t;
typedef unsigned long pthread_key_t;
#define PTHREAD_CREATE_JOINABLE 1
#define PTHREAD_CREATE_DETACHED 2
int pthread_key_create(pthread_key_t *, void (*_Nullable)(void *));
void *_Nullable pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *_Nullable);
int pthread_detach(pthread_t _Nonnull);
int pthread_create(pthread_t _Nullable *_Nonnull __restrict, const pthread_attr_t *_Nullable __restrict,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable __restrict);
pthread_t pthread_self(void);
int pthread_equal(pthread_t _Nullable, pthread_t _Nullable);
int pthread_join(pthread_t, void *_Nullable *_Nullable);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_mutex_init(pthread_mutex_t *__restrict, const pthread_mutexattr_t *_Nullable __restrict);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_main_np(void);
int sched_yield(void);
#pragma clang assume_nonnull end

// Files.
struct stat {
    dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
    struct timespec st_atimespec; struct timespec st_mtimespec; struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags; uint32_t st_gen;
    int32_t st_lspare; int64_t st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int unlink(const char *);
int rename(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *__restrict, char *__restrict, size_t);
int fsync(int);
int pipe(int[2]);
int isatty(int);
int ttyname_r(int, char *, size_t);
pid_t getpid(void);
int gethostname(char *, size_t);
int usleep(useconds_t);
unsigned int sleep(unsigned int);
char *getenv(const char *);
int setenv(const char *, const char *, int);
char *strerror(int);
void exit(int) __attribute__((noreturn));
int atexit(void (*)(void));
void abort(void) __attribute__((noreturn));
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
double pow(double, double);
double log10(double);
double sqrt(double);
uint32_t arc4random(void);
int getentropy(void *_Nonnull buffer, size_t size);
int *__error(void);

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_CLOEXEC 0x01000000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

typedef struct __sFILE { unsigned char *_p; int _r; int _w; short _flags; short _file; } FILE;
extern FILE *__stdinp;
extern FILE *__stdoutp;
extern FILE *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
int fflush(FILE *);
int fclose(FILE *);
FILE *open_memstream(char **, size_t *) __attribute__((availability(macos, introduced = 10.13), availability(ios, introduced = 11.0)));
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
typedef struct dl_info { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
int dladdr(const void *, Dl_info *);
#define RTLD_LAZY 0x1
#define RTLD_NOW 0x2
void free(void *);
void *malloc(size_t);
int fputs(const char *__restrict, FILE *__restrict);
int setvbuf(FILE *__restrict, char *__restrict, int, size_t);
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);

// Signals.
typedef void (*sig_t)(int);
#define SIGINT 2
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIGSTOP 17
#define SIGCONT 19
typedef uint32_t sigset_t;
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int kill(pid_t, int);
int raise(int);
void (*signal(int, void (*)(int)))(int);
struct __siginfo;
union __sigaction_u {
    void (*__sa_handler)(int);
    void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
    union __sigaction_u __sigaction_u;
    sigset_t sa_mask;
    int sa_flags;
};
#define SA_ONSTACK 0x0001
int sigaction(int, const struct sigaction *__restrict, struct sigaction *__restrict);
unsigned int alarm(unsigned int);
int sysctlbyname(const char *, void *, size_t *, void *, size_t);

// Processes.
typedef uint32_t id_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
typedef struct __siginfo {
    int si_signo;
    int si_code;
    pid_t si_pid;
    int si_status;
} siginfo_t;
#define WNOHANG 0x01
#define WEXITED 0x04
#define WNOWAIT 0x20
int waitid(idtype_t, id_t, siginfo_t *, int);
pid_t waitpid(pid_t, int *, int);
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *__restrict, const sigset_t *__restrict);
int posix_spawnattr_setsigmask(posix_spawnattr_t *__restrict, const sigset_t *__restrict);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn(pid_t *__restrict, const char *__restrict, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *__restrict, char *const *__restrict, char *const *__restrict);
char *strdup(const char *);

// Errors.
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EBADF 9
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENODEV 19
#define EINVAL 22
#define ENOTTY 25
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EPROTONOSUPPORT 43
#define EAFNOSUPPORT 47
#define EADDRINUSE 48
#define EADDRNOTAVAIL 49
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOBUFS 55
#define ENOTCONN 57
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define EPROTO 100

// Sockets.
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { uint8_t ss_len; sa_family_t ss_family; char __ss_pad1[6]; int64_t __ss_align; char __ss_pad2[112]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { uint8_t sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8]; };
struct in6_addr { union { uint8_t __u6_addr8[16]; uint16_t __u6_addr16[8]; uint32_t __u6_addr32[4]; } __u6_addr; };
struct sockaddr_in6 { uint8_t sin6_len; sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr; uint32_t sin6_scope_id; };
struct sockaddr_un { unsigned char sun_len; sa_family_t sun_family; char sun_path[104]; };
struct addrinfo {
    int ai_flags; int ai_family; int ai_socktype; int ai_protocol; socklen_t ai_addrlen;
    char *ai_canonname; struct sockaddr *ai_addr; struct addrinfo *ai_next;
};
int socket(int, int, int);
int socketpair(int, int, int, int *);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *__restrict, socklen_t *__restrict);
int connect(int, const struct sockaddr *, socklen_t);
int getsockname(int, struct sockaddr *__restrict, socklen_t *__restrict);
int setsockopt(int, int, int, const void *, socklen_t);
int getsockopt(int, int, int, void *__restrict, socklen_t *__restrict);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
int shutdown(int, int);
int getaddrinfo(const char *__restrict, const char *__restrict, const struct addrinfo *__restrict, struct addrinfo **__restrict);
void freeaddrinfo(struct addrinfo *);
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_KEEPALIVE 0x0008
#define SO_SNDBUF 0x1001
#define SO_RCVBUF 0x1002
#define SO_ERROR 0x1007
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define TCP_KEEPALIVE 0x10
#define TCP_KEEPINTVL 0x101
#define TCP_KEEPCNT 0x102
#define AI_PASSIVE 0x00000001
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

struct pollfd { int fd; short events; short revents; };
int poll(struct pollfd *, nfds_t, int);
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010

// Terminals.
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios { tcflag_t c_iflag; tcflag_t c_oflag; tcflag_t c_cflag; tcflag_t c_lflag; cc_t c_cc[20]; speed_t c_ispeed; speed_t c_ospeed; };
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
int tcflush(int, int);
void cfmakeraw(struct termios *);
int cfsetispeed(struct termios *, speed_t);
int cfsetospeed(struct termios *, speed_t);
speed_t cfgetispeed(const struct termios *);
speed_t cfgetospeed(const struct termios *);
// <util.h>; that the module Darwin has it on the iPhone too is not certain.
int openpty(int *, int *, char *, struct termios *, struct winsize *);
#define TCSANOW 0
#define TCIOFLUSH 3
#define VMIN 16
#define VTIME 17
#define CSIZE 0x00000300
#define CS8 0x00000300
#define CSTOPB 0x00000400
#define CREAD 0x00000800
#define PARENB 0x00001000
#define CLOCAL 0x00008000
#define CCTS_OFLOW 0x00010000
#define CRTS_IFLOW 0x00020000
#define CRTSCTS (CCTS_OFLOW | CRTS_IFLOW)
#define ISTRIP 0x00000020
#define INLCR 0x00000040
#define ICRNL 0x00000100
#define IXON 0x00000200
#define OPOST 0x00000001
#define ECHO 0x00000008
#define ISIG 0x00000080
#define ICANON 0x00000100
#define IEXTEN 0x00000400

// Names of <MacTypes.h> and others, to meet names of the package's as they would there. Whether Swift sees
// `Duration` is not certain, so it is left out.
typedef uint8_t Byte;
typedef int8_t SignedByte;
typedef char *Ptr;
typedef Ptr *Handle;
typedef long Size;
typedef unsigned char Boolean;
typedef unsigned char Style;
typedef int32_t Fixed;
typedef int32_t Fract;
typedef uint32_t FourCharCode;
typedef FourCharCode OSType;
typedef FourCharCode ResType;
typedef int16_t OSErr;
typedef int32_t OSStatus;
typedef uint32_t OptionBits;
typedef unsigned long ByteCount;
typedef unsigned long ByteOffset;
typedef unsigned long ItemCount;
typedef uint16_t UniChar;
typedef int32_t TimeValue;
typedef int32_t TimeScale;
typedef void *LogicalAddress;
struct Point { short v; short h; };
typedef struct Point Point;
struct Rect { short top; short left; short bottom; short right; };
typedef struct Rect Rect;
struct UnsignedWide { uint32_t lo; uint32_t hi; };
typedef struct UnsignedWide UnsignedWide;
typedef UnsignedWide AbsoluteTime;
struct option { const char *name; int has_arg; int *flag; int val; };
typedef struct entry { char *key; void *data; } ENTRY;
typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char *tm_zone; };
typedef int boolean_t;
extern int signgam;
double log(double);
double round(double);
double y0(double);
double y1(double);
double j0(double);
double j1(double);
long random(void);
int link(const char *, const char *);
int remove(const char *);
int kill(pid_t, int);
pid_t wait(int *);
char *index(const char *, int);
time_t time(time_t *);
int select(int, void *, void *, void *, struct timeval *);
int daemon(int, int);
void sync(void);
int truncate(const char *, off_t);
int access(const char *, int);
void warn(const char *, ...);
#endif
