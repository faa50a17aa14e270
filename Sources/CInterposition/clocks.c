#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <errno.h>
#include <poll.h>
#include <sys/time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/select.h>
#endif

// The clocks, and sleeping.

static const int64_t second = 1000000000;

__thread faraday_lead faraday_lead_of_thread FARADAY_THREAD_LOCAL;

int64_t faraday_uptime(faraday_context *context) {
    if (!faraday_is_held(context)) return ASK(paced_uptime, context);
    return __atomic_load_n(&context->clock->uptime, __ATOMIC_RELAXED);
}

static const int64_t microsecond = 1000;

int64_t faraday_skew(faraday_context *context) {
    faraday_lead lead = faraday_lead_of_thread;
    if (lead.clock != context->clock->number) return 0;
    int64_t uptime = faraday_uptime(context);
    return lead.uptime > uptime ? lead.uptime - uptime : 0;
}

bool faraday_is_rest(faraday_context *context, int64_t nanoseconds) {
    if (nanoseconds <= 0 || nanoseconds >= microsecond) return false;
    faraday_lead_of_thread = (faraday_lead){
        .clock = context->clock->number,
        .uptime = faraday_uptime(context) + faraday_skew(context) + microsecond};
    return true;
}

static int64_t wall_offset(const faraday_context *context) {
    return __atomic_load_n(&context->clock->wall_offset, __ATOMIC_RELAXED);
}

static struct timespec timespec_of(int64_t nanoseconds) {
    return (struct timespec){.tv_sec = nanoseconds / second, .tv_nsec = nanoseconds % second};
}

static int64_t nanoseconds_of(const struct timespec *time) {
    if (time->tv_sec < 0) return 0;
    if (time->tv_sec > FARADAY_NEVER / second - 1) return FARADAY_NEVER;
    return time->tv_sec * second + time->tv_nsec;
}

// What dispatch counts the uptime in.
#if defined(__linux__)
#define UPTIME_OF(context, time) ((int64_t)(time))
#else
// Ticks are coarser than nanoseconds on some machines: what is asked for is a length of time in microseconds.
static int64_t uptime_of_ticks(faraday_context *context, uint64_t ticks) {
    int64_t uptime = faraday_nanoseconds(ticks);
    if (faraday_ticks(microsecond) == (uint64_t)microsecond) return uptime;
    int64_t now = faraday_uptime(context) + faraday_skew(context);
    return uptime <= now ? uptime : now + (uptime - now + microsecond / 2) / microsecond * microsecond;
}
#define UPTIME_OF(context, time) uptime_of_ticks(context, time)
#endif

// Dispatch encodes the clock in the upper bits: uptime; continuous time; nanoseconds since 1970, negated.
int64_t faraday_deadline(faraday_context *context, dispatch_time_t time) {
    if (time == DISPATCH_TIME_NOW) return faraday_uptime(context);
    if (time == DISPATCH_TIME_FOREVER) return FARADAY_NEVER;
    if ((time >> 63) == 0) return UPTIME_OF(context, time) - faraday_skew(context);
    if ((time >> 62 & 1) == 0) return UPTIME_OF(context, time & ~(1ull << 63)) - faraday_skew(context);
    // -2 stands for the present on the wall clock.
    if (time == ~1ull) return faraday_uptime(context);
    return -(int64_t)time - wall_offset(context) - faraday_skew(context);
}

#if defined(__linux__)
static bool is_wall(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static bool is_uptime(clockid_t clock) {
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ||
           clock == CLOCK_BOOTTIME;
}
#else
static bool is_wall(clockid_t clock) { return clock == CLOCK_REALTIME; }

static bool is_uptime(clockid_t clock) {
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_RAW_APPROX ||
           clock == CLOCK_UPTIME_RAW || clock == CLOCK_UPTIME_RAW_APPROX;
}
#endif

int64_t faraday_deadline_on(faraday_context *context, clockid_t clock, const struct timespec *time) {
    int64_t deadline = nanoseconds_of(time);
    if (!is_wall(clock) || deadline == FARADAY_NEVER) return deadline;
    // A date is too coarse for nanoseconds: what is asked for is a length of time in microseconds.
    int64_t now = faraday_uptime(context);
    int64_t left = deadline - wall_offset(context) - now;
    if (left <= 0 || faraday_is_rest(context, left)) return now;
    return now + (left + microsecond / 2) / microsecond * microsecond;
}

FARADAY_INTERPOSE(int, clock_gettime, clockid_t clock, struct timespec *time) {
    faraday_context *c = is_wall(clock) ? CONTEXT_OF_DATE() : APPS_CONTEXT();
    if (c == NULL || !(is_wall(clock) || is_uptime(clock))) return ORIGINAL(clock_gettime)(clock, time);
    *time = timespec_of(faraday_uptime(c) + faraday_skew(c) + (is_wall(clock) ? wall_offset(c) : 0));
    return 0;
}

FARADAY_INTERPOSE(int, gettimeofday, struct timeval *restrict time, void *restrict zone) {
    faraday_context *c = CONTEXT_OF_DATE();
    if (c == NULL) return ORIGINAL(gettimeofday)(time, zone);
    int64_t now = faraday_uptime(c) + faraday_skew(c) + wall_offset(c);
    *time = (struct timeval){.tv_sec = now / second, .tv_usec = now % second / 1000};
    return 0;
}

FARADAY_INTERPOSE(time_t, time, time_t *result) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(time)(result);
    time_t now = (faraday_uptime(c) + wall_offset(c)) / second;
    if (result != NULL) *result = now;
    return now;
}

