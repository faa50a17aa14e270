#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <errno.h>

// Waiting for semaphores and groups of dispatch. Their counts stay dispatch's own: a wait takes one without waiting, when
// there is one.

extern intptr_t dispatch_semaphore_wait(dispatch_semaphore_t semaphore, dispatch_time_t timeout);
extern intptr_t dispatch_group_wait(dispatch_group_t group, dispatch_time_t timeout);

static intptr_t wait_for_semaphore(void *semaphore, dispatch_time_t timeout) {
    return ORIGINAL(dispatch_semaphore_wait)(semaphore, timeout);
}

static bool take_semaphore(void *semaphore) { return wait_for_semaphore(semaphore, DISPATCH_TIME_NOW) == 0; }

static intptr_t wait_for_group(void *group, dispatch_time_t timeout) {
    return ORIGINAL(dispatch_group_wait)(group, timeout);
}

static bool is_group_empty(void *group) { return wait_for_group(group, DISPATCH_TIME_NOW) == 0; }

// In a paced world the system waits, as long as the world's clock takes for it.
static dispatch_time_t paced_timeout(faraday_context *context, dispatch_time_t timeout) {
    if (timeout == DISPATCH_TIME_FOREVER || timeout == DISPATCH_TIME_NOW) return timeout;
    int64_t delay = ASK(real_delay, context, faraday_deadline(context, timeout));
#if defined(__linux__)
    struct timespec now;
    ORIGINAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    return (dispatch_time_t)(now.tv_sec * 1000000000 + now.tv_nsec + delay);
#else
    return ORIGINAL(dispatch_time)(DISPATCH_TIME_NOW, delay);
#endif
}

#define TIMED_OUT 49

// Waits for an object of dispatch. `take` takes what the thread waits for, if it is there.
static intptr_t wait_for_object(
    faraday_context *c, int32_t kind, void *object, dispatch_time_t timeout, bool (*take)(void *),
    intptr_t (*wait)(void *, dispatch_time_t)) {
    if (!faraday_is_held(c)) {
        dispatch_time_t real = paced_timeout(c, timeout);
        faraday_context *outer = faraday_enter(NULL);
        intptr_t result = wait(object, real);
        faraday_enter(outer);
        return result;
    }
    if (take(object)) return 0;
    if (timeout == DISPATCH_TIME_NOW) return TIMED_OUT;
    return faraday_wait_for(c, kind, object, 0, faraday_deadline(c, timeout), take, object);
}

FARADAY_INTERPOSE(intptr_t, dispatch_semaphore_wait, dispatch_semaphore_t semaphore, dispatch_time_t timeout) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_semaphore_wait)(semaphore, timeout);
    return wait_for_object(c, FARADAY_WAIT_SEMAPHORE, semaphore, timeout, take_semaphore, wait_for_semaphore);
}

// MARK: Semaphores for which threads of worlds wait

// How many threads wait, by what is left of a semaphore's address: a table that needs no lock, and may say too much.
enum { waited_slots = 1024 };
static int32_t waited[waited_slots];

static int32_t *slot_of(const void *semaphore) {
    return &waited[((uintptr_t)semaphore >> 4 ^ (uintptr_t)semaphore >> 14) % waited_slots];
}

void faraday_count_waiters(const void *semaphore, int32_t change) {
    __atomic_add_fetch(slot_of(semaphore), change, __ATOMIC_SEQ_CST);
}

// Whether a world has to look at what its threads wait for; called when the semaphore has been signalled.
static bool is_waited_for(const void *semaphore) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return __atomic_load_n(slot_of(semaphore), __ATOMIC_RELAXED) > 0;
}

// Worlds that look around may signal in turn.
static void poke(faraday_context *context) {
    static __thread bool is_poking;
    if (is_poking) return;
    is_poking = true;
    TELL(poke, context);
    is_poking = false;
}

FARADAY_INTERPOSE(intptr_t, dispatch_semaphore_signal, dispatch_semaphore_t semaphore) {
    intptr_t result = ORIGINAL(dispatch_semaphore_signal)(semaphore);
    faraday_context *c = faraday_context_in_force();
    // What worlds' own threads signal to each other is nothing that an app waits for.
    if ((c != NULL || faraday_kind_of_thread != FARADAY_THREAD_OF_WORLD) && is_waited_for(semaphore)) poke(c);
    return result;
}

FARADAY_INTERPOSE(intptr_t, dispatch_group_wait, dispatch_group_t group, dispatch_time_t timeout) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_group_wait)(group, timeout);
    return wait_for_object(c, FARADAY_WAIT_GROUP, group, timeout, is_group_empty, wait_for_group);
}

#if defined(__APPLE__)
extern intptr_t dispatch_block_wait(dispatch_block_t block, dispatch_time_t timeout);

static intptr_t wait_for_block(void *block, dispatch_time_t timeout) {
    return ORIGINAL(dispatch_block_wait)(block, timeout);
}

static bool is_block_over(void *block) { return wait_for_block(block, DISPATCH_TIME_NOW) == 0; }

// Dispatch waits for the block's group from within.
FARADAY_INTERPOSE(intptr_t, dispatch_block_wait, dispatch_block_t block, dispatch_time_t timeout) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_block_wait)(block, timeout);
    return wait_for_object(c, FARADAY_WAIT_GROUP, block, timeout, is_block_over, wait_for_block);
}
#endif

#endif
