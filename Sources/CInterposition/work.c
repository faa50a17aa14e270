#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include "queues.h"
#include <setjmp.h>
#include <stdlib.h>
#if defined(__APPLE__)
#include <dlfcn.h>
#endif

extern void dispatch_async_f(dispatch_queue_t queue, void *argument, dispatch_function_t function);
extern void dispatch_barrier_async_f(dispatch_queue_t queue, void *argument, dispatch_function_t function);
extern void dispatch_sync_f(dispatch_queue_t queue, void *argument, dispatch_function_t function);
extern void dispatch_barrier_sync_f(dispatch_queue_t queue, void *argument, dispatch_function_t function);
extern void dispatch_apply_f(
    size_t count, dispatch_queue_t queue, void *argument, void (*function)(void *, size_t));
extern void dispatch_group_notify_f(
    dispatch_group_t group, dispatch_queue_t queue, void *argument, dispatch_function_t function);

// Work that goes to a queue: dispatch's async calls, Swift's jobs, and calls that wait until a queue has run something.

// The context of a call that is not dispatch's own.
#define CALLERS_CONTEXT()                                                                                              \
    ({                                                                                                                 \
        faraday_context *found = faraday_context_in_force();                                                           \
        found != NULL && faraday_is_of_dispatch(__builtin_return_address(0)) ? NULL : found;                           \
    })

static void hand_on(faraday_context *context, dispatch_queue_t queue, faraday_work work, int32_t flags) {
    if (!faraday_is_held(context)) {
        void *carried = faraday_carry(context, work);
        if (flags & FARADAY_BARRIER) {
            ORIGINAL(dispatch_barrier_async_f)(queue, carried, faraday_run_carried);
        } else {
            ORIGINAL(dispatch_async_f)(queue, carried, faraday_run_carried);
        }
        return;
    }
    faraday_origin origin;
    faraday_trace_origin(&origin);
    TELL(submit, context, queue, work, flags, &origin);
}

static int32_t flags_of(dispatch_block_t block) { return faraday_is_barrier_block(block) ? FARADAY_BARRIER : 0; }

FARADAY_INTERPOSE(void, dispatch_async, dispatch_queue_t queue, dispatch_block_t block) {
    faraday_context *c = faraday_keeper(CALLERS_CONTEXT(), block, __builtin_return_address(0));
    if (c == NULL) return ORIGINAL(dispatch_async)(queue, block);
    hand_on(c, queue, faraday_block_work(block), flags_of(block));
}

#if defined(__linux__)
// Swift's runtime hands its jobs on with this function.
FARADAY_INTERPOSE(void, dispatch_async_f, dispatch_queue_t queue, void *argument, dispatch_function_t function) {
    // Dispatch calls finalizers in this way, when an object goes.
    if (faraday_is_disposal(function)) return function(argument);
    faraday_context *c = CALLERS_CONTEXT();
    uint64_t task = faraday_is_job(function) ? faraday_job_task(argument) : 0;
    // Code of a paced world may resume a task that is not the world's.
    if (task != 0 && c != NULL && !faraday_is_held(c)) {
        // The runtime hands a new task on before its world hears of it.
        if (!faraday_is_creating_task() && !ASK(owns_task, c, task)) c = NULL;
    } else if (task != 0) {
        if (faraday_watched_worlds() > 0 &&
            ASK(task_job, c, queue, faraday_function_work(function, argument), task, faraday_is_creating_task()))
            return;
        c = NULL;
    }
    if (c == NULL) return ORIGINAL(dispatch_async_f)(queue, argument, function);
    hand_on(c, queue, faraday_function_work(function, argument), 0);
}
#else
FARADAY_INTERPOSE(void, dispatch_async_f, dispatch_queue_t queue, void *argument, dispatch_function_t function) {
    faraday_context *c = CALLERS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_async_f)(queue, argument, function);
    hand_on(c, queue, faraday_function_work(function, argument), 0);
}

