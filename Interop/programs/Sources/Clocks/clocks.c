#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The system's clocks, by a definition of this program's own.
int clock_gettime(clockid_t clock, struct timespec *time) { return (int)syscall(SYS_clock_gettime, clock, time); }

void clocks_are_here(void) {}
