#define _GNU_SOURCE
#include "queues.h"

#if FARADAY_INTERPOSES

#include "registry.h"
#include <stdlib.h>

// Sources of dispatch.
//
// A source of timers or of data is emulated by its world: the system's object stays what the app holds, and never fires.
// All other sources bring something from outside; their handlers enter the world when they are called.

extern char _dispatch_source_type_timer[], _dispatch_source_type_data_add[], _dispatch_source_type_data_or[],
    _dispatch_source_type_data_replace[];
#if defined(__linux__)
extern char _dispatch_source_type_interval[];
#define IS_INTERVAL(type) ((type) == _dispatch_source_type_interval)
#else
#define IS_INTERVAL(type) false
#endif
extern void *dispatch_get_context(dispatch_object_t object);
extern void dispatch_set_context(dispatch_object_t object, void *context);
extern void dispatch_set_finalizer_f(dispatch_object_t object, dispatch_function_t finalizer);

static int32_t kind_of(const void *type) {
    if (type == _dispatch_source_type_timer || IS_INTERVAL(type)) return FARADAY_SOURCE_TIMER;
    if (type == _dispatch_source_type_data_add) return FARADAY_SOURCE_ADD;
    if (type == _dispatch_source_type_data_or) return FARADAY_SOURCE_OR;
    if (type == _dispatch_source_type_data_replace) return FARADAY_SOURCE_REPLACE;
    return FARADAY_SOURCE_FOREIGN;
}

#if defined(__linux__)
// The queues that apps have given to sources that bring something from outside. An entry stays when its source goes; the
// next one there has its own.
//
// The source itself is on a queue of its own. If its handler waited for its turn on the app's queue, it would keep that
// queue from the piece of the world that has the turn.
static struct faraday_registry apps_queues;

extern dispatch_source_t dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, dispatch_queue_t queue);
extern dispatch_queue_t dispatch_queue_create(const char *label, void *attributes);
extern void dispatch_async_f(dispatch_queue_t queue, void *argument, dispatch_function_t function);
extern void dispatch_suspend(dispatch_object_t object);
extern void dispatch_resume(dispatch_object_t object);
extern void dispatch_retain(dispatch_object_t object);
extern void dispatch_release(dispatch_object_t object);

static dispatch_queue_t make_queue_for(dispatch_queue_t queue) {
    dispatch_queue_t own = ORIGINAL(dispatch_queue_create)("faraday.source", NULL);
    dispatch_retain(queue);
    dispatch_set_context(own, queue);
    dispatch_set_finalizer_f(own, dispatch_release);
    return own;
}

// Emulated sources never fire, but dispatch wakes a thread when one begins, is cancelled, or ends. On the app's queue that
// would take a processor's time, and pieces of the world would wait for it there. So they are on a queue that mostly rests.
enum { sources_between_rests = 256 };
static dispatch_queue_t resting_queue;
static bool is_awake;

static void rest(void *queue) {
    ORIGINAL(dispatch_suspend)((dispatch_object_t)queue);
    __atomic_store_n(&is_awake, false, __ATOMIC_RELEASE);
}

static void make_resting_queue(void) {
    resting_queue = ORIGINAL(dispatch_queue_create)("faraday.emulated-sources", NULL);
    ORIGINAL(dispatch_suspend)(resting_queue);
}

static dispatch_queue_t queue_of_emulated(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static int32_t sources;
    pthread_once(&once, make_resting_queue);
    bool is_due = __atomic_add_fetch(&sources, 1, __ATOMIC_RELAXED) % sources_between_rests == 0;
    if (is_due && !__atomic_exchange_n(&is_awake, true, __ATOMIC_ACQUIRE)) {
        ORIGINAL(dispatch_async_f)(resting_queue, resting_queue, rest);
        ORIGINAL(dispatch_resume)(resting_queue);
    }
    return resting_queue;
}

static dispatch_source_t create(
    const void *type, uintptr_t handle, uintptr_t mask, dispatch_queue_t queue, faraday_context *context) {
    bool is_emulated = context != NULL && kind_of(type) != FARADAY_SOURCE_FOREIGN;
    bool brings = context != NULL && queue != NULL && faraday_is_held(context) && !is_emulated;
    dispatch_queue_t own = is_emulated ? queue_of_emulated() : brings ? make_queue_for(queue) : queue;
    dispatch_source_t source = ORIGINAL(dispatch_source_create)(type, handle, mask, own);
    faraday_registry_set(&apps_queues, source, brings ? queue : NULL);
    if (brings) dispatch_release(own);
    return source;
}
#else
#define create(type, handle, mask, queue, context) ORIGINAL(dispatch_source_create)(type, handle, mask, queue)
#endif