// MARK: Sleeping

static void sleep_until(faraday_context *context, int64_t deadline) {
    faraday_lead_of_thread = (faraday_lead){0};
    faraday_wait_for(context, FARADAY_WAIT_SLEEP, NULL, 0, deadline, NULL, NULL);
}

// In a paced world the system sleeps, as long as the world's clock takes for it.
static struct timespec paced(faraday_context *context, int64_t deadline) {
    return timespec_of(ASK(real_delay, context, deadline));
}

FARADAY_INTERPOSE(int, nanosleep, const struct timespec *time, struct timespec *left) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL || time == NULL || time->tv_nsec < 0 || time->tv_nsec >= second || time->tv_sec < 0)
        return ORIGINAL(nanosleep)(time, left);
    int64_t length = nanoseconds_of(time);
    int64_t deadline = faraday_later(faraday_uptime(c), length);
    if (faraday_is_held(c)) {
        // Less than a nanosecond was asked for, if nothing is.
        if (!faraday_is_rest(c, length == 0 ? 1 : length)) sleep_until(c, deadline);
    } else {
        struct timespec real = paced(c, deadline);
        ORIGINAL(nanosleep)(&real, NULL);
    }
    if (left != NULL) *left = (struct timespec){0};
    return 0;
}

#if defined(__linux__)
FARADAY_INTERPOSE(int, clock_nanosleep,
    clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL || !(is_wall(clock) || is_uptime(clock)) || time == NULL || time->tv_nsec < 0 ||
        time->tv_nsec >= second)
        return ORIGINAL(clock_nanosleep)(clock, flags, time, left);
    int64_t deadline = flags & TIMER_ABSTIME ? faraday_deadline_on(c, clock, time)
                                             : faraday_later(faraday_uptime(c), nanoseconds_of(time));
    if (faraday_is_held(c)) {
        sleep_until(c, deadline);
        return 0;
    }
    struct timespec real = paced(c, deadline);
    return ORIGINAL(clock_nanosleep)(CLOCK_MONOTONIC, 0, &real, NULL);
}
#endif

FARADAY_INTERPOSE(int, usleep, useconds_t microseconds) {
    if (WAITERS_CONTEXT() == NULL) return ORIGINAL(usleep)(microseconds);
    struct timespec time = timespec_of((int64_t)microseconds * 1000);
    return OWN(nanosleep)(&time, NULL);
}

FARADAY_INTERPOSE(unsigned int, sleep, unsigned int seconds) {
    if (WAITERS_CONTEXT() == NULL) return ORIGINAL(sleep)(seconds);
    struct timespec time = {.tv_sec = seconds};
    OWN(nanosleep)(&time, NULL);
    return 0;
}

// Without descriptors these two are sleeps.
FARADAY_INTERPOSE(int, poll, struct pollfd *descriptors, nfds_t count, int timeout) {
    if (count > 0 || timeout <= 0 || WAITERS_CONTEXT() == NULL)
        return ORIGINAL(poll)(descriptors, count, timeout);
    struct timespec time = timespec_of((int64_t)timeout * 1000000);
    OWN(nanosleep)(&time, NULL);
    return 0;
}

#if defined(__linux__)
FARADAY_INTERPOSE(int, select,
    int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict errors,
    struct timeval *restrict timeout) {
    if (count > 0 || timeout == NULL || WAITERS_CONTEXT() == NULL)
        return ORIGINAL(select)(count, reading, writing, errors, timeout);
    struct timespec time = {.tv_sec = timeout->tv_sec, .tv_nsec = timeout->tv_usec * 1000};
    OWN(nanosleep)(&time, NULL);
    return 0;
}
#else
#include "Darwin/clocks.h"
#endif

#endif
