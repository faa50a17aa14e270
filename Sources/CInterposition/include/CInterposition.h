#ifndef FARADAY_INTERPOSITION_H
#define FARADAY_INTERPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An app's calls that do something later, elsewhere, or ask for the time or for chance, as a simulated world takes them
// over. Definitions of the system's functions stand in the other files; what they do for code of a world is in the
// handlers, which Swift installs.

// MARK: Whose code runs on a thread

// How the time of a context moves.
enum faraday_mode {
    // The context is no longer in force: calls go to the system.
    FARADAY_REAL = 0,
    // The world holds the work and moves the clock.
    FARADAY_HELD = 1,
    // The clock follows the wall clock: work runs on the system's threads, deadlines are the world's.
    FARADAY_PACED = 2,
};

// The clock that all contexts of a world share. Fields are read and written with the functions below.
typedef struct faraday_clock {
    // Nanoseconds that the monotonic clocks show.
    int64_t uptime;
    // What to add to the uptime for nanoseconds since 1970.
    int64_t wall_offset;
    int32_t mode;
    // Pieces of work that wait, and threads that are blocked: 0 means that every queue is free.
    int32_t busy;
    // Whether threads are blocked, which may have locks that others want.
    int32_t watches_locks;
    // How many calls for locks and queues there are until one is told to the world; 0 if none is.
    int32_t calls_left;
    // What the world has or had: a bit for each `faraday_concern`.
    int32_t concerns;
    // No other clock of the process has this number.
    uint64_t number;
} faraday_clock;

// Whose code runs on a thread: a world, and the phone whose app it is.
typedef struct faraday_context {
    faraday_clock *clock;
    // The object behind it, for the handlers.
    const void *owner;
    // The only task of whose code it is the context; null if it is that of all code on its threads.
    const void *task;
} faraday_context;

// A number that threads change without a lock.
static inline void faraday_count_change(int32_t *count, int32_t change) {
    __atomic_fetch_add(count, change, __ATOMIC_RELAXED);
}
static inline int32_t faraday_count(const int32_t *count) { return __atomic_load_n(count, __ATOMIC_RELAXED); }

static inline void faraday_clock_set(faraday_clock *clock, int64_t uptime) {
    __atomic_store_n(&clock->uptime, uptime, __ATOMIC_RELAXED);
}
static inline int32_t faraday_clock_mode(const faraday_clock *clock) {
    return __atomic_load_n(&clock->mode, __ATOMIC_RELAXED);
}
static inline void faraday_clock_set_mode(faraday_clock *clock, int32_t mode) {
    __atomic_store_n(&clock->mode, mode, __ATOMIC_RELEASE);
}
static inline void faraday_clock_set_busy(faraday_clock *clock, int32_t busy) {
    __atomic_store_n(&clock->busy, busy, __ATOMIC_RELAXED);
}
static inline void faraday_clock_set_watches_locks(faraday_clock *clock, int32_t watches) {
    __atomic_store_n(&clock->watches_locks, watches, __ATOMIC_RELAXED);
}
static inline void faraday_clock_set_calls_left(faraday_clock *clock, int32_t count) {
    __atomic_store_n(&clock->calls_left, count, __ATOMIC_RELAXED);
}
// What threads of others do to these objects may be the world's.
enum faraday_concern {
    FARADAY_CONCERN_QUEUES = 1,
    FARADAY_CONCERN_LOOPS = 2,
};
static inline void faraday_clock_add_concern(faraday_clock *clock, int32_t concern) {
    if ((__atomic_load_n(&clock->concerns, __ATOMIC_RELAXED) & concern) == 0)
        __atomic_fetch_or(&clock->concerns, concern, __ATOMIC_RELAXED);
}
static inline bool faraday_clock_has_concern(const faraday_clock *clock, int32_t concern) {
    return (__atomic_load_n(&clock->concerns, __ATOMIC_RELAXED) & concern) != 0;
}
// Counts a call. Returns whether it is to be told.
static inline bool faraday_count_call(faraday_clock *clock) {
    int32_t left = __atomic_load_n(&clock->calls_left, __ATOMIC_RELAXED);
    if (left == 0) return false;
    __atomic_store_n(&clock->calls_left, left - 1, __ATOMIC_RELAXED);
    return left == 1;
}

// Who has begun a thread.
enum faraday_thread {
    FARADAY_THREAD_OF_SYSTEM = 0,
    // Code of a world, in a test framework that waits for the test on a thread of its own.
    FARADAY_THREAD_OF_TESTS = 1,
    // Code of a world.
    FARADAY_THREAD_OF_APP = 2,
    // A world, to drive and to run its work.
    FARADAY_THREAD_OF_WORLD = 3,
};
// What a thread of this process does now.
enum faraday_thread_state {
    FARADAY_STATE_UNKNOWN = 0,
    FARADAY_STATE_RUNS = 1,
    // It sleeps until another thread wakes it, for instance for a lock.
    FARADAY_STATE_WAITS_FOR_THREAD = 2,
    // It sleeps in another call of the system: it reads, or waits for a socket.
    FARADAY_STATE_WAITS_OUTSIDE = 3,
};

