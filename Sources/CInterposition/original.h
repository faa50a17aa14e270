#ifndef FARADAY_ORIGINAL_H
#define FARADAY_ORIGINAL_H

// The system's own functions behind those that this target defines, and what the definitions have in common.
//
// This target is compiled twice on Apple's platforms: for `CInterposition`, which takes nothing over and passes the calls
// of Swift on (`forward.c`), and by `CInterposer`, for a library of its own. Elsewhere once.

#include "CInterposition.h"
#include <pthread.h>
#include <time.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FARADAY_HAS_THREAD_SANITIZER 1
#endif
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define FARADAY_HAS_SANITIZER 1
#endif
#endif

// Code that the thread sanitizer leaves alone. The system calls some functions at the end of a thread, when the sanitizer
// keeps nothing of the thread any more; what it put into them would end the process.
#if FARADAY_HAS_THREAD_SANITIZER
#define FARADAY_UNWATCHED __attribute__((disable_sanitizer_instrumentation))
#else
#define FARADAY_UNWATCHED
#endif

// Where the system's functions are taken over.
#if defined(__linux__) && defined(__GLIBC__) && !defined(FARADAY_INTERPOSER)
#define FARADAY_INTERPOSES 1
#elif defined(__APPLE__) && defined(FARADAY_INTERPOSER) && (TARGET_OS_OSX || TARGET_OS_SIMULATOR) && !FARADAY_HAS_SANITIZER
#define FARADAY_INTERPOSES 1
#endif

// Where Swift's calls are passed on to a library that may be there or not.
#if defined(__APPLE__) && !defined(FARADAY_INTERPOSER)
#define FARADAY_FORWARDS 1
#define FARADAY_LOCAL(name) faraday_local_##name
#define FARADAY_FUNCTION(result, name, parameters, arguments) result FARADAY_LOCAL(name) parameters;
#include "functions.h"
#undef FARADAY_FUNCTION
#else
#define FARADAY_LOCAL(name) name
#endif

#if defined(__linux__)
#define FARADAY_THREAD_LOCAL __attribute__((tls_model("initial-exec")))
#else
#define FARADAY_THREAD_LOCAL
#endif

extern faraday_handlers faraday_installed;
extern __thread faraday_context *faraday_context_of_thread FARADAY_THREAD_LOCAL;
extern __thread faraday_occupation *faraday_occupation_of_thread FARADAY_THREAD_LOCAL;

bool faraday_is_current_task(const void *task);

#if defined(__APPLE__) && FARADAY_INTERPOSES
#include "Darwin/interposing.h"
#else
#define faraday_thread_context() __atomic_load_n(&faraday_context_of_thread, __ATOMIC_RELAXED)
#endif

// What stands for the main thread's own code, and the context that this has, when the thread no longer waits.
extern faraday_context faraday_code_of_main;
extern faraday_context *faraday_context_of_main;
extern int32_t faraday_main_awaits;
faraday_context *faraday_main_going_on(faraday_context *context);
bool faraday_is_first_thread(void);

// The main thread begins to create a task, and has created it.
int32_t faraday_begin_birth(void);
void faraday_end_birth(int32_t birth, uint64_t task);

FARADAY_UNWATCHED static inline faraday_context *faraday_resolved(faraday_context *context) {
    if (__builtin_expect(context != &faraday_code_of_main, 1)) return context;
    faraday_context *found = __atomic_load_n(&faraday_context_of_main, __ATOMIC_ACQUIRE);
    if (found == NULL || __atomic_load_n(&faraday_main_awaits, __ATOMIC_RELAXED) == 0) return found;
    return faraday_main_going_on(found);
}

// The context of this thread, if it is in force: one read of a thread-local value for code that has none.
FARADAY_UNWATCHED static inline faraday_context *faraday_context_in_force(void) {
    faraday_context *found = faraday_resolved(faraday_thread_context());
    if (__builtin_expect(found == NULL, 1)) return NULL;
    if (found->task != NULL && !faraday_is_current_task(found->task)) {
        found = faraday_is_first_thread() ? faraday_resolved(&faraday_code_of_main) : NULL;
        if (found == NULL) return NULL;
    }
    return faraday_clock_mode(found->clock) == FARADAY_REAL ? NULL : found;
}