bool faraday_take_job(dispatch_queue_t queue, faraday_work work, uint64_t task) {
    faraday_context *c = faraday_context_in_force();
    // Code of a paced world may resume a task that is not the world's.
    if (task != 0 && c != NULL && !faraday_is_held(c)) {
        // The runtime hands a new task on before its world hears of it.
        if (!faraday_is_creating_task() && !ASK(owns_task, c, task)) return false;
    } else if (task != 0) {
        return faraday_watched_worlds() > 0 && ASK(task_job, c, queue, work, task, faraday_is_creating_task());
    }
    if (c == NULL) return false;
    hand_on(c, queue, work, 0);
    return true;
}
#endif

FARADAY_INTERPOSE(void, dispatch_barrier_async, dispatch_queue_t queue, dispatch_block_t block) {
    faraday_context *c = faraday_keeper(CALLERS_CONTEXT(), block, __builtin_return_address(0));
    if (c == NULL) return ORIGINAL(dispatch_barrier_async)(queue, block);
    hand_on(c, queue, faraday_block_work(block), FARADAY_BARRIER);
}

FARADAY_INTERPOSE(void, dispatch_barrier_async_f, dispatch_queue_t queue, void *argument, dispatch_function_t function) {
    faraday_context *c = CALLERS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_barrier_async_f)(queue, argument, function);
    hand_on(c, queue, faraday_function_work(function, argument), FARADAY_BARRIER);
}

// MARK: Later

static void hand_on_after(faraday_context *context, dispatch_time_t time, dispatch_queue_t queue, faraday_work work) {
    int64_t deadline = faraday_deadline(context, time);
    faraday_origin origin;
    faraday_trace_origin(&origin);
    TELL(submit_after, context, deadline, queue, work, 0, &origin);
}

// Whether XCTest made a block: its watchdogs, the only blocks that it delays, end waits that last too long in real time.
// In virtual time such a wait can be over before the call returns that sets its watchdog.
static bool is_watchdog(dispatch_block_t block) {
    return faraday_is_in((const void *)((const struct faraday_block *)block)->invoke, TEST_LIBRARY);
}

FARADAY_INTERPOSE(void, dispatch_after, dispatch_time_t time, dispatch_queue_t queue, dispatch_block_t block) {
    faraday_context *c = CALLERS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_after)(time, queue, block);
    if (faraday_is_held(c) && is_watchdog(block)) return;
    hand_on_after(c, time, queue, faraday_block_work(block));
}

// Every form of Task.sleep comes here.
FARADAY_INTERPOSE(void, dispatch_after_f,
    dispatch_time_t time, dispatch_queue_t queue, void *argument, dispatch_function_t function) {
    faraday_context *c = CALLERS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_after_f)(time, queue, argument, function);
    hand_on_after(c, time, queue, faraday_function_work(function, argument));
}

// MARK: At once

struct synchronous {
    faraday_context *context;
    const void *queue;
    bool is_barrier;
    void (*run)(void *);
    void *argument;
    // Whether code calls for the queue in the middle of what it does. If not, the world runs something there.
    bool is_call;
    // Whether it was left in the middle, since its world has ended.
    bool is_left;
};

// Where a thread goes that leaves a queue, and the wait for a condition in which it came there.
struct escape {
    jmp_buf place;
    const void *wait;
};

// Runs on the queue, on this thread or, for the main queue, on another one.
static void run_synchronous(void *argument) {
    struct synchronous *call = argument;
    faraday_occupation occupation = {
        .queue = call->queue, .outer = faraday_occupation_of_thread, .context = call->context,
        .is_barrier = call->is_barrier, .is_call = call->is_call};
    faraday_context *outer = faraday_enter(call->context);
    faraday_occupation_of_thread = &occupation;
    faraday_lead lead = faraday_lead_of_thread;
    faraday_lead_of_thread = (faraday_lead){0};
    struct escape escape = {.wait = faraday_condition_wait()};
    occupation.escape = &escape;
    if (_setjmp(escape.place) == 0) {
        call->run(call->argument);
    } else {
        call->is_left = true;
    }
    faraday_lead_of_thread = lead;
    faraday_occupation_of_thread = occupation.outer;
    faraday_enter(outer);
    if (occupation.is_noted) TELL(left_queue, call->context, call->queue, call->is_barrier);
}

