#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#if defined(__linux__)
#include <semaphore.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

// Threads that code of a world begins belong to the world: they take turns with its other work, and their waits take
// virtual time. Those of dispatch are the system's.

__thread int32_t faraday_kind_of_thread FARADAY_THREAD_LOCAL;

int32_t faraday_thread_kind(void) { return faraday_kind_of_thread; }

void faraday_set_thread_kind(int32_t kind) { faraday_kind_of_thread = kind; }

#if defined(__linux__)
// Reads what the system says of a thread of this process. Returns its length; 0 if it says nothing.
static ssize_t read_of_thread(int32_t thread, const char *file_name, char *text, size_t size) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/task/%d/%s", thread, file_name);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, text, size - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    return count;
}

int32_t faraday_thread_state(int32_t thread) {
    char text[256];
    if (read_of_thread(thread, "stat", text, sizeof text) == 0) return FARADAY_STATE_UNKNOWN;
    // The state follows the name. A thread that waits for memory or for a disk is not asleep: on a busy machine that takes
    // a while, and ends by itself.
    const char *end_of_name = strrchr(text, ')');
    if (end_of_name == NULL || end_of_name[1] == 0 || end_of_name[2] != 'S') return FARADAY_STATE_RUNS;
    if (read_of_thread(thread, "syscall", text, sizeof text) == 0) return FARADAY_STATE_UNKNOWN;
    // The number of the call of the system's in which the thread waits, or "running".
    if (text[0] < '0' || text[0] > '9') return FARADAY_STATE_RUNS;
    return atoi(text) == SYS_futex ? FARADAY_STATE_WAITS_FOR_THREAD : FARADAY_STATE_WAITS_OUTSIDE;
}

// What is raised when a thread has its place.
typedef sem_t placement;
#define MAKE(placement) sem_init(placement, 0, 0)
#define RAISE(placement) sem_post(placement)
#define AWAIT(placement) do { } while (sem_wait(placement) != 0)
#define DESTROY(placement) sem_destroy(placement)
#else
// No public function tells what another thread waits for.
int32_t faraday_thread_state(int32_t thread) { return FARADAY_STATE_UNKNOWN; }

// Nor who has a lock.
bool faraday_takes_locks(void) { return false; }

extern dispatch_semaphore_t dispatch_semaphore_create(intptr_t value);
extern intptr_t dispatch_semaphore_wait(dispatch_semaphore_t semaphore, dispatch_time_t timeout);
extern intptr_t dispatch_semaphore_signal(dispatch_semaphore_t semaphore);
extern void dispatch_release(dispatch_object_t object);

// There are no semaphores of POSIX without a name.
typedef dispatch_semaphore_t placement;
#define MAKE(placement) (*(placement) = dispatch_semaphore_create(0))
#define RAISE(placement) ORIGINAL(dispatch_semaphore_signal)(*(placement))
#define AWAIT(placement) ORIGINAL(dispatch_semaphore_wait)(*(placement), DISPATCH_TIME_FOREVER)
#define DESTROY(placement) dispatch_release(*(placement))
#endif

#if FARADAY_HAS_SANITIZER

void faraday_forget_thread(void) {}

#else

typedef struct birth {
    faraday_context *context;
    void *(*start)(void *);
    void *argument;
    void *result;
    // Raised when the thread has its place among the work of the world; the one who began it waits for that.
    placement *is_placed;
    int32_t kind;
    bool is_detached;
    pthread_t thread;
    struct birth *next;
} birth;

// The threads that have not ended.
static birth *living;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static __thread birth *mine FARADAY_THREAD_LOCAL;

static void note(birth *born) {
    ORIGINAL(pthread_mutex_lock)(&guard);
    (born->next = living, living = born);
    ORIGINAL(pthread_mutex_unlock)(&guard);
}

static void forget(birth *born) {
    ORIGINAL(pthread_mutex_lock)(&guard);
    for (birth **place = &living; *place != NULL; place = &(*place)->next) {
        if (*place != born) continue;
        *place = born->next;
        break;
    }
    ORIGINAL(pthread_mutex_unlock)(&guard);
}

static bool has_ended(void *thread) {
    ORIGINAL(pthread_mutex_lock)(&guard);
    birth *found = living;
    while (found != NULL && !pthread_equal(found->thread, *(pthread_t *)thread)) found = found->next;
    ORIGINAL(pthread_mutex_unlock)(&guard);
    return found == NULL;
}

static void place(void *argument) { RAISE(((birth *)argument)->is_placed); }

static void live(void *argument) {
    birth *born = argument;
    born->result = born->start(born->argument);
    // Within its last turn, so that who waits for the end goes on in order.
    forget(born);
}

static void end(void *argument) {
    birth *born = argument;
    faraday_enter(NULL);
    (mine = NULL, faraday_kind_of_thread = FARADAY_THREAD_OF_SYSTEM);
    forget(born);
    faraday_installed.thread_ends(born->context, faraday_thread_number());
    faraday_installed.release(born->context);
    if (born->is_detached) pthread_detach(pthread_self());
    free(born);
}