// The context of a call that an app may have made. On Linux all code of a context counts as an app's.
#if defined(__APPLE__)
#define APPS_CONTEXT()                                                                                                 \
    ({                                                                                                                 \
        faraday_context *found = faraday_context_in_force();                                                           \
        found != NULL && faraday_is_of_system(__builtin_return_address(0)) ? NULL : found;                             \
    })
#else
#define APPS_CONTEXT() faraday_context_in_force()
#endif

#if FARADAY_INTERPOSES && defined(__linux__)
bool faraday_times_a_test(void);

// The context of a call that asks for the date: that of APPS_CONTEXT, unless XCTest notes how long a test took.
FARADAY_UNWATCHED static inline faraday_context *faraday_context_of_date(void) {
    faraday_context *found = faraday_context_in_force();
    bool is_main = faraday_thread_context() == &faraday_code_of_main;
    return found != NULL && __builtin_expect(is_main, 0) && faraday_times_a_test() ? NULL : found;
}
#define CONTEXT_OF_DATE() faraday_context_of_date()
#else
#define CONTEXT_OF_DATE() APPS_CONTEXT()
#endif

// The context of a call that waits, if an app calls, itself or through Foundation.
#define WAITERS_CONTEXT()                                                                                              \
    ({                                                                                                                 \
        faraday_context *found = faraday_context_in_force();                                                           \
        found != NULL && faraday_is_of_runtimes(__builtin_return_address(0)) ? NULL : found;                           \
    })

static inline bool faraday_is_held(const faraday_context *context) {
    return faraday_clock_mode(context->clock) == FARADAY_HELD;
}

// Calls a handler. It is no code of a world: what it calls itself goes to the system.
#define TELL(name, ...)                                                                                                \
    ({                                                                                                                 \
        faraday_context *outer_ = faraday_enter(NULL);                                                                 \
        faraday_installed.name(__VA_ARGS__);                                                                           \
        faraday_enter(outer_);                                                                                         \
    })
#define ASK(name, ...)                                                                                                 \
    ({                                                                                                                 \
        faraday_context *outer_ = faraday_enter(NULL);                                                                 \
        __typeof__(faraday_installed.name(__VA_ARGS__)) answer_ = faraday_installed.name(__VA_ARGS__);                 \
        faraday_enter(outer_);                                                                                         \
        answer_;                                                                                                       \
    })

// Fills in where the caller of the system's function is.
void faraday_trace_origin(faraday_origin *origin);

#if FARADAY_INTERPOSES

typedef void *dispatch_object_t;
typedef void *dispatch_queue_t;
typedef void *dispatch_group_t;
typedef void *dispatch_source_t;
typedef void *dispatch_semaphore_t;
typedef void *dispatch_block_t;
typedef void (*dispatch_function_t)(void *);
typedef uint64_t dispatch_time_t;
#define DISPATCH_TIME_NOW 0ull
#define DISPATCH_TIME_FOREVER (~0ull)

// A block, as the blocks' ABI lays it out.
struct faraday_block {
    void *isa;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(void *block);
};
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

void *faraday_lookup(void **slot, const char *name);
void *faraday_lookup_data(const char *name);

#if defined(__linux__)
// The definition of a function of the system's: FARADAY_INTERPOSE(result, name, parameters...) { ... }
//
// Weak: a program that links the system's libraries statically, or that defines such a function itself, still links.
// Then the other definition counts, and the check at start says so.
#define FARADAY_INTERPOSE(result, name, ...)                                                                           \
    FARADAY_UNWATCHED __attribute__((weak, visibility("default"))) result name(__VA_ARGS__)