FARADAY_INTERPOSE(dispatch_source_t, dispatch_source_create,
    const void *type, uintptr_t handle, uintptr_t mask, dispatch_queue_t queue) {
    faraday_context *c = APPS_CONTEXT();
    dispatch_source_t source = create(type, handle, mask, queue, c);
    int32_t kind = kind_of(type);
    if (c != NULL && source != NULL && kind != FARADAY_SOURCE_FOREIGN)
        TELL(source_created, c, source, kind, queue);
    return source;
}

static void (*disposal)(void *source);
static int32_t followed;

bool faraday_is_disposal(void (*function)(void *)) {
    return function == __atomic_load_n(&disposal, __ATOMIC_RELAXED) && function != NULL;
}

#if defined(__linux__)
static void follow(dispatch_source_t source, void (*disposed)(void *source)) {
    dispatch_set_context(source, source);
    dispatch_set_finalizer_f(source, disposed);
}
#else
// There a finalizer runs some time after its object has gone: another one may have the address by then.
struct following {
    dispatch_source_t source;
};

static struct faraday_registry followings;

static void end_following(void *argument) {
    struct following *following = argument;
    if (faraday_registry_get(&followings, following->source) == following) {
        faraday_registry_set(&followings, following->source, NULL);
        disposal(following->source);
    }
    free(following);
}

static void follow(dispatch_source_t source, void (*disposed)(void *source)) {
    struct following *following = malloc(sizeof *following);
    following->source = source;
    faraday_registry_set(&followings, source, following);
    dispatch_set_context(source, following);
    dispatch_set_finalizer_f(source, end_following);
}
#endif

// Swift's sources have neither a context nor a finalizer of their own.
void faraday_follow_source(const void *source, void (*disposed)(void *source)) {
    __atomic_store_n(&disposal, disposed, __ATOMIC_RELAXED);
    __atomic_store_n(&followed, 1, __ATOMIC_RELAXED);
    if (dispatch_get_context((dispatch_source_t)source) == NULL) follow((dispatch_source_t)source, disposed);
}

#if defined(__linux__)
// How many references from outside an object of dispatch has, less one; it follows the word for its kind and the count of
// all references.
static int32_t other_references(const void *object) { return ((const int32_t *)object)[3]; }

extern void dispatch_release(dispatch_object_t object);
FARADAY_INTERPOSE(void, dispatch_release, dispatch_object_t object) {
    // A source that the app lets go fires no more. Dispatch ends it later, on some thread.
    if (__atomic_load_n(&followed, __ATOMIC_RELAXED) != 0 && other_references(object) == 0 &&
        faraday_watched_worlds() > 0 && ASK(is_emulated, object))
        disposal(object);
    ORIGINAL(dispatch_release)(object);
}
#endif

#if defined(__linux__)
bool faraday_retarget_source(const void *source, const void *queue) {
    if (faraday_registry_get(&apps_queues, source) == NULL || queue == NULL) return false;
    // Kept for good: few sources get another queue.
    dispatch_retain((dispatch_queue_t)queue);
    faraday_registry_set(&apps_queues, source, queue);
    return true;
}
#endif

static bool is_watched(void) { return faraday_watched_worlds() > 0; }

FARADAY_INTERPOSE(void, dispatch_source_set_timer,
    dispatch_source_t source, dispatch_time_t start, uint64_t interval, uint64_t leeway) {
    if (is_watched()) {
        faraday_origin origin;
        faraday_trace_origin(&origin);
        if (ASK(source_timer, source, start, interval, &origin)) return;
    }
    ORIGINAL(dispatch_source_set_timer)(source, start, interval, leeway);
}

// MARK: Handlers

// A block of a world that the system calls on a thread of its own.
struct entering_block {
    struct faraday_block block;
    const struct entering_block_descriptor *descriptor;
    faraday_context *context;
    const void *inner;
    // What has fired; null for what is no source.
    dispatch_source_t source;
};

struct entering_block_descriptor {
    uintptr_t reserved;
    uintptr_t size;
    void (*copy)(struct entering_block *to, const struct entering_block *from);
    void (*dispose)(const struct entering_block *block);
};

static void copy_entering(struct entering_block *to, const struct entering_block *from) {
    to->inner = _Block_copy(from->inner);
    faraday_installed.retain(from->context);
}

