#ifndef FARADAY_DARWIN_RUNLOOPS_H
#define FARADAY_DARWIN_RUNLOOPS_H

// Run loops and their timers by the functions and methods that Apple's platforms make public; a part of `runloops.c`.

#include <objc/message.h>
#include <objc/runtime.h>

extern const void *const kCFRunLoopDefaultMode;
extern int32_t CFRunLoopRunInMode(const void *mode, double seconds, unsigned char returns_after_source);

// The loop is this thread's.
#define RUN(loop, mode, seconds, returns) ((void)(loop), ORIGINAL(CFRunLoopRunInMode)(mode, seconds, returns))

FARADAY_INTERPOSE(int32_t, CFRunLoopRunInMode, const void *mode, double seconds, unsigned char returns_after_source) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return RUN(NULL, mode, seconds, returns_after_source);
    return run_loop(c, OWN(CFRunLoopGetCurrent)(), mode, seconds, returns_after_source);
}

FARADAY_INTERPOSE(void, CFRunLoopRun, void) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(CFRunLoopRun)();
    int32_t end;
    do {
        end = run_loop(c, OWN(CFRunLoopGetCurrent)(), kCFRunLoopDefaultMode, 1e10, false);
    } while (end != FARADAY_LOOP_FINISHED && end != FARADAY_LOOP_STOPPED);
}

// MARK: Methods

// Methods of Objective-C that call Core Foundation where no other library sees it. Each has its implementation exchanged
// once: when the first world is about to be made, and when code of a world first has a timer.

static void exchange(Class class, const char *name, IMP own, IMP *original) {
    Method method = class == NULL ? NULL : class_getInstanceMethod(class, sel_registerName(name));
    if (method == NULL) return;
    // Another thread may call the method at once.
    *original = method_getImplementation(method);
    method_setImplementation(method, own);
}

static void (*original_invalidate)(id timer, SEL name);
static void (*original_set_date)(id timer, SEL name, id date);

static void invalidate(id timer, SEL name) {
    if (is_watched()) TELL(timer_invalidated, (const void *)timer);
    original_invalidate(timer, name);
}

static void set_date(id timer, SEL name, id date) {
    original_set_date(timer, name, date);
    if (is_watched()) TELL(timer_moved, (const void *)timer);
}

static void watch_class_of(const void *timer) {
    Class class = object_getClass((id)timer);
    exchange(class, "invalidate", (IMP)invalidate, (IMP *)&original_invalidate);
    exchange(class, "setFireDate:", (IMP)set_date, (IMP *)&original_set_date);
}

static signed char (*original_run)(id loop, SEL name, id mode, id limit);

// `run(mode:before:)`, on which `run(until:)` and `run()` stand.
static signed char run_until(id loop, SEL name, id mode, id limit) {
    faraday_context *c = faraday_context_in_force();
    if (c == NULL || !faraday_is_held(c) || limit == NULL) return original_run(loop, name, mode, limit);
    double seconds =
        ((double (*)(id, SEL))(void *)objc_msgSend)(limit, sel_registerName("timeIntervalSinceNow"));
    // The names of modes are the same objects in Foundation and in Core Foundation.
    int32_t end = run_loop(c, OWN(CFRunLoopGetCurrent)(), (const void *)mode, seconds, true);
    return end != FARADAY_LOOP_FINISHED;
}

void faraday_watch_loops(void) {
    exchange((Class)objc_getClass("NSRunLoop"), "runMode:beforeDate:", (IMP)run_until, (IMP *)&original_run);
}

void faraday_watch_timer(const void *timer) {
    // All timers are of one class.
    static int32_t is_known;
    if (__atomic_exchange_n(&is_known, 1, __ATOMIC_ACQ_REL) == 0) watch_class_of(timer);
}

#endif
