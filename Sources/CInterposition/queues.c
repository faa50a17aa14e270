#define _GNU_SOURCE
#include "queues.h"

#if FARADAY_INTERPOSES

#include "registry.h"
#include <unistd.h>
#if defined(__APPLE__)
#include <objc/runtime.h>
#endif

// What kinds of queues there are, where they send their work, and whether they take any.

extern char _dispatch_main_q[];
extern dispatch_queue_t dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
extern const void *_dispatch_queue_attr_concurrent[];

const void *faraday_main_queue(void) { return _dispatch_main_q; }

// Tells the processor that a loop waits.
#if defined(__x86_64__)
#define RELAX() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define RELAX() __asm__ volatile("isb")
#else
#define RELAX() ((void)0)
#endif

// MARK: The main queue

// After dispatch_main the main queue is a queue like others, and no thread is the main one.
static bool main_is_unbound;

extern void dispatch_main(void) __attribute__((noreturn));
FARADAY_INTERPOSE(void, dispatch_main, void) {
    __atomic_store_n(&main_is_unbound, true, __ATOMIC_RELAXED);
    ORIGINAL(dispatch_main)();
    __builtin_unreachable();
}

static bool is_main_thread(void) {
#if defined(__linux__)
    static pid_t process;
    if (process == 0) process = getpid();
    return faraday_thread_number() == process;
#else
    return pthread_main_np() != 0;
#endif
}

bool faraday_main_is_bound(void) { return !__atomic_load_n(&main_is_unbound, __ATOMIC_RELAXED); }

bool faraday_is_bound_main_thread(void) { return faraday_main_is_bound() && is_main_thread(); }

bool faraday_goes_to_main(const void *queue) {
    while (queue != NULL && queue != faraday_main_queue()) queue = faraday_queue_target(queue);
    return queue != NULL;
}

bool faraday_waits_for_main(const void *queue) {
    return faraday_main_is_bound() && !is_main_thread() && faraday_goes_to_main(queue);
}

// Whether a piece of a world is on the main queue, which all worlds of the process share.
static bool main_is_taken;

// Pieces of two worlds on two processors meet here often, and most take a few microseconds. To put a thread to sleep and wake
// it takes some ten; so a thread first looks for about as long whether the other piece has ended.
enum { looks_at_main = 400 };

