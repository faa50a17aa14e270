#define _GNU_SOURCE
#include "queues.h"

#if FARADAY_INTERPOSES && defined(__linux__)

#include "registry.h"
#include <stdlib.h>

// Foundation's operations.
//
// A queue of operations hands on its next one wherever the last one has ended, which may be in another world. What it
// hands on is a work item, made when the operation was added: by the code whose operation it is.

// MARK: The main queue of operations

extern void *$s10Foundation14OperationQueueC4mainACvgZ(void);
extern void *$s10Foundation14OperationQueueC7currentACSgvgZ(void);
extern void swift_release(void *object);

#define SHARED_MAIN() ORIGINAL($s10Foundation14OperationQueueC4mainACvgZ)()

static void *own_main(void) {
    faraday_context *c = faraday_context_in_force();
    return c != NULL && faraday_is_held(c) ? ASK(main_operations, c) : NULL;
}

// OperationQueue.main: a world has one of its own. On one that all share, an operation would wait for those of other
// worlds, and its own world's clock would move meanwhile.
FARADAY_INTERPOSE(void *, $s10Foundation14OperationQueueC4mainACvgZ, void) {
    void *own = own_main();
    return own != NULL ? own : SHARED_MAIN();
}

// OperationQueue.current: on the main thread that is always the main one.
FARADAY_INTERPOSE(void *, $s10Foundation14OperationQueueC7currentACSgvgZ, void) {
    void *current = ORIGINAL($s10Foundation14OperationQueueC7currentACSgvgZ)();
    void *own = current != NULL ? own_main() : NULL;
    if (own == NULL) return current;
    void *shared = SHARED_MAIN();
    bool is_main = current == shared;
    swift_release(shared);
    swift_release(is_main ? current : own);
    return is_main ? own : current;
}

// MARK: Who made a work item

struct made_descriptor;

// The block of a work item, with the context in which it was made; null outside of worlds.
struct made_block {
    struct faraday_block block;
    const struct made_descriptor *descriptor;
    faraday_context *context;
    const void *inner;
    // The work item's own block.
    const void *item;
};

struct made_descriptor {
    uintptr_t reserved;
    uintptr_t size;
    void (*copy)(struct made_block *to, const struct made_block *from);
    void (*dispose)(const struct made_block *block);
};

// By the work items' own blocks.
static struct faraday_registry made_blocks;

static void copy_made(struct made_block *to, const struct made_block *from) {
    to->inner = _Block_copy(from->inner);
    if (from->context != NULL) faraday_installed.retain(from->context);
}

static void dispose_made(const struct made_block *block) {
    faraday_registry_set(&made_blocks, block->item, NULL);
    _Block_release(block->inner);
    if (block->context != NULL) faraday_installed.release(block->context);
}

static const struct made_descriptor descriptor = {0, sizeof(struct made_block), copy_made, dispose_made};

static void call_made(void *argument) { faraday_call_block((void *)((struct made_block *)argument)->inner); }

extern void *_NSConcreteStackBlock[];
enum { has_copy_and_dispose = 1 << 25 };

dispatch_block_t faraday_begin_item(dispatch_block_t block) {
    if (block == NULL || faraday_watched_worlds() == 0) return NULL;
    struct made_block made = {
        .block = {_NSConcreteStackBlock, has_copy_and_dispose, 0, call_made},
        .descriptor = &descriptor, .context = faraday_context_in_force(), .inner = block};
    return _Block_copy(&made);
}

dispatch_block_t faraday_end_item(dispatch_block_t begun, dispatch_block_t item) {
    if (begun == NULL) return item;
    ((struct made_block *)begun)->item = item;
    faraday_registry_set(&made_blocks, item, begun);
    _Block_release(begun);
    return item;
}

// Whether Foundation makes the call that returns to this address in the library of Swift's queues.
static bool is_of_foundation(const void *address) {
    faraday_origin origin;
    faraday_trace_origin(&origin);
    for (int i = 0; i + 1 < FARADAY_ORIGIN_DEPTH; i++)
        if (origin.frames[i] == address) return faraday_is_in(origin.frames[i + 1], "libFoundation");
    return false;
}

faraday_context *faraday_keeper(faraday_context *caller, dispatch_block_t block, const void *address) {
    if (faraday_watched_worlds() == 0) return caller;
    const struct made_block *made = faraday_registry_get(&made_blocks, block);
    if (made == NULL || made->context == caller) return caller;
    if (made->context != NULL && caller != NULL && made->context->clock == caller->clock) return caller;
    // Items that apps share are for the world of whose code they are handed on.
    if (!is_of_foundation(address)) return caller;
    // An operation of a world that has ended ends outside of all: its queue may be shared, and waits for that.
    if (made->context != NULL && faraday_clock_mode(made->context->clock) == FARADAY_REAL) return NULL;
    return made->context;
}

#endif
