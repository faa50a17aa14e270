#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <errno.h>

// Conditions of the system's threads, on which those of Foundation and C++ stand.

// A thread of a world that waits for a condition; it lies on that thread's stack.
struct waiter {
    struct waiter *next;
    // The wait further up this stack, in which this one began.
    struct waiter *outer;
    const pthread_cond_t *condition;
    bool is_signalled;
};

static struct waiter *waiters;
static int32_t waiter_count;
static pthread_mutex_t waiters_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct waiter *innermost FARADAY_THREAD_LOCAL;

static void add(struct waiter *waiter) {
    ORIGINAL(pthread_mutex_lock)(&waiters_lock);
    struct waiter **place = &waiters;
    while (*place != NULL) place = &(*place)->next;
    *place = waiter;
    __atomic_add_fetch(&waiter_count, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&waiters_lock);
    innermost = waiter;
}

static void take_out(struct waiter *waiter) {
    ORIGINAL(pthread_mutex_lock)(&waiters_lock);
    struct waiter **place = &waiters;
    while (*place != waiter) place = &(*place)->next;
    *place = waiter->next;
    __atomic_sub_fetch(&waiter_count, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&waiters_lock);
    innermost = waiter->outer;
}

const void *faraday_condition_wait(void) { return innermost; }

void faraday_abandon_condition_waits(const void *outer) {
    while (innermost != NULL && innermost != outer) take_out(innermost);
}

// Wakes the first thread that waits for the condition, or all.
static void signal_waiters(const pthread_cond_t *condition, bool all) {
    if (__atomic_load_n(&waiter_count, __ATOMIC_SEQ_CST) == 0) return;
    bool found = false;
    ORIGINAL(pthread_mutex_lock)(&waiters_lock);
    for (struct waiter *w = waiters; w != NULL && (all || !found); w = w->next) {
        if (w->condition != condition || w->is_signalled) continue;
        __atomic_store_n(&w->is_signalled, true, __ATOMIC_RELEASE);
        found = true;
    }
    pthread_mutex_unlock(&waiters_lock);
    faraday_context *c = faraday_context_in_force();
    if (found) TELL(poke, c);
}

static bool is_signalled(void *argument) {
    return __atomic_load_n(&((struct waiter *)argument)->is_signalled, __ATOMIC_ACQUIRE);
}

static int wait_for_condition(
    faraday_context *context, pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
    struct waiter waiter = {.condition = condition, .outer = innermost};
    add(&waiter);
    pthread_mutex_unlock(mutex);
    int32_t wake =
        faraday_wait_for(context, FARADAY_WAIT_CONDITION, condition, 0, deadline, is_signalled, &waiter);
    take_out(&waiter);
    faraday_lock_mutex(context, mutex);
    return wake == FARADAY_TIMED_OUT ? ETIMEDOUT : 0;
}

FARADAY_INTERPOSE(int, pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *mutex) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(pthread_cond_wait)(condition, mutex);
    return wait_for_condition(c, condition, mutex, FARADAY_NEVER);
}

#if defined(__linux__)
// Which clock a condition counts by; glibc keeps it in a bit of its own.
static clockid_t clock_of(const pthread_cond_t *condition) {
    return condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static int wait_until(
    faraday_context *context, pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
    const struct timespec *time) {
    int64_t deadline = faraday_deadline_on(context, clock, time);
    if (faraday_is_held(context)) return wait_for_condition(context, condition, mutex, deadline);
    struct timespec now;
    ORIGINAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    int64_t end = now.tv_sec * 1000000000 + now.tv_nsec + ASK(real_delay, context, deadline);
    struct timespec real = {.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
    return ORIGINAL(pthread_cond_clockwait)(condition, mutex, CLOCK_MONOTONIC, &real);
}

FARADAY_INTERPOSE(int, pthread_cond_timedwait,
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL) return ORIGINAL(pthread_cond_timedwait)(condition, mutex, time);
    return wait_until(c, condition, mutex, clock_of(condition), time);
}

FARADAY_INTERPOSE(int, pthread_cond_clockwait,
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
    const struct timespec *restrict time) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL) return ORIGINAL(pthread_cond_clockwait)(condition, mutex, clock, time);
    return wait_until(c, condition, mutex, clock, time);
}
#else
#include "Darwin/conditions.h"
#endif

FARADAY_INTERPOSE(int, pthread_cond_signal, pthread_cond_t *condition) {
    signal_waiters(condition, false);
    return ORIGINAL(pthread_cond_signal)(condition);
}

FARADAY_INTERPOSE(int, pthread_cond_broadcast, pthread_cond_t *condition) {
    signal_waiters(condition, true);
    return ORIGINAL(pthread_cond_broadcast)(condition);
}

#endif