// MARK: Work

// Something to run once. If it never runs, it is dropped.
typedef struct faraday_work {
    void (*run)(void *argument);
    void (*drop)(void *argument);
    void *argument;
} faraday_work;

enum faraday_work_flags {
    FARADAY_BARRIER = 1,
};

// Where work was handed on: return addresses, from the inside out; unused ones are null.
#define FARADAY_ORIGIN_DEPTH 6
typedef struct faraday_origin {
    const void *frames[FARADAY_ORIGIN_DEPTH];
} faraday_origin;

// MARK: Waiting

enum faraday_wait {
    FARADAY_WAIT_SLEEP = 0,
    FARADAY_WAIT_SEMAPHORE = 1,
    FARADAY_WAIT_GROUP = 2,
    FARADAY_WAIT_CONDITION = 3,
    FARADAY_WAIT_LOCK = 4,
    FARADAY_WAIT_QUEUE = 5,
    FARADAY_WAIT_RUN_LOOP = 6,
    FARADAY_WAIT_THREAD = 7,
};

enum faraday_wake {
    FARADAY_WOKEN = 0,
    FARADAY_TIMED_OUT = 1,
    // The world has ended: the thread must not go on.
    FARADAY_ABANDONED = 2,
    // Nobody will ever wake it; the world has said so.
    FARADAY_DEADLOCKED = 3,
};

#define FARADAY_NEVER INT64_MAX

// A wait of the thread that calls. `is_over` is asked again and again, on other threads too, never at the same time; what
// it takes, a count of a semaphore for instance, it takes for this thread. `owner` is the number of the thread that holds
// the lock.
typedef struct faraday_wait_request {
    int32_t kind;
    int32_t owner;
    const void *object;
    int64_t deadline;
    bool (*is_over)(void *argument);
    void *argument;
    faraday_origin origin;
} faraday_wait_request;

// MARK: Queues that are in use on a thread

// A queue on which this thread runs something now, inside what it ran before.
typedef struct faraday_occupation {
    const void *queue;
    struct faraday_occupation *outer;
    faraday_context *context;
    bool is_barrier;
    // Whether code has called for the queue, in the middle of what it did.
    bool is_call;
    // Set by the world when it has noted that the queue is in use: then it is told about the end.
    bool is_noted;
    // Where the thread leaves the queue when its world has ended and it must not go on: a `jmp_buf`. Null for what is no
    // piece.
    void *escape;
} faraday_occupation;

// MARK: Queues

enum faraday_queue_kind {
    FARADAY_NO_QUEUE = 0,
    FARADAY_SERIAL = 1,
    FARADAY_CONCURRENT = 2,
    // A queue of the system: no order, no barriers.
    FARADAY_GLOBAL = 3,
};

// MARK: Handlers