static void *begin(void *argument) {
    birth *born = argument;
    void *result;
    born->thread = pthread_self();
    (mine = born, faraday_kind_of_thread = born->kind);
    note(born);
    pthread_cleanup_push(end, born);
    faraday_installed.thread_begins(born->context, faraday_thread_number());
    faraday_installed.enter_world(born->context, live, born, place);
    result = born->result;
    pthread_cleanup_pop(1);
    return result;
}

// The thread ends in the middle of what it does, without that being undone. Its world waits for its end.
void faraday_forget_thread(void) {
    birth *born = mine;
    if (born == NULL) return;
    born->is_detached = false;
    // On Apple's platforms the thread ends by a function that calls `end`.
#if defined(__linux__)
    end(born);
#endif
}

// Called without a context. The thread is joinable in any case: its world may have to wait for its end.
static int begin_thread(pthread_t *thread, const pthread_attr_t *attributes, const birth *wanted) {
    birth *born = malloc(sizeof *born);
    if (born == NULL) return EAGAIN;
    *born = *wanted;
    pthread_attr_t joinable;
    if (attributes != NULL) {
        int state;
        joinable = *attributes;
        pthread_attr_getdetachstate(attributes, &state);
        born->is_detached = state == PTHREAD_CREATE_DETACHED;
        pthread_attr_setdetachstate(&joinable, PTHREAD_CREATE_JOINABLE);
    }
    placement is_placed;
    MAKE(&is_placed);
    born->is_placed = &is_placed;
    faraday_installed.retain(born->context);
    int status = ORIGINAL(pthread_create)(thread, attributes == NULL ? NULL : &joinable, begin, born);
    if (status == 0) {
        AWAIT(&is_placed);
    } else {
        faraday_installed.release(born->context);
        free(born);
    }
    DESTROY(&is_placed);
    return status;
}

// In a paced world threads are the system's, and their code is the world's.
struct paced_start {
    faraday_context *context;
    void *(*start)(void *);
    void *argument;
};

static void *start_paced(void *argument) {
    struct paced_start paced = *(struct paced_start *)argument;
    free(argument);
    faraday_enter(paced.context);
    void *result = paced.start(paced.argument);
    faraday_enter(NULL);
    faraday_installed.release(paced.context);
    return result;
}

static int begin_paced_thread(
    faraday_context *context, pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
    void *argument) {
    struct paced_start *paced = malloc(sizeof *paced);
    if (paced == NULL) return EAGAIN;
    *paced = (struct paced_start){context, start, argument};
    faraday_installed.retain(context);
    int status = ORIGINAL(pthread_create)(thread, attributes, start_paced, paced);
    if (status == 0) return 0;
    faraday_installed.release(context);
    free(paced);
    return status;
}

// Whether a test framework calls, by Foundation.
static bool is_of_tests(const faraday_origin *origin) {
    for (int depth = 0; depth < FARADAY_ORIGIN_DEPTH && origin->frames[depth] != NULL; depth++) {
        if (!faraday_is_in(origin->frames[depth], "Foundation"))
            return faraday_is_in(origin->frames[depth], TEST_LIBRARY);
    }
    return false;
}

FARADAY_INTERPOSE(int, pthread_create,
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
    void *restrict argument) {
    faraday_context *c = faraday_context_in_force();
    if (c == NULL || faraday_is_of_dispatch(__builtin_return_address(0)))
        return ORIGINAL(pthread_create)(thread, attributes, start, argument);
    if (!faraday_is_held(c)) return begin_paced_thread(c, thread, attributes, start, argument);
    faraday_origin origin;
    faraday_trace_origin(&origin);
    birth wanted = {
        .context = c,
        .start = start,
        .argument = argument,
        .kind = is_of_tests(&origin) ? FARADAY_THREAD_OF_TESTS : FARADAY_THREAD_OF_APP};
    faraday_context *outer = faraday_enter(NULL);
    int status = begin_thread(thread, attributes, &wanted);
    faraday_enter(outer);
    return status;
}

FARADAY_INTERPOSE(int, pthread_join, pthread_t thread, void **result) {
    faraday_context *c = faraday_context_in_force();
    if (c != NULL && faraday_is_held(c) && !has_ended(&thread))
        faraday_wait_for(c, FARADAY_WAIT_THREAD, NULL, 0, FARADAY_NEVER, has_ended, &thread);
    faraday_context *outer = faraday_enter(NULL);
    int status = ORIGINAL(pthread_join)(thread, result);
    faraday_enter(outer);
    return status;
}

// A thread that yields lets others go on, and no time passes. One that does so again and again waits for something that only
// time brings.
FARADAY_INTERPOSE(int, sched_yield, void) {
    enum { patience = 100, millisecond = 1000000, recently = 100 * millisecond };
    static __thread int64_t last;
    static __thread int32_t count;
    faraday_context *c = WAITERS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(sched_yield)();
    int64_t now = faraday_uptime(c);
    count = now < last || now - last > recently ? 0 : count + 1;
    last = now;
    int64_t deadline = now + (count > patience ? millisecond : 0);
    faraday_wait_for(c, FARADAY_WAIT_SLEEP, NULL, 0, deadline, NULL, NULL);
    return 0;
}
#endif

#endif
