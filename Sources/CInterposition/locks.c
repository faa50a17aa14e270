#define _GNU_SOURCE
#include "answers.h"
#include "original.h"

#if FARADAY_INTERPOSES && defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Locks of the system's threads, on which those of Foundation, Swift and C++ stand.
//
// A lock that a blocked piece of a world holds would stop the thread that runs the others. So a thread of a world never
// waits for such a lock: it lets others of its world go on. Under a sanitizer for threads the locks stay its own; it has
// to see them.

// MARK: Calls that a schedule counts

static unsigned look_up_call(const void *address) {
    if (faraday_is_of_program(address)) return true;
    Dl_info info;
    if (dladdr(address, &info) == 0) return false;
    // NSLock, NSRecursiveLock and NSCondition, in their methods called lock.
    return info.dli_sname != NULL && strncmp(info.dli_sname, "$s10Foundation", 14) == 0 &&
           strstr(info.dli_sname, "C4lockyyF") != NULL;
}

// Whether a lock is asked for by code of the program, itself or through Foundation's classes. What the runtimes lock for
// themselves, once in a process or by chance, would make one run differ from the next.
static bool is_apps_call(const void *address) {
    static struct faraday_answers answers;
    return faraday_answer(&answers, address, look_up_call) != 0;
}

// MARK: Mutexes

static int32_t owner_of(const pthread_mutex_t *mutex) {
    return __atomic_load_n((const int32_t *)&mutex->__data.__owner, __ATOMIC_RELAXED);
}

struct held_lock {
    const int32_t *owner;
    int32_t seen;
};

static bool has_other_owner(void *argument) {
    struct held_lock *lock = argument;
    return (__atomic_load_n(lock->owner, __ATOMIC_RELAXED) & FUTEX_TID_MASK) != lock->seen;
}

// Waits as long as a blocked thread of the world holds the lock. Returns false if none does.
static bool wait_for_owner(faraday_context *context, const void *lock, const int32_t *owner, int64_t deadline) {
    struct held_lock held = {owner, __atomic_load_n(owner, __ATOMIC_RELAXED) & FUTEX_TID_MASK};
    if (held.seen == 0 || !ASK(is_blocked, context, held.seen)) return false;
    return faraday_wait_for(context, FARADAY_WAIT_LOCK, lock, held.seen, deadline, has_other_owner, &held) ==
           FARADAY_WOKEN;
}

int faraday_lock_mutex(faraday_context *context, pthread_mutex_t *mutex) {
    while (true) {
        int result = pthread_mutex_trylock(mutex);
        if (result != EBUSY) return result;
        // Its own thread's: an error, or a deadlock that nobody else has a part in.
        if (!wait_for_owner(context, mutex, (const int32_t *)&mutex->__data.__owner, FARADAY_NEVER))
            return ORIGINAL(pthread_mutex_lock)(mutex);
    }
}

// Waits until the deadline for a lock that a thread of the world has, this one or a blocked one. Others only have it for a
// moment of real time.
static int lock_until(faraday_context *context, pthread_mutex_t *mutex, int64_t deadline) {
    const int32_t *owner = (const int32_t *)&mutex->__data.__owner;
    while (true) {
        int result = pthread_mutex_trylock(mutex);
        if (result != EBUSY) return result;
        if (owner_of(mutex) == faraday_thread_number()) {
            faraday_wait_for(context, FARADAY_WAIT_SLEEP, mutex, 0, deadline, NULL, NULL);
            return ETIMEDOUT;
        }
        if (ASK(is_blocked, context, owner_of(mutex))) {
            if (!wait_for_owner(context, mutex, owner, deadline)) return ETIMEDOUT;
        } else {
            ORIGINAL(sched_yield)();
        }
    }
}

#if !FARADAY_HAS_THREAD_SANITIZER
FARADAY_INTERPOSE(int, pthread_mutex_lock, pthread_mutex_t *mutex) {
    faraday_context *c = faraday_context_of_thread;
    // This package's own locks are of a kind that nobody else uses; no code of an app runs under them.
    if (__builtin_expect(c == NULL, 1) || mutex->__data.__kind == PTHREAD_MUTEX_ADAPTIVE_NP)
        return ORIGINAL(pthread_mutex_lock)(mutex);
    if (c == &faraday_code_of_main && faraday_main_is_awaiting()) return ORIGINAL(pthread_mutex_lock)(mutex);
    c = faraday_resolved(c);
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(pthread_mutex_lock)(mutex);
    if (c->clock->calls_left != 0 && is_apps_call(__builtin_return_address(0)) && faraday_count_call(c->clock))
        faraday_tell_call(c);
    if (!__atomic_load_n(&c->clock->watches_locks, __ATOMIC_RELAXED)) return ORIGINAL(pthread_mutex_lock)(mutex);
    return faraday_lock_mutex(c, mutex);
}
#endif

#if !FARADAY_HAS_THREAD_SANITIZER
FARADAY_INTERPOSE(int, pthread_mutex_timedlock,
    pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    faraday_context *c = faraday_context_in_force();
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(pthread_mutex_timedlock)(mutex, time);
    return lock_until(c, mutex, faraday_deadline_on(c, CLOCK_REALTIME, time));
}
#endif

bool faraday_takes_locks(void) {
#if FARADAY_HAS_THREAD_SANITIZER
    return false;
#else
    return true;
#endif
}

// MARK: Calls of the kernel

// Swift's Mutex waits, and its random numbers come, through this function.
FARADAY_INTERPOSE(long, syscall, long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long a = va_arg(arguments, long), b = va_arg(arguments, long), c = va_arg(arguments, long);
    long d = va_arg(arguments, long), e = va_arg(arguments, long), f = va_arg(arguments, long);
    va_end(arguments);
    faraday_context *context = faraday_context_in_force();
    if (context != NULL && number == SYS_getrandom) {
        TELL(random, context, (void *)a, (size_t)b);
        return b;
    }
#if !FARADAY_HAS_THREAD_SANITIZER
    if (context != NULL && number == SYS_futex && faraday_is_held(context) && (b & FUTEX_CMD_MASK) == FUTEX_LOCK_PI)
        // The thread that held it does not hand it over, since the kernel did not hear of this one: it is free, or taken
        // by the kernel's call.
        wait_for_owner(context, (const void *)a, (const int32_t *)a, FARADAY_NEVER);
#endif
    return ORIGINAL(syscall)(number, a, b, c, d, e, f);
}

#endif
