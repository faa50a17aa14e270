#ifndef FARADAY_DARWIN_TASKS_H
#define FARADAY_DARWIN_TASKS_H

// Jobs of Swift's tasks on Apple's platforms; a part of `tasks.c`.
//
// There the runtime hands its jobs to dispatch by a function that is not public. But it asks hooks, variables that it
// exports for that purpose. They are looked up, so that a runtime without one of them runs its tasks in real time.

#include <dlfcn.h>

#define SWIFT_CALL __attribute__((swiftcall))

// Which executor runs a job; two words, as the runtime passes them.
struct executor {
    void *identity;
    uintptr_t implementation;
};

typedef void (*hand_on)(void *job) SWIFT_CALL;
typedef void (*hand_on_after)(unsigned long long nanoseconds, void *job) SWIFT_CALL;
typedef void (*hand_on_at)(
    long long seconds, long long nanoseconds, long long tolerance, long long more_tolerance, int clock,
    void *job) SWIFT_CALL;
typedef void (*hook)(void *job, hand_on original) SWIFT_CALL;
typedef void (*hook_after)(unsigned long long nanoseconds, void *job, hand_on_after original) SWIFT_CALL;
typedef void (*hook_at)(
    long long seconds, long long nanoseconds, long long tolerance, long long more_tolerance, int clock, void *job,
    hand_on_at original) SWIFT_CALL;

static struct {
    uint64_t (*number)(const void *job) SWIFT_CALL;
    size_t (*flags)(const void *job) SWIFT_CALL;
    void *(*current)(void)SWIFT_CALL;
    void (*run)(void *job, struct executor) SWIFT_CALL;
    struct executor (*main_executor)(void) SWIFT_CALL;
    // What others had hooked before.
    hook global, main;
    hook_after after;
    hook_at at;
    bool is_hooked;
} runtime;

static uint64_t swift_task_getJobTaskId(const void *job) { return runtime.number == NULL ? 0 : runtime.number(job); }

static size_t swift_task_getJobFlags(const void *job) { return runtime.flags == NULL ? 1 : runtime.flags(job); }

static void *swift_task_getCurrent(void) { return runtime.current == NULL ? NULL : runtime.current(); }

// MARK: Running

static void run_job(void *job) { runtime.run(job, (struct executor){NULL, 0}); }

static void run_job_on_main(void *job) { runtime.run(job, runtime.main_executor()); }

extern dispatch_queue_t dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);

// MARK: Hooks

static SWIFT_CALL void take_global(void *job, hand_on original) {
    if (faraday_take_job(dispatch_get_global_queue(0, 0), faraday_function_work(run_job, job), faraday_job_task(job)))
        return;
    if (runtime.global != NULL) return runtime.global(job, original);
    original(job);
}

static SWIFT_CALL void take_main(void *job, hand_on original) {
    faraday_work work = faraday_function_work(run_job_on_main, job);
    if (faraday_take_job((dispatch_queue_t)faraday_main_queue(), work, faraday_job_task(job))) return;
    if (runtime.main != NULL) return runtime.main(job, original);
    original(job);
}

static void take_later(faraday_context *context, int64_t deadline, void *job) {
    faraday_origin origin;
    faraday_trace_origin(&origin);
    faraday_work work = faraday_function_work(run_job, job);
    TELL(submit_after, context, deadline, dispatch_get_global_queue(0, 0), work, 0, &origin);
}

static SWIFT_CALL void take_after(unsigned long long nanoseconds, void *job, hand_on_after original) {
    faraday_context *c = faraday_context_in_force();
    if (c != NULL) {
        int64_t length = nanoseconds > INT64_MAX ? FARADAY_NEVER : (int64_t)nanoseconds;
        return take_later(c, faraday_later(faraday_uptime(c), length), job);
    }
    if (runtime.after != NULL) return runtime.after(nanoseconds, job, original);
    original(nanoseconds, job);
}

// Code of a world has read the clock from the world.
static SWIFT_CALL void take_at(
    long long seconds, long long nanoseconds, long long tolerance, long long more_tolerance, int clock, void *job,
    hand_on_at original) {
    faraday_context *c = faraday_context_in_force();
    if (c != NULL) {
        int64_t deadline;
        if (__builtin_mul_overflow((int64_t)seconds, 1000000000, &deadline)) deadline = FARADAY_NEVER;
        return take_later(c, faraday_later(deadline, nanoseconds) - faraday_skew(c), job);
    }
    if (runtime.at != NULL) return runtime.at(seconds, nanoseconds, tolerance, more_tolerance, clock, job, original);
    original(seconds, nanoseconds, tolerance, more_tolerance, clock, job);
}

#define FIND(name) dlsym(RTLD_DEFAULT, name)

// Puts a function of ours in front of what is hooked.
static void put(void **place, void *own, void **earlier) {
    *earlier = *place;
    *place = own;
}

void faraday_hook_tasks(void) {
    if (runtime.is_hooked) return;
    void **global = FIND("swift_task_enqueueGlobal_hook"), **main = FIND("swift_task_enqueueMainExecutor_hook");
    void **after = FIND("swift_task_enqueueGlobalWithDelay_hook");
    // Since macOS 13 and iOS 16; before, nothing sleeps until a time on a clock.
    void **at = FIND("swift_task_enqueueGlobalWithDeadline_hook");
    runtime.number = FIND("swift_task_getJobTaskId");
    runtime.flags = FIND("swift_task_getJobFlags");
    runtime.current = FIND("swift_task_getCurrent");
    runtime.run = FIND("swift_job_run");
    runtime.main_executor = FIND("swift_task_getMainExecutor");
    if (global == NULL || main == NULL || after == NULL || runtime.number == NULL || runtime.flags == NULL ||
        runtime.current == NULL || runtime.run == NULL || runtime.main_executor == NULL)
        return;
    put(global, (void *)take_global, (void **)&runtime.global);
    put(main, (void *)take_main, (void **)&runtime.main);
    put(after, (void *)take_after, (void **)&runtime.after);
    if (at != NULL) put(at, (void *)take_at, (void **)&runtime.at);
    runtime.is_hooked = true;
}

#endif