// Work for a queue that sends it to the main queue, on the main thread: dispatch would wait for this very thread.
struct posted {
    struct synchronous *call;
    bool is_done;
    bool is_left;
};

static void run_posted(void *argument) {
    struct posted *posted = argument;
    if (posted->is_left) return free(posted);
    run_synchronous(posted->call);
    posted->is_done = true;
}

// Has the main queue run what it has.
#if defined(__linux__)
extern void _dispatch_main_queue_callback_4CF(void *message);
#define CAN_RUN_MAIN_QUEUE() true
#define RUN_MAIN_QUEUE() _dispatch_main_queue_callback_4CF(NULL)
#else
// Core Foundation's own way; not in the headers.
static void (*main_queue_callback(void))(void *) {
    static void (*known)(void *);
    if (known == NULL) known = dlsym(RTLD_DEFAULT, "_dispatch_main_queue_callback_4CF");
    return known;
}
#define CAN_RUN_MAIN_QUEUE() (main_queue_callback() != NULL)
#define RUN_MAIN_QUEUE() main_queue_callback()(NULL)
#endif

static void run_on_main_thread(struct synchronous *call) {
    if (call->queue == NULL || call->queue == faraday_main_queue() || !faraday_is_bound_main_thread() ||
        !CAN_RUN_MAIN_QUEUE())
        return run_synchronous(call);
    struct posted *posted = calloc(1, sizeof *posted);
    posted->call = call;
    ORIGINAL(dispatch_async_f)((dispatch_queue_t)call->queue, posted, run_posted);
    // The main queue runs what others have handed on too: other worlds, which know nothing of what is below.
    faraday_context *outer = faraday_enter(NULL);
    faraday_occupation *occupation = faraday_occupation_of_thread;
    faraday_occupation_of_thread = NULL;
    RUN_MAIN_QUEUE();
    faraday_occupation_of_thread = occupation;
    faraday_enter(outer);
    if (posted->is_done) return free(posted);
    // The main queue runs something already, further down this stack.
    posted->is_left = true;
    run_synchronous(call);
}

// What the thread is in the middle of, without the runs that drive it.
static faraday_occupation *innermost_piece(void) {
    faraday_occupation *o = faraday_occupation_of_thread;
    while (o != NULL && o->escape == NULL) o = o->outer;
    return o;
}

// What the thread has left goes to others, also the main queue, which all worlds share. The rest of it is abandoned.
void faraday_leave_queues(void) {
    faraday_occupation *innermost = innermost_piece();
    if (innermost == NULL) return;
    struct escape *escape = innermost->escape;
    // Before others use the abandoned frames.
    faraday_abandon_condition_waits(escape->wait);
    _longjmp(escape->place, 1);
}

// The main thread stays, for the next world.
static void end_if_left(const struct synchronous *call) {
    if (call->is_left && (innermost_piece() != NULL || !faraday_is_bound_main_thread())) faraday_end_thread();
}

static void run_in_turn(struct synchronous *call) {
    if (call->is_barrier)
        ORIGINAL(dispatch_barrier_sync_f)((dispatch_queue_t)call->queue, call, run_synchronous);
    else
        ORIGINAL(dispatch_sync_f)((dispatch_queue_t)call->queue, call, run_synchronous);
}

static void run_now(struct synchronous *call) {
    if (call->queue == NULL || faraday_is_main_here(call->queue)) {
        run_on_main_thread(call);
    } else {
        bool isFirst = call->queue == faraday_main_queue() && faraday_approach_main();
        run_in_turn(call);
        if (isFirst) faraday_leave_main_queue();
    }
    end_if_left(call);
}

