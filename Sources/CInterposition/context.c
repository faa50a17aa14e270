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

void FARADAY_LOCAL(faraday_install)(const faraday_handlers *handlers) {
    faraday_installed = *handlers;
#if defined(__APPLE__) && FARADAY_INTERPOSES
    faraday_watch_loops();
    faraday_hook_tasks();
#endif
}

faraday_context *FARADAY_LOCAL(faraday_current)(void) { return faraday_context_in_force(); }

#if defined(__APPLE__) && FARADAY_INTERPOSES

pthread_key_t faraday_context_key;

// Where this thread keeps its context.
static faraday_context **place(void) {
    faraday_context **found = pthread_getspecific(faraday_context_key);
    if (found != NULL) return found;
    // The thread-local variables are allocated here, all at once, while the thread has no context.
    faraday_context_of_thread = NULL;
    found = calloc(1, sizeof *found);
    if (found == NULL) abort();
    pthread_setspecific(faraday_context_key, found);
    return found;
}

#else
#define place() (&faraday_context_of_thread)
#endif

faraday_context *FARADAY_LOCAL(faraday_enter)(faraday_context *context) {
    faraday_context *outer = *place();
    *place() = context;
    return outer;
}

// Where the main thread keeps its context.
static faraday_context **main_place;

__attribute__((constructor)) static void note_main_thread(void) {
#if defined(__APPLE__) && FARADAY_INTERPOSES
    pthread_key_t key;
    if (pthread_key_create(&key, free) != 0) abort();
    faraday_context_key = key;
#endif
    main_place = place();
    *main_place = &faraday_code_of_main;
}

bool faraday_is_first_thread(void) { return place() == main_place; }

void FARADAY_LOCAL(faraday_leave)(void) { *place() = faraday_is_first_thread() ? &faraday_code_of_main : NULL; }

faraday_occupation *FARADAY_LOCAL(faraday_occupations)(void) { return faraday_occupation_of_thread; }

int32_t FARADAY_LOCAL(faraday_thread_number)(void) {
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
