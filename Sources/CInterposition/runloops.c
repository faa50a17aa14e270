#define _GNU_SOURCE
#include "queues.h"

#if FARADAY_INTERPOSES

#include <stdlib.h>

// Run loops and their timers, as Foundation's classes call them.
//
// A timer stays Core Foundation's object, with its date, its interval and its validity; it is never in a loop of the
// system. Its world calls it when its time has come. A program without Foundation has none of these functions, and calls
// none.

typedef struct timer_context {
    intptr_t version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    const void *(*copyDescription)(const void *info);
} timer_context;

extern const void *CFRunLoopGetMain(void);
extern const void *CFRetain(const void *object);
extern void CFRelease(const void *object);
extern unsigned char CFEqual(const void *one, const void *other);
extern unsigned long CFHash(const void *object);
extern double CFRunLoopTimerGetNextFireDate(const void *timer);
extern double CFRunLoopTimerGetInterval(const void *timer);
extern unsigned char CFRunLoopTimerIsValid(const void *timer);

static bool is_watched(void) { return faraday_watched_worlds() > 0; }

// Whether code of a world runs on the main queue, and no thread is the main one: then the main run loop is its own.
static bool is_in_place_of_main(void) {
    return faraday_context_in_force() != NULL && !faraday_main_is_bound() && faraday_is_on_main_queue();
}

// The world is told once of the loop of a thread.
static void note_loop(faraday_context *context, const void *loop) {
    static __thread const void *noted;
    static __thread uint64_t of;
    if (noted == loop && of == context->clock->number) return;
    (noted = loop, of = context->clock->number);
    TELL(loop_found, context, loop);
}

FARADAY_INTERPOSE(const void *, CFRunLoopGetCurrent, void) {
    if (is_in_place_of_main()) return ORIGINAL(CFRunLoopGetMain)();
    const void *loop = ORIGINAL(CFRunLoopGetCurrent)();
    faraday_context *c = APPS_CONTEXT();
    if (c != NULL && faraday_is_held(c)) note_loop(c, loop);
    return loop;
}

#if defined(__linux__)
FARADAY_INTERPOSE(unsigned char, _CFIsMainThread, void) {
    return is_in_place_of_main() ? 1 : ORIGINAL(_CFIsMainThread)();
}
#endif

static uint64_t mode_key(const void *mode) {
    static const void *common;
    if (common == NULL) common = *(const void **)faraday_lookup_data("kCFRunLoopCommonModes");
    return ORIGINAL(CFEqual)(mode, common) ? FARADAY_COMMON_MODES : ORIGINAL(CFHash)(mode) | 1;
}

// MARK: Timers

FARADAY_INTERPOSE(const void *, CFRunLoopTimerCreate,
    const void *allocator, double date, double interval, unsigned long flags, intptr_t order,
    void (*callout)(const void *timer, void *info), timer_context *context) {
    const void *timer = ORIGINAL(CFRunLoopTimerCreate)(allocator, date, interval, flags, order, callout, context);
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || timer == NULL) return timer;
    faraday_origin origin;
    faraday_trace_origin(&origin);
#if defined(__APPLE__)
    faraday_watch_timer(timer);
#endif
    TELL(timer_created, c, timer, callout, context == NULL ? NULL : context->info, &origin);
    return timer;
}

FARADAY_INTERPOSE(void, CFRunLoopAddTimer, const void *loop, const void *timer, const void *mode) {
    if (is_watched() && ASK(timer_added, loop, timer, mode_key(mode))) return;
    ORIGINAL(CFRunLoopAddTimer)(loop, timer, mode);
}

FARADAY_INTERPOSE(void, CFRunLoopRemoveTimer, const void *loop, const void *timer, const void *mode) {
    if (is_watched() && ASK(timer_removed, loop, timer, mode_key(mode))) return;
    ORIGINAL(CFRunLoopRemoveTimer)(loop, timer, mode);
}

FARADAY_INTERPOSE(unsigned char, CFRunLoopContainsTimer, const void *loop, const void *timer, const void *mode) {
    bool result;
    if (is_watched() && ASK(timer_is_in, loop, timer, mode_key(mode), &result)) return result;
    return ORIGINAL(CFRunLoopContainsTimer)(loop, timer, mode);
}

FARADAY_INTERPOSE(void, CFRunLoopTimerSetNextFireDate, const void *timer, double date) {
    ORIGINAL(CFRunLoopTimerSetNextFireDate)(timer, date);
    if (is_watched()) TELL(timer_moved, timer);
}

FARADAY_INTERPOSE(void, CFRunLoopTimerInvalidate, const void *timer) {
    if (is_watched()) TELL(timer_invalidated, timer);
    ORIGINAL(CFRunLoopTimerInvalidate)(timer);
}