void faraday_run_on_queue(
    faraday_context *context, const void *queue, bool is_barrier, void (*run)(void *), void *argument) {
    struct synchronous call = {context, queue, is_barrier, run, argument, .is_call = false};
    run_now(&call);
}

// Dispatch would trap, or wait for ever.
static void run_in_itself(struct synchronous *call) {
    faraday_origin origin;
    faraday_trace_origin(&origin);
    TELL(waits_for_itself, call->context, call->queue, &origin);
    run_synchronous(call);
    end_if_left(call);
}

static void run_at_once(
    faraday_context *context, dispatch_queue_t queue, bool is_barrier, void (*run)(void *), void *argument) {
    struct synchronous call = {context, queue, is_barrier, run, argument, .is_call = true};
    if (faraday_is_held(context)) {
        // What a world does to begin a callback is no call of an app.
        bool is_piece = faraday_occupation_of_thread != NULL && faraday_occupation_of_thread->escape != NULL;
        if (is_piece && faraday_count_call(context->clock)) faraday_tell_call(context);
        if (faraday_waits_for_itself(queue, is_barrier)) return run_in_itself(&call);
        bool is_free = __atomic_load_n(&context->clock->busy, __ATOMIC_RELAXED) == 0 && !faraday_waits_for_main(queue);
        if (!is_free) {
            faraday_origin origin;
            faraday_trace_origin(&origin);
            if (!ASK(enter_queue, context, queue, is_barrier, run, argument, &origin)) return;
        }
    }
    run_now(&call);
}

#define SYNCHRONOUS(name, is_barrier)                                                                                  \
    FARADAY_INTERPOSE(void, name, dispatch_queue_t queue, dispatch_block_t block) {                                    \
        faraday_context *c = CALLERS_CONTEXT();                                                                        \
        if (c == NULL) return ORIGINAL(name)(queue, block);                                                            \
        run_at_once(c, queue, is_barrier || faraday_is_barrier_block(block), faraday_call_block, block);               \
    }                                                                                                                  \
    FARADAY_INTERPOSE(void, name##_f, dispatch_queue_t queue, void *argument, dispatch_function_t function) {          \
        faraday_context *c = CALLERS_CONTEXT();                                                                        \
        if (c == NULL) return ORIGINAL(name##_f)(queue, argument, function);                                           \
        run_at_once(c, queue, is_barrier, function, argument);                                                         \
    }

SYNCHRONOUS(dispatch_sync, false)
SYNCHRONOUS(dispatch_barrier_sync, true)
SYNCHRONOUS(dispatch_async_and_wait, false)
SYNCHRONOUS(dispatch_barrier_async_and_wait, true)

// MARK: Many times

struct iteration {
    void (*function)(void *, size_t);
    void *argument;
    size_t number;
};

static void run_iteration(void *argument, size_t number) {
    (void)number;
    struct iteration *iteration = argument;
    iteration->function(iteration->argument, iteration->number);
}

// One iteration after the other, on this thread, in an order that the world chooses: dispatch promises no more.
static void apply(
    faraday_context *context, size_t count, dispatch_queue_t queue, void *argument, void (*function)(void *, size_t)) {
    size_t *order = count > 0 ? malloc(count * sizeof *order) : NULL;
    if (order == NULL) return;
    for (size_t i = 0; i < count; i++) order[i] = i;
    TELL(shuffle, context, order, count);
    for (size_t i = 0; i < count; i++) {
        struct iteration iteration = {function, argument, order[i]};
        ORIGINAL(dispatch_apply_f)(1, queue, &iteration, run_iteration);
    }
    free(order);
}

FARADAY_INTERPOSE(void, dispatch_apply_f,
    size_t count, dispatch_queue_t queue, void *argument, void (*function)(void *, size_t)) {
    faraday_context *c = CALLERS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(dispatch_apply_f)(count, queue, argument, function);
    apply(c, count, queue, argument, function);
}

struct numbered_block {
    void *isa;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(void *block, size_t number);
};

static void call_with_number(void *block, size_t number) {
    ((struct numbered_block *)block)->invoke(block, number);
}

FARADAY_INTERPOSE(void, dispatch_apply, size_t count, dispatch_queue_t queue, dispatch_block_t block) {
    faraday_context *c = CALLERS_CONTEXT();
    if (c == NULL || !faraday_is_held(c)) return ORIGINAL(dispatch_apply)(count, queue, block);
    apply(c, count, queue, block, call_with_number);
}

// MARK: Groups

struct member {
    dispatch_group_t group;
    faraday_work work;
};

extern void dispatch_group_enter(dispatch_group_t group);
extern void dispatch_group_leave(dispatch_group_t group);
#if defined(__APPLE__)
static void OWN(dispatch_group_leave)(dispatch_group_t group);
#endif
extern void dispatch_retain(dispatch_object_t object);
extern void dispatch_release(dispatch_object_t object);

static void end_member(struct member *member) {
    dispatch_group_t group = member->group;
    free(member);
    OWN(dispatch_group_leave)(group);
    dispatch_release(group);
}

static void run_member(void *argument) {
    struct member *member = argument;
    member->work.run(member->work.argument);
    end_member(member);
}

static void drop_member(void *argument) {
    struct member *member = argument;
    member->work.drop(member->work.argument);
    end_member(member);
}

static faraday_work member_work(dispatch_group_t group, faraday_work work) {
    struct member *member = malloc(sizeof *member);
    *member = (struct member){group, work};
    dispatch_retain(group);
    dispatch_group_enter(group);
    return (faraday_work){run_member, drop_member, member};
}

FARADAY_INTERPOSE(void, dispatch_group_async, dispatch_group_t group, dispatch_queue_t queue, dispatch_block_t block) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_group_async)(group, queue, block);
    hand_on(c, queue, member_work(group, faraday_block_work(block)), flags_of(block));
}

