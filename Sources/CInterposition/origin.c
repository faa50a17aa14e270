#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <pthread.h>
#include <string.h>

// Where work was handed on: return addresses, by the chain of frame pointers.

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

// MARK: Functions without a frame pointer

#if defined(__linux__) && defined(__x86_64__)

#include <unwind.h>

// The libraries of the toolchain are compiled without frame pointers in part. So the chain leaves out who has called them:
// the very function of the app that is looked for. How much of the stack such a function uses at one of its calls does not
// change, so the unwinder is asked once for each call.
enum { call_count = 1024, longest_walk = 16 };
static struct call {
    uintptr_t address;
    uintptr_t size;
} calls[call_count];

static struct call *place_of(uintptr_t address) { return &calls[(address >> 2) % call_count]; }

static uintptr_t size_at(uintptr_t address) {
    struct call *call = place_of(address);
    uintptr_t size = __atomic_load_n(&call->size, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&call->address, __ATOMIC_RELAXED) == address ? size : 0;
}

struct walk {
    int depth;
    uintptr_t address;
    uintptr_t stack;
    // The call that is asked for, and its size. Calls of other threads, or of this stack, may take its place at once.
    uintptr_t wanted;
    uintptr_t found;
};

// In each frame, the unwinder says where the stack was when it called.
static _Unwind_Reason_Code note_frame(struct _Unwind_Context *frame, void *argument) {
    struct walk *walk = argument;
    uintptr_t stack = _Unwind_GetCFA(frame);
    if (walk->depth > 0 && stack > walk->stack) {
        if (walk->address == walk->wanted && walk->found == 0) walk->found = stack - walk->stack;
        struct call *call = place_of(walk->address);
        // Another call at this place gives way, and is learnt again.
        __atomic_store_n(&call->address, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&call->size, stack - walk->stack, __ATOMIC_RELEASE);
        __atomic_store_n(&call->address, walk->address, __ATOMIC_RELEASE);
    }
    (walk->address = _Unwind_GetIP(frame), walk->stack = stack);
    return ++walk->depth < longest_walk ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static uintptr_t learn_size_at(uintptr_t address) {
    struct walk walk = {.wanted = address};
    faraday_context *outer = faraday_enter(NULL);
    _Unwind_Backtrace(note_frame, &walk);
    faraday_enter(outer);
    return walk.found;
}

// Where the stack was before the function was called that goes on at the address; 0 if its frame pointer tells it.
static uintptr_t caller_of(uintptr_t address, uintptr_t stack) {
    if (faraday_is_of_program((const void *)address)) return 0;
    uintptr_t size = size_at(address);
    if (size == 0) size = learn_size_at(address);
    return size == 0 ? 0 : stack + size;
}

#else
static uintptr_t caller_of(uintptr_t address, uintptr_t stack) { return 0; }
#endif

// MARK: The chain

enum { word = sizeof(uintptr_t) };

static uintptr_t word_at(uintptr_t address) { return *(const uintptr_t *)address; }

static bool is_on_stack(uintptr_t address, uintptr_t above, uintptr_t end) {
    return address % word == 0 && address > above && address + 2 * word <= end;
}

// Fills in return addresses, without the first one, and returns how many there are.
__attribute__((noinline)) static int32_t trace(const void **frames, int32_t count) {
    uintptr_t end = end_of_stack();
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    if (!is_on_stack(frame, 0, end)) return 0;
    uintptr_t outer = word_at(frame), address = word_at(frame + word), stack = frame + 2 * word;
    for (int32_t depth = -2; depth < count; depth++) {
        if (depth >= 0) frames[depth] = (const void *)address;
        uintptr_t before = caller_of(address, stack);
        if (before == 0 || before == outer + 2 * word) {
            if (!is_on_stack(outer, frame, end)) return depth + 1;
            (frame = outer, outer = word_at(frame), address = word_at(frame + word), stack = frame + 2 * word);
        } else {
            if (!is_on_stack(before - word, stack, end + word)) return depth + 1;
            (address = word_at(before - word), stack = before);
        }
    }
    return count;
}

// The first two return addresses are here, and in the definition of the system's function.
__attribute__((noinline)) void faraday_trace_origin(faraday_origin *origin) {
    memset(origin, 0, sizeof *origin);
    trace(origin->frames, FARADAY_ORIGIN_DEPTH);
}

__attribute__((noinline)) int32_t FARADAY_LOCAL(faraday_trace_calls)(const void **frames, int32_t count) {
    int32_t found = trace(frames, count);
    return found > 0 ? found : 0;
}

#endif