double faraday_timer_date(const void *timer) { return ORIGINAL(CFRunLoopTimerGetNextFireDate)(timer); }
double faraday_timer_interval(const void *timer) { return ORIGINAL(CFRunLoopTimerGetInterval)(timer); }
bool faraday_timer_is_valid(const void *timer) { return ORIGINAL(CFRunLoopTimerIsValid)(timer); }
void faraday_timer_set_date(const void *timer, double date) { ORIGINAL(CFRunLoopTimerSetNextFireDate)(timer, date); }
void faraday_timer_invalidate(const void *timer) { ORIGINAL(CFRunLoopTimerInvalidate)(timer); }
void faraday_timer_retain(const void *timer) { ORIGINAL(CFRetain)(timer); }
void faraday_timer_release(const void *timer) { ORIGINAL(CFRelease)(timer); }

// MARK: Blocks

FARADAY_INTERPOSE(void, CFRunLoopPerformBlock, const void *loop, const void *mode, void *block) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(CFRunLoopPerformBlock)(loop, mode, block);
    faraday_origin origin;
    faraday_trace_origin(&origin);
    faraday_work work = faraday_block_work(block);
    if (ASK(perform, c, loop, work, &origin)) return;
    work.drop(work.argument);
    ORIGINAL(CFRunLoopPerformBlock)(loop, mode, block);
}

// MARK: Running

static int32_t run_loop(
    faraday_context *context, const void *loop, const void *mode, double seconds, bool returns_after_source) {
    // Rounded to microseconds, as the dates of timers are.
    double microseconds = seconds < 9e9 ? (double)(int64_t)(seconds * 1e6 + 0.5) : 9e15;
    if (seconds > 0 && microseconds < 1) faraday_is_rest(context, 1);
    return ASK(run_loop, context, loop, mode, mode_key(mode), microseconds / 1e6, returns_after_source);
}

#if defined(__linux__)
#define RUN(loop, mode, seconds, returns) ORIGINAL(CFRunLoopRunSpecific)(loop, mode, seconds, returns)

FARADAY_INTERPOSE(int32_t, CFRunLoopRunSpecific,
    const void *loop, const void *mode, double seconds, unsigned char returns_after_source) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return RUN(loop, mode, seconds, returns_after_source);
    // Core Foundation asks itself for the thread's loop.
    if (is_in_place_of_main()) loop = ORIGINAL(CFRunLoopGetMain)();
    return run_loop(c, loop, mode, seconds, returns_after_source);
}
#else
#include "Darwin/runloops.h"
#endif

int32_t faraday_poll_loop(faraday_context *context, const void *loop, const void *mode) {
    faraday_context *outer = faraday_enter(context);
    // The main loop itself runs on no thread but its own.
    if (is_in_place_of_main()) loop = ORIGINAL(CFRunLoopGetCurrent)();
    int32_t result = RUN(loop, mode, 0, 1);
    faraday_enter(outer);
    return result;
}

static void call_posted(const void *timer, void *info) {
    (void)timer;
    faraday_work *work = info;
    work->run(work->argument);
    free(work);
}

void faraday_post_to_loop(const void *loop, faraday_work work) {
    faraday_work *kept = malloc(sizeof *kept);
    *kept = work;
    timer_context context = {.info = kept};
    // Once, as soon as the loop runs.
    const void *timer = ORIGINAL(CFRunLoopTimerCreate)(NULL, 0, 0, 0, 0, call_posted, &context);
    ORIGINAL(CFRunLoopAddTimer)(loop, timer, *(const void **)faraday_lookup_data("kCFRunLoopCommonModes"));
    ORIGINAL(CFRelease)(timer);
}

FARADAY_INTERPOSE(void, CFRunLoopWakeUp, const void *loop) {
    if (is_watched()) TELL(loop_woken, loop);
    ORIGINAL(CFRunLoopWakeUp)(loop);
}

FARADAY_INTERPOSE(void, CFRunLoopStop, const void *loop) {
    if (is_watched() && ASK(stop_loop, loop)) return;
    ORIGINAL(CFRunLoopStop)(loop);
}

#if defined(__linux__)
// The main run loop is never finished, nor is that of a thread of a test framework; another one is not while it has timers.
FARADAY_INTERPOSE(unsigned char, _CFRunLoopFinished, const void *loop, const void *mode) {
    faraday_context *c = APPS_CONTEXT();
    if (c != NULL && (faraday_kind_of_thread == FARADAY_THREAD_OF_TESTS || loop == ORIGINAL(CFRunLoopGetMain)() ||
                      ASK(loop_has_timers, loop, mode_key(mode))))
        return 0;
    return ORIGINAL(_CFRunLoopFinished)(loop, mode);
}
#endif

const void *faraday_main_loop(void) { return ORIGINAL(CFRunLoopGetMain)(); }

#endif