FARADAY_INTERPOSE(void, dispatch_group_async_f,
    dispatch_group_t group, dispatch_queue_t queue, void *argument, dispatch_function_t function) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_group_async_f)(group, queue, argument, function);
    hand_on(c, queue, member_work(group, faraday_function_work(function, argument)), 0);
}

static void notify(faraday_context *context, dispatch_group_t group, dispatch_queue_t queue, faraday_work work) {
    if (!faraday_is_held(context)) {
        ORIGINAL(dispatch_group_notify_f)(group, queue, faraday_carry(context, work), faraday_run_carried);
        return;
    }
    faraday_origin origin;
    faraday_trace_origin(&origin);
    TELL(notify, context, group, queue, work, &origin);
}

FARADAY_INTERPOSE(void, dispatch_group_notify, dispatch_group_t group, dispatch_queue_t queue, dispatch_block_t block) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_group_notify)(group, queue, block);
    notify(c, group, queue, faraday_block_work(block));
}

FARADAY_INTERPOSE(void, dispatch_group_notify_f,
    dispatch_group_t group, dispatch_queue_t queue, void *argument, dispatch_function_t function) {
    faraday_context *c = APPS_CONTEXT();
    if (c == NULL) return ORIGINAL(dispatch_group_notify_f)(group, queue, argument, function);
    notify(c, group, queue, faraday_function_work(function, argument));
}

FARADAY_INTERPOSE(void, dispatch_group_leave, dispatch_group_t group) {
    if (faraday_watched_worlds() == 0) return ORIGINAL(dispatch_group_leave)(group);
    // The group may be gone once it is left.
    dispatch_retain(group);
    ORIGINAL(dispatch_group_leave)(group);
    TELL(group_left, group);
    dispatch_release(group);
}

#endif