// The next definition of a function, which is the system's, or that of a sanitizer.
#define ORIGINAL(name)                                                                                                 \
    ({                                                                                                                 \
        static void *slot;                                                                                             \
        void *found = __atomic_load_n(&slot, __ATOMIC_RELAXED);                                                        \
        (__typeof__(&name))(__builtin_expect(found != NULL, 1) ? found : faraday_lookup(&slot, #name));                \
    })

// The definition here.
#define OWN(name) name
#endif

// Whether an address is in the library of dispatch: its own calls of its own functions are not an app's.
bool faraday_is_of_dispatch(const void *address);
#if defined(__APPLE__)
// Whether an address is in a library of the system that no app calls to wait, to hand work on or to read a clock.
bool faraday_is_of_system(const void *address);
#endif
// Whether an address is in the library of Swift's tasks.
bool faraday_is_of_concurrency(const void *address);
// Whether an address is in the program, and not in one of its libraries.
bool faraday_is_of_program(const void *address);
// Whether an address is in a library that waits by itself, for what another thread does in it: often one of another world,
// or of none. Such a wait is short, and no wait of an app.
bool faraday_is_of_runtimes(const void *address);
#if defined(__linux__)
#define TEST_LIBRARY "libXCTest"
#else
#define TEST_LIBRARY "XCTest"
#endif
// Whether an address is in a library whose path contains `name`. It searches; not for calls that are frequent.
bool faraday_is_in(const void *address, const char *name);

// Whether this thread is creating a task.
bool faraday_is_creating_task(void);
uint64_t faraday_task_number(const void *task);
#if defined(__APPLE__)
// A job of Swift's runtime for a queue. Returns false if the runtime hands it on itself.
bool faraday_take_job(dispatch_queue_t queue, faraday_work work, uint64_t task);
#endif

// Up to which uptime a thread is ahead of a world's clock. Foundation waits in a loop for as long as a difference of two
// times in floating point is not zero; what is left then is less than its clocks can tell.
typedef struct {
    // The clock's number; of other worlds' clocks the thread is not ahead.
    uint64_t clock;
    int64_t uptime;
} faraday_lead;
extern __thread faraday_lead faraday_lead_of_thread FARADAY_THREAD_LOCAL;
// How much further than the world's clock this thread's is, in nanoseconds.
int64_t faraday_skew(faraday_context *context);
// A wait for less than a microsecond takes no time of the world's: only this thread's clock moves.
bool faraday_is_rest(faraday_context *context, int64_t nanoseconds);

// A `faraday_thread`.
extern __thread int32_t faraday_kind_of_thread FARADAY_THREAD_LOCAL;
// The thread ends in the middle of what it does.
void faraday_forget_thread(void);
// Goes back to where the thread came to the innermost queue on which it is, which it leaves; returns if it is on none.
void faraday_leave_queues(void);

// The innermost wait for a condition of this thread, and the end of those that began in `outer`: their frames are abandoned.
const void *faraday_condition_wait(void);
void faraday_abandon_condition_waits(const void *outer);

// Takes a lock for a thread of a world, which lets others of its world go on meanwhile.
int faraday_lock_mutex(faraday_context *context, pthread_mutex_t *mutex);

// Tells the world of a call for a lock or a queue.
void faraday_tell_call(faraday_context *context);

int64_t faraday_uptime(faraday_context *context);
// The uptime at which a time of dispatch is reached.
int64_t faraday_deadline(faraday_context *context, dispatch_time_t time);
// The uptime at which a time on one of the system's clocks is reached.
int64_t faraday_deadline_on(faraday_context *context, clockid_t clock, const struct timespec *time);
// Adds without passing the last deadline that there is.
static inline int64_t faraday_later(int64_t uptime, int64_t nanoseconds) {
    int64_t sum;
    return __builtin_add_overflow(uptime, nanoseconds, &sum) ? FARADAY_NEVER : sum;
}

#if defined(__APPLE__)
extern dispatch_time_t dispatch_time(dispatch_time_t when, int64_t delta);
#endif

void faraday_run_block(void *block);
void faraday_drop_block(void *block);
void faraday_call_block(void *block);
void faraday_drop_nothing(void *argument);
static inline faraday_work faraday_block_work(dispatch_block_t block) {
    return (faraday_work){faraday_run_block, faraday_drop_block, _Block_copy(block)};
}
static inline faraday_work faraday_function_work(dispatch_function_t function, void *argument) {
    return (faraday_work){function, faraday_drop_nothing, argument};
}

// Work that keeps its context on a thread of the system: the argument for `faraday_run_carried`.
void *faraday_carry(faraday_context *context, faraday_work work);
void faraday_run_carried(void *argument);

// A wait of this thread; returns a `faraday_wake`, but never that of a world that has ended.
int32_t faraday_wait_for(
    faraday_context *context, int32_t kind, const void *object, int32_t owner, int64_t deadline,
    bool (*is_over)(void *), void *argument);

#endif
#endif