typedef struct faraday_handlers {
    // A context that work keeps while it is on its way.
    void (*retain)(faraday_context *);
    void (*release)(faraday_context *);
    void (*submit)(faraday_context *, const void *queue, faraday_work, int32_t flags, const faraday_origin *);
    void (*submit_after)(
        faraday_context *, int64_t deadline, const void *queue, faraday_work, int32_t flags, const faraday_origin *);
    // Waits until the thread may run something on the queue at once. Returns false if the work has been run already,
    // elsewhere.
    bool (*enter_queue)(
        faraday_context *, const void *queue, bool is_barrier, void (*run)(void *), void *argument,
        const faraday_origin *);
    // A piece calls for a queue that it is on itself, so it would wait for ever. It goes on, and its world fails.
    void (*waits_for_itself)(faraday_context *, const void *queue, const faraday_origin *);
    // The world's own OperationQueue.main, which the caller releases; null if it has the system's.
    void *(*main_operations)(faraday_context *);
    // The end of an occupation that was noted.
    void (*left_queue)(faraday_context *, const void *queue, bool is_barrier);
    int32_t (*wait)(faraday_context *, const faraday_wait_request *);
    // Whether a thread of the world that is blocked has this number.
    bool (*is_blocked)(faraday_context *, int32_t thread);
    // Something has changed that threads of worlds may wait for; the context may be null.
    void (*poke)(faraday_context *);
    // A call for a lock or a queue, where a schedule may let others go first.
    void (*calls)(faraday_context *, const faraday_origin *);
    void (*notify)(faraday_context *, const void *group, const void *queue, faraday_work, const faraday_origin *);
    void (*group_left)(const void *group);
    // The deadline of a paced world as nanoseconds of real time from now.
    int64_t (*real_delay)(faraday_context *, int64_t deadline);
    int64_t (*paced_uptime)(faraday_context *);
    void (*random)(faraday_context *, void *bytes, size_t count);
    // Puts numbers into the order in which the iterations of dispatch_apply run.
    void (*shuffle)(faraday_context *, size_t *numbers, size_t count);
    // A part of a task is handed on; the context may be null. Returns whether a world has taken it.
    bool (*task_job)(faraday_context *, const void *queue, faraday_work, uint64_t task, bool is_new);
    // Whether code of the world has created the task.
    bool (*owns_task)(faraday_context *, uint64_t task);
    // Code of the world has created a task.
    void (*note_task)(faraday_context *, uint64_t task);
    // A thread that code of the world has begun begins and ends, with the number by which the system knows it.
    void (*thread_begins)(faraday_context *, int32_t thread);
    void (*thread_ends)(faraday_context *, int32_t thread);

    // Runs something that another thread brings, when the world lets it. `placed` may be null; it is called once, when the
    // thread has its place among the work of the world.
    void (*enter_world)(
        faraday_context *, void (*run)(void *), void *argument, void (*placed)(void *argument));

    // Runs something that the system brings on a queue of the app's, and waits for its end.
    void (*bring)(faraday_context *, const void *queue, void (*run)(void *), void *argument);

    // Suspending and resuming. They return whether the object is a queue whose work a world holds; the context may be null.
    bool (*suspend)(faraday_context *, const void *object);
    bool (*resume)(faraday_context *, const void *object);
    void (*activate)(faraday_context *, const void *object);

    // Sources of timers and of data. They return whether a world emulates the source.
    void (*source_created)(faraday_context *, const void *source, int32_t kind, const void *queue);
    bool (*is_emulated)(const void *source);
    bool (*source_timer)(const void *source, uint64_t start, uint64_t interval, const faraday_origin *);
    void (*source_handler)(const void *source, int32_t which, faraday_work handler);
    void (*source_cancel)(const void *source);
    bool (*source_merge)(const void *source, uintptr_t value);
    bool (*source_data)(const void *source, uintptr_t *value);
    bool (*source_target)(const void *source, const void *queue);

    // Run loops. They return whether a world has the timer, the block or the loop.
    void (*timer_created)(
        faraday_context *, const void *timer, void (*callout)(const void *timer, void *info), void *info,
        const faraday_origin *);
    bool (*timer_added)(const void *loop, const void *timer, uint64_t mode);
    bool (*timer_removed)(const void *loop, const void *timer, uint64_t mode);
    bool (*timer_is_in)(const void *loop, const void *timer, uint64_t mode, bool *result);
    void (*timer_moved)(const void *timer);
    void (*timer_invalidated)(const void *timer);
    bool (*perform)(faraday_context *, const void *loop, faraday_work, const faraday_origin *);
    int32_t (*run_loop)(
        faraday_context *, const void *loop, const void *mode, uint64_t mode_key, double seconds,
        bool returns_after_source);
    bool (*stop_loop)(const void *loop);
    // Code of the world knows the loop of the thread that it is on.
    void (*loop_found)(faraday_context *, const void *loop);
    // Something of the system's may have come for a loop.
    void (*loop_woken)(const void *loop);
    bool (*loop_has_timers)(const void *loop, uint64_t mode);
} faraday_handlers;

enum faraday_source_kind {
    FARADAY_SOURCE_FOREIGN = 0,
    FARADAY_SOURCE_TIMER = 1,
    FARADAY_SOURCE_ADD = 2,
    FARADAY_SOURCE_OR = 3,
    FARADAY_SOURCE_REPLACE = 4,
};

enum faraday_handler_kind {
    FARADAY_HANDLER_EVENT = 0,
    FARADAY_HANDLER_CANCEL = 1,
    FARADAY_HANDLER_REGISTRATION = 2,
};

// The key of a set of modes.
#define FARADAY_COMMON_MODES 0

// What ends a run loop's run, as CFRunLoopRunInMode returns it.
enum faraday_loop_end {
    FARADAY_LOOP_FINISHED = 1,
    FARADAY_LOOP_STOPPED = 2,
    FARADAY_LOOP_TIMED_OUT = 3,
    FARADAY_LOOP_HANDLED_SOURCE = 4,
};

// MARK: Functions

// Only a table of them leaves a library that has its own copy.
#if defined(FARADAY_INTERPOSER)
#define FARADAY_VISIBILITY __attribute__((visibility("hidden")))
#else
#define FARADAY_VISIBILITY
#endif
#define FARADAY_FUNCTION(result, name, parameters, arguments) FARADAY_VISIBILITY result name parameters;
#include "../functions.h"
#undef FARADAY_FUNCTION
void faraday_end_thread(void) __attribute__((noreturn));

#endif