static void dispose_entering(const struct entering_block *block) {
    _Block_release(block->inner);
    faraday_installed.release(block->context);
}

static const struct entering_block_descriptor descriptor = {
    0, sizeof(struct entering_block), copy_entering, dispose_entering};

static void call_entering(void *argument) {
    struct entering_block *block = argument;
#if defined(__linux__)
    const void *queue = faraday_registry_get(&apps_queues, block->source);
    if (queue != NULL) {
        TELL(bring, block->context, queue, faraday_call_block, (void *)block->inner);
        return;
    }
#endif
    TELL(enter_world, block->context, faraday_call_block, (void *)block->inner, NULL);
}

extern void *_NSConcreteStackBlock[];
enum { has_copy_and_dispose = 1 << 25 };

static struct entering_block entering(dispatch_block_t handler, faraday_context *context) {
    return (struct entering_block){
        .block = {_NSConcreteStackBlock, has_copy_and_dispose, 0, call_entering},
        .descriptor = &descriptor, .context = context, .inner = handler};
}

static void set_entering(
    dispatch_source_t source, dispatch_block_t handler, faraday_context *context,
    void (*set)(dispatch_source_t, dispatch_block_t)) {
    struct entering_block block = entering(handler, context);
    block.source = source;
    set(source, &block);
}

#if defined(__APPLE__)
// Dispatch hands the notification on from within.
FARADAY_INTERPOSE(void, dispatch_block_notify,
    dispatch_block_t block, dispatch_queue_t queue, dispatch_block_t notification) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_block_notify)(block, queue, notification);
    struct entering_block wrapper = entering(notification, c);
    ORIGINAL(dispatch_block_notify)(block, queue, &wrapper);
}
#endif

// Handlers run as often as their source fires.
static faraday_work repeated(dispatch_block_t block) {
    return (faraday_work){faraday_call_block, faraday_drop_block, _Block_copy(block)};
}

struct function_handler {
    dispatch_source_t source;
    dispatch_function_t function;
};

static void call_function(void *argument) {
    struct function_handler *handler = argument;
    handler->function(dispatch_get_context(handler->source));
}

static faraday_work repeated_function(dispatch_source_t source, dispatch_function_t function) {
    struct function_handler *handler = malloc(sizeof *handler);
    *handler = (struct function_handler){source, function};
    return (faraday_work){call_function, free, handler};
}

static const faraday_work nothing = {NULL, NULL, NULL};

#define HANDLER(name, which)                                                                                           \
    FARADAY_INTERPOSE(void, name, dispatch_source_t source, dispatch_block_t handler) {                                \
        if (is_watched() && ASK(is_emulated, source)) {                                                                \
            TELL(source_handler, source, which, handler == NULL ? nothing : repeated(handler));                        \
            return;                                                                                                    \
        }                                                                                                              \
        faraday_context *c = APPS_CONTEXT();                                                                           \
        if (c == NULL || handler == NULL) return ORIGINAL(name)(source, handler);                                      \
        set_entering(source, handler, c, ORIGINAL(name));                                                              \
    }                                                                                                                  \
    FARADAY_INTERPOSE(void, name##_f, dispatch_source_t source, dispatch_function_t handler) {                         \
        if (!is_watched() || !ASK(is_emulated, source)) return ORIGINAL(name##_f)(source, handler);                    \
        TELL(source_handler, source, which, handler == NULL ? nothing : repeated_function(source, handler));           \
    }

HANDLER(dispatch_source_set_event_handler, FARADAY_HANDLER_EVENT)
HANDLER(dispatch_source_set_cancel_handler, FARADAY_HANDLER_CANCEL)
HANDLER(dispatch_source_set_registration_handler, FARADAY_HANDLER_REGISTRATION)

// MARK: Data and ends

FARADAY_INTERPOSE(void, dispatch_source_cancel, dispatch_source_t source) {
    ORIGINAL(dispatch_source_cancel)(source);
    if (is_watched()) TELL(source_cancel, source);
}

FARADAY_INTERPOSE(void, dispatch_source_merge_data, dispatch_source_t source, uintptr_t value) {
    if (is_watched() && ASK(source_merge, source, value)) return;
    ORIGINAL(dispatch_source_merge_data)(source, value);
}

FARADAY_INTERPOSE(uintptr_t, dispatch_source_get_data, dispatch_source_t source) {
    uintptr_t value;
    if (is_watched() && ASK(source_data, source, &value)) return value;
    return ORIGINAL(dispatch_source_get_data)(source);
}

#endif
