#define _GNU_SOURCE
#include "original.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <pthread.h>
#endif

// Whose code runs on a thread, and the handlers.

faraday_handlers faraday_installed;
__thread faraday_context *faraday_context_of_thread FARADAY_THREAD_LOCAL;
__thread faraday_occupation *faraday_occupation_of_thread FARADAY_THREAD_LOCAL;

void faraday_install(const faraday_handlers *handlers) { faraday_installed = *handlers; }

faraday_context *faraday_current(void) { return faraday_context_in_force(); }

faraday_context *faraday_enter(faraday_context *context) {
    faraday_context *outer = faraday_context_of_thread;
    faraday_context_of_thread = context;
    return outer;
}

// Where the main thread keeps its context.
static faraday_context **main_place;

__attribute__((constructor)) static void note_main_thread(void) { main_place = &faraday_context_of_thread; }

void faraday_enter_main(faraday_context *context) {
    faraday_context *expected = NULL;
    if (context == NULL) {
        __atomic_store_n(main_place, NULL, __ATOMIC_RELEASE);
    } else {
        __atomic_compare_exchange_n(main_place, &expected, context, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    }
}

faraday_occupation *faraday_occupations(void) { return faraday_occupation_of_thread; }

int32_t faraday_thread_number(void) {
#if defined(__linux__)
    static __thread int32_t number;
    if (number == 0) number = (int32_t)syscall(SYS_gettid);
    return number;
#else
    uint64_t number = 0;
    pthread_threadid_np(NULL, &number);
    return (int32_t)number;
#endif
}

// MARK: Where work was handed on

#if defined(__linux__)
static __thread uintptr_t stack_end FARADAY_THREAD_LOCAL;

// The highest address of this thread's stack: frames are read below it only.
static uintptr_t end_of_stack(void) {
    if (stack_end != 0) return stack_end;
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size = 0;
    faraday_context *outer = faraday_enter(NULL);
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &start, &size);
        pthread_attr_destroy(&attributes);
    }
    faraday_enter(outer);
    stack_end = (uintptr_t)start + size;
    return stack_end;
}
#else
static uintptr_t end_of_stack(void) { return (uintptr_t)pthread_get_stackaddr_np(pthread_self()); }
#endif

void faraday_trace_origin(faraday_origin *origin) {
    memset(origin, 0, sizeof *origin);
    uintptr_t end = end_of_stack();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    // The first return address is in the definition of the system's function.
    for (int depth = -1; depth < FARADAY_ORIGIN_DEPTH; depth++) {
        if (frame % sizeof(void *) != 0 || frame + 2 * sizeof(void *) > end) return;
        if (depth >= 0) origin->frames[depth] = ((void *const *)frame)[1];
        uintptr_t outer = ((const uintptr_t *)frame)[0];
        if (outer <= frame) return;
        frame = outer;
    }
}