bool faraday_approach_main(void) {
    if (faraday_main_is_bound()) return false;
    for (int look = 0; look < looks_at_main; look++) {
        bool is_taken = false;
        if (!__atomic_load_n(&main_is_taken, __ATOMIC_RELAXED) &&
            __atomic_compare_exchange_n(&main_is_taken, &is_taken, true, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return true;
        RELAX();
    }
    return false;
}

void faraday_leave_main_queue(void) { __atomic_store_n(&main_is_taken, false, __ATOMIC_RELEASE); }

bool faraday_is_main_here(const void *queue) {
    return faraday_is_on_main_queue() && faraday_goes_to_main(queue);
}

bool faraday_is_on_main_queue(void) {
    for (faraday_occupation *o = faraday_occupation_of_thread; o != NULL; o = o->outer)
        if (o->queue == faraday_main_queue()) return true;
    return faraday_is_bound_main_thread();
}

// Whether dispatch runs the main queue on this thread, though it is not the main thread.
static bool dispatch_runs_main(void) {
#if defined(__linux__)
    extern const void *dispatch_get_current_queue(void);
    return !faraday_main_is_bound() && dispatch_get_current_queue() == faraday_main_queue();
#else
    return false;
#endif
}

void faraday_begin_below(faraday_occupation *occupation, bool is_driver) {
    *occupation = (faraday_occupation){.outer = faraday_occupation_of_thread, .context = faraday_context_in_force()};
    if (occupation->outer == NULL && dispatch_runs_main()) occupation->queue = faraday_main_queue();
    if (is_driver || occupation->queue != NULL) faraday_occupation_of_thread = occupation;
}

void faraday_end_below(faraday_occupation *occupation) {
    if (faraday_occupation_of_thread != occupation) return;
    faraday_occupation_of_thread = occupation->outer;
    if (occupation->is_noted) TELL(left_queue, occupation->context, occupation->queue, false);
}

// MARK: Kinds

// The queues of Swift's global executor: concurrent ones that promise nothing, and take no more than one thread for each
// processor. These may all be blocked, in tests that drive their worlds; so what comes there runs on any thread.
static struct faraday_registry executors;

#if defined(__linux__)
// The first word of an object of dispatch says what kind it is.
static const void *kind_of(const void *object) { return *(const void *const *)object; }
#else
static const void *kind_of(const void *object) { return object_getClass((id)object); }
#endif

static const void *serial_kind, *concurrent_kind, *global_kind;

extern dispatch_queue_t dispatch_queue_create(const char *label, void *attributes);
extern void dispatch_release(dispatch_object_t object);
#if defined(__APPLE__)
// The header has this function under another name.
extern dispatch_queue_t dispatch_queue_create_with_target(const char *label, void *attributes, dispatch_queue_t target)
    __asm__("_dispatch_queue_create_with_target$V2");
#endif

static void learn_kinds(void) {
    if (__atomic_load_n(&serial_kind, __ATOMIC_ACQUIRE) != NULL) return;
    dispatch_queue_t serial = ORIGINAL(dispatch_queue_create)("faraday.serial", NULL);
    dispatch_queue_t concurrent =
        ORIGINAL(dispatch_queue_create)("faraday.concurrent", (void *)_dispatch_queue_attr_concurrent);
    concurrent_kind = kind_of(concurrent);
    global_kind = kind_of(dispatch_get_global_queue(0, 0));
    __atomic_store_n(&serial_kind, kind_of(serial), __ATOMIC_RELEASE);
    dispatch_release(serial);
    dispatch_release(concurrent);
}

int32_t faraday_queue_kind(const void *queue) {
    learn_kinds();
    const void *kind = kind_of(queue);
    if (queue == faraday_main_queue()) return FARADAY_SERIAL;
    if (kind == global_kind) return FARADAY_GLOBAL;
    if (kind == concurrent_kind)
        return faraday_registry_get(&executors, queue) != NULL ? FARADAY_GLOBAL : FARADAY_CONCURRENT;
    if (kind == serial_kind) return FARADAY_SERIAL;
    return FARADAY_NO_QUEUE;
}

// MARK: Targets and activation

// Queues with a target of their own, queues that are not active yet, and attributes that make such queues. An entry stays
// when its object goes; the next object there has its own.
static struct faraday_registry targets, inactive, inactive_attributes;

const void *faraday_queue_target(const void *queue) { return faraday_registry_get(&targets, queue); }

bool faraday_queue_is_inactive(const void *queue) { return faraday_registry_get(&inactive, queue) != NULL; }

static dispatch_queue_t note_queue(dispatch_queue_t queue, const void *attributes, const void *target) {
    faraday_registry_set(&targets, queue, target);
    faraday_registry_set(&inactive, queue, faraday_registry_get(&inactive_attributes, attributes));
    return queue;
}

FARADAY_INTERPOSE(dispatch_queue_t, dispatch_queue_create, const char *label, void *attributes) {
    dispatch_queue_t queue = ORIGINAL(dispatch_queue_create)(label, attributes);
    bool is_executor = faraday_is_of_concurrency(__builtin_return_address(0));
    faraday_registry_set(&executors, queue, is_executor ? queue : NULL);
    return note_queue(queue, attributes, NULL);
}

// A global queue as target is the default, but for its priority.
static const void *own_target(const void *target) {
    return target == NULL || faraday_queue_kind(target) == FARADAY_GLOBAL ? NULL : target;
}

FARADAY_INTERPOSE(dispatch_queue_t, dispatch_queue_create_with_target,
    const char *label, void *attributes, dispatch_queue_t target) {
    dispatch_queue_t queue = ORIGINAL(dispatch_queue_create_with_target)(label, attributes, target);
    return note_queue(queue, attributes, own_target(target));
}

FARADAY_INTERPOSE(void, dispatch_set_target_queue, dispatch_object_t object, dispatch_queue_t target) {
#if defined(__linux__)
    if (faraday_retarget_source(object, target)) return;
#endif
    if (faraday_watched_worlds() > 0 && ASK(source_target, object, target)) return;
    ORIGINAL(dispatch_set_target_queue)(object, target);
    if (faraday_queue_kind(object) != FARADAY_NO_QUEUE) faraday_registry_set(&targets, object, own_target(target));
}

static void *note_attributes(void *made, const void *from, bool is_inactive) {
    if (is_inactive || faraday_registry_get(&inactive_attributes, from) != NULL)
        faraday_registry_set(&inactive_attributes, made, made);
    return made;
}

FARADAY_INTERPOSE(void *, dispatch_queue_attr_make_initially_inactive, void *attributes) {
    return note_attributes(ORIGINAL(dispatch_queue_attr_make_initially_inactive)(attributes), attributes, true);
}

FARADAY_INTERPOSE(void *, dispatch_queue_attr_make_with_qos_class, void *attributes, unsigned int class, int priority) {
    return note_attributes(
        ORIGINAL(dispatch_queue_attr_make_with_qos_class)(attributes, class, priority), attributes, false);
}

FARADAY_INTERPOSE(void *, dispatch_queue_attr_make_with_autorelease_frequency, void *attributes, unsigned long frequency) {
    return note_attributes(
        ORIGINAL(dispatch_queue_attr_make_with_autorelease_frequency)(attributes, frequency), attributes, false);
}

// MARK: Suspending

// What dispatch suspends itself, as a channel of DispatchIO does its queue, it also runs itself.
#define IS_OF_DISPATCH() (faraday_watched_worlds() > 0 && faraday_is_of_dispatch(__builtin_return_address(0)))

FARADAY_INTERPOSE(void, dispatch_suspend, dispatch_object_t object) {
    if (IS_OF_DISPATCH()) return ORIGINAL(dispatch_suspend)(object);
    faraday_context *c = APPS_CONTEXT();
    bool isTaken = (c != NULL && faraday_is_held(c)) || faraday_watched_worlds() > 0;
    if (isTaken && ASK(suspend, c, object)) return;
    ORIGINAL(dispatch_suspend)(object);
}

FARADAY_INTERPOSE(void, dispatch_resume, dispatch_object_t object) {
    if (IS_OF_DISPATCH()) return ORIGINAL(dispatch_resume)(object);
    faraday_context *c = APPS_CONTEXT();
    if (faraday_watched_worlds() > 0 && ASK(resume, c, object)) return;
    faraday_registry_set(&inactive, object, NULL);
    ORIGINAL(dispatch_resume)(object);
}

FARADAY_INTERPOSE(void, dispatch_activate, dispatch_object_t object) {
    ORIGINAL(dispatch_activate)(object);
    faraday_registry_set(&inactive, object, NULL);
    faraday_context *c = APPS_CONTEXT();
    if (faraday_watched_worlds() > 0) TELL(activate, c, object);
}

// MARK: Queues that this thread is on

// Whether a queue, or one that its work goes to, is among those that another's work goes to, and lets in one at a time.
static bool share_lock(const void *queue, bool is_barrier, const void *occupied, bool occupies_alone) {
    for (const void *q = queue; q != NULL; q = faraday_queue_target(q))
        for (const void *o = occupied; o != NULL; o = faraday_queue_target(o)) {
            if (q != o) continue;
            bool is_alone = (q == queue && is_barrier) || (o == occupied && occupies_alone);
            if (is_alone || faraday_queue_kind(q) == FARADAY_SERIAL) return true;
        }
    return false;
}

bool faraday_waits_for_itself(const void *queue, bool is_barrier) {
    // The test itself, on the main thread. Ours is the call for a queue that only goes there.
    if (faraday_occupation_of_thread == NULL) return queue == faraday_main_queue() && faraday_is_bound_main_thread();
    for (faraday_occupation *o = faraday_occupation_of_thread; o != NULL; o = o->outer) {
        if (o->queue != NULL && o->escape == NULL) return queue == o->queue;
        if (o->queue != NULL && share_lock(queue, is_barrier, o->queue, o->is_barrier)) return true;
        // What is below has called the world, which runs this piece meanwhile.
        if (!o->is_call) return false;
    }
    return false;
}

// MARK: Blocks

enum { barrier_flag = 1 };

// The blocks that dispatch has made as barriers, with the functions that they call: for all that it makes, one of its own.
// An entry stays when its block goes. A block that dispatch makes there has its own entry; any other one calls another
// function, and so is told from it.
static struct faraday_registry barrier_blocks;

static const void *function_of(const void *block) { return (const void *)((const struct faraday_block *)block)->invoke; }

static dispatch_block_t note_block(dispatch_block_t block, unsigned long flags) {
    if (block != NULL) faraday_registry_set(&barrier_blocks, block, flags & barrier_flag ? function_of(block) : NULL);
    return block;
}

bool faraday_is_barrier_block(const void *block) {
    const void *function = faraday_registry_get(&barrier_blocks, block);
    return function != NULL && function == function_of(block);
}

FARADAY_INTERPOSE(dispatch_block_t, dispatch_block_create, unsigned long flags, dispatch_block_t block) {
    dispatch_block_t begun = faraday_begin_item(block);
    dispatch_block_t item = ORIGINAL(dispatch_block_create)(flags, begun == NULL ? block : begun);
    return note_block(faraday_end_item(begun, item), flags);
}

FARADAY_INTERPOSE(dispatch_block_t, dispatch_block_create_with_qos_class,
    unsigned long flags, unsigned int class, int priority, dispatch_block_t block) {
    dispatch_block_t begun = faraday_begin_item(block);
    dispatch_block_t item =
        ORIGINAL(dispatch_block_create_with_qos_class)(flags, class, priority, begun == NULL ? block : begun);
    return note_block(faraday_end_item(begun, item), flags);
}

// MARK: Jobs and worlds

static void (*job_function)(void *);
static int32_t watched_worlds;

void faraday_learn_job(void (*function)(void *)) { __atomic_store_n(&job_function, function, __ATOMIC_RELAXED); }

bool faraday_is_job(void (*function)(void *)) {
    return function == __atomic_load_n(&job_function, __ATOMIC_RELAXED);
}

void faraday_watch_worlds(int32_t change) { __atomic_add_fetch(&watched_worlds, change, __ATOMIC_RELAXED); }

int32_t faraday_watched_worlds(void) { return __atomic_load_n(&watched_worlds, __ATOMIC_RELAXED); }

#endif
