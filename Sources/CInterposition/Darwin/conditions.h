#ifndef FARADAY_DARWIN_CONDITIONS_H
#define FARADAY_DARWIN_CONDITIONS_H

// Waits for conditions as Apple's platforms have them; a part of `conditions.c`.

// Who has a lock is not to be seen there. Who comes back from a wait lets others go on as long as somebody has it.
int faraday_lock_mutex(faraday_context *context, pthread_mutex_t *mutex) {
    enum { patience = 1000 };
    for (int i = 0; i < patience; i++) {
        int result = pthread_mutex_trylock(mutex);
        if (result != EBUSY) return result;
        faraday_wait_for(context, FARADAY_WAIT_SLEEP, mutex, 0, faraday_uptime(context), NULL, NULL);
    }
    return pthread_mutex_lock(mutex);
}

extern int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

static int wait_until(
    faraday_context *context, pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
    if (faraday_is_held(context)) return wait_for_condition(context, condition, mutex, deadline);
    int64_t delay = ASK(real_delay, context, deadline);
    struct timespec real = {.tv_sec = delay / 1000000000, .tv_nsec = delay % 1000000000};
    return ORIGINAL(pthread_cond_timedwait_relative_np)(condition, mutex, &real);
}

FARADAY_INTERPOSE(int, pthread_cond_timedwait,
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL) return ORIGINAL(pthread_cond_timedwait)(condition, mutex, time);
    return wait_until(c, condition, mutex, faraday_deadline_on(c, CLOCK_REALTIME, time));
}

FARADAY_INTERPOSE(int, pthread_cond_timedwait_relative_np,
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL || time == NULL || time->tv_sec < 0)
        return ORIGINAL(pthread_cond_timedwait_relative_np)(condition, mutex, time);
    int64_t length = time->tv_sec > FARADAY_NEVER / 1000000000 - 1 ? FARADAY_NEVER
                                                                  : time->tv_sec * 1000000000 + time->tv_nsec;
    // A length of time that is left is not more exact than the clocks that it was taken from.
    if (faraday_is_rest(c, length)) length = 0;
    return wait_until(c, condition, mutex, faraday_later(faraday_uptime(c), length));
}

#endif
