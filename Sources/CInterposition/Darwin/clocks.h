#ifndef FARADAY_DARWIN_CLOCKS_H
#define FARADAY_DARWIN_CLOCKS_H

// The clocks that only Apple's platforms have; a part of `clocks.c`.

#include <mach/mach_time.h>

static mach_timebase_info_data_t timebase(void) {
    static mach_timebase_info_data_t known;
    if (known.denom == 0) mach_timebase_info(&known);
    return known;
}

uint64_t faraday_ticks(int64_t nanoseconds) {
    mach_timebase_info_data_t base = timebase();
    if (nanoseconds <= 0) return 0;
    return (uint64_t)(((__uint128_t)nanoseconds * base.denom + base.numer / 2) / base.numer);
}

int64_t faraday_nanoseconds(uint64_t ticks) {
    mach_timebase_info_data_t base = timebase();
    __uint128_t nanoseconds = ((__uint128_t)ticks * base.numer + base.denom / 2) / base.denom;
    return nanoseconds > INT64_MAX ? FARADAY_NEVER : (int64_t)nanoseconds;
}

FARADAY_INTERPOSE(uint64_t, clock_gettime_nsec_np, clockid_t clock) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || !(is_wall(clock) || is_uptime(clock))) return ORIGINAL(clock_gettime_nsec_np)(clock);
    return (uint64_t)(faraday_uptime(c) + faraday_skew(c) + (is_wall(clock) ? wall_offset(c) : 0));
}

#define TICKING(name)                                                                                                  \
    FARADAY_INTERPOSE(uint64_t, name, void) {                                                                          \
        faraday_context *c = APPS_CONTEXT();                                                                           \
        return c == NULL ? ORIGINAL(name)() : faraday_ticks(faraday_uptime(c) + faraday_skew(c));                         \
    }

TICKING(mach_absolute_time)
TICKING(mach_continuous_time)
TICKING(mach_approximate_time)
TICKING(mach_continuous_approximate_time)

// The first of January 2001.
static const int64_t reference = 978307200;

extern double CFAbsoluteTimeGetCurrent(void);
FARADAY_INTERPOSE(double, CFAbsoluteTimeGetCurrent, void) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(CFAbsoluteTimeGetCurrent)();
    // In microseconds, as the system's clock has it.
    int64_t now = faraday_uptime(c) + faraday_skew(c) + wall_offset(c) - reference * second;
    return (double)(now / microsecond) / 1e6;
}

// Dispatch reads its clocks from within; what it makes of them is set right here.
FARADAY_INTERPOSE(dispatch_time_t, dispatch_time, dispatch_time_t when, int64_t delta) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || when != DISPATCH_TIME_NOW) return ORIGINAL(dispatch_time)(when, delta);
    return ORIGINAL(dispatch_time)(faraday_ticks(faraday_uptime(c) + faraday_skew(c)), delta);
}

FARADAY_INTERPOSE(dispatch_time_t, dispatch_walltime, const struct timespec *when, int64_t delta) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || when != NULL) return ORIGINAL(dispatch_walltime)(when, delta);
    struct timespec now = timespec_of(faraday_uptime(c) + faraday_skew(c) + wall_offset(c));
    return ORIGINAL(dispatch_walltime)(&now, delta);
}

// Waits as Foundation's threads do.
FARADAY_INTERPOSE(int, mach_wait_until, uint64_t deadline) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL) return ORIGINAL(mach_wait_until)(deadline);
    if (faraday_is_held(c)) {
        sleep_until(c, uptime_of_ticks(c, deadline) - faraday_skew(c));
        return 0;
    }
    int64_t delay = ASK(real_delay, c, faraday_nanoseconds(deadline));
    return ORIGINAL(mach_wait_until)(ORIGINAL(mach_absolute_time)() + faraday_ticks(delay));
}

#endif
