// The functions of this target that Swift calls, each declared once: FARADAY_FUNCTION(result, name, parameters, arguments).
//
// Who includes this file says what becomes of an entry: a declaration, a member of a table, a call that is passed on. So
// none can be left out.

// MARK: Whose code runs on a thread

// The context of this thread, if it is in force.
FARADAY_FUNCTION(faraday_context *, faraday_current, (void), ())
// Makes a context the one of this thread; returns the earlier one, which may be out of force.
FARADAY_FUNCTION(faraday_context *, faraday_enter, (faraday_context *context), (context))
// This thread's code is no world's from now on; the main thread's is that of `faraday_enter_main`.
FARADAY_FUNCTION(void, faraday_leave, (void), ())
// Makes a context the one of the main thread's code. With a task that the main thread has created, it takes effect when the
// thread no longer waits for that; with any task, it does not replace the context of another world that goes on.
FARADAY_FUNCTION(void, faraday_enter_main, (faraday_context *context, uint64_t task), (context, task))
// Takes the context away again, if the main thread's code has this one.
FARADAY_FUNCTION(void, faraday_leave_main, (faraday_context *context), (context))
// Whether the main thread still waits for that task, as far as is known.
FARADAY_FUNCTION(bool, faraday_main_is_awaiting, (void), ())
// A context of the running task alone, for the rest of its job; it is never freed. Null if no task runs.
FARADAY_FUNCTION(faraday_context *, faraday_bind_to_task, (const faraday_context *context), (context))
// A `faraday_thread`.
FARADAY_FUNCTION(void, faraday_set_thread_kind, (int32_t kind), (kind))
FARADAY_FUNCTION(int32_t, faraday_thread_kind, (void), ())
// A `faraday_thread_state`.
FARADAY_FUNCTION(int32_t, faraday_thread_state, (int32_t thread), (thread))
// A number of this thread that the owner of a lock is known by.
FARADAY_FUNCTION(int32_t, faraday_thread_number, (void), ())
// Ends this thread: it can't go back into code whose world is gone. What its stack holds is lost, as at the end of a
// process. It does not return.
FARADAY_FUNCTION(void, faraday_end_thread, (void), ())

// MARK: Queues

// The innermost queue in use on this thread.
FARADAY_FUNCTION(faraday_occupation *, faraday_occupations, (void), ())
// Whether this thread runs something of the main queue.
FARADAY_FUNCTION(bool, faraday_is_on_main_queue, (void), ())
// A `faraday_queue_kind`.
FARADAY_FUNCTION(int32_t, faraday_queue_kind, (const void *queue), (queue))
// The queue to which a queue sends its work, if it is not one of the system's.
FARADAY_FUNCTION(const void *, faraday_queue_target, (const void *queue), (queue))
FARADAY_FUNCTION(bool, faraday_queue_is_inactive, (const void *queue), (queue))
FARADAY_FUNCTION(const char *, faraday_queue_label, (const void *queue), (queue))
FARADAY_FUNCTION(const void *, faraday_main_queue, (void), ())
// Whether the main queue belongs to the main thread; after dispatch_main it does not.
FARADAY_FUNCTION(bool, faraday_main_is_bound, (void), ())
FARADAY_FUNCTION(bool, faraday_is_bound_main_thread, (void), ())
// What this thread does from now on is no piece: a test on the main queue that no world has begun there, or a run that
// drives a world, whose own calls for queues are no app's. It is so until the second function is called.
FARADAY_FUNCTION(void, faraday_begin_below, (faraday_occupation *occupation, bool is_driver), (occupation, is_driver))
FARADAY_FUNCTION(void, faraday_end_below, (faraday_occupation *occupation), (occupation))
// Whether something for the queue runs on the main thread, which is another one.
FARADAY_FUNCTION(bool, faraday_waits_for_main, (const void *queue), (queue))
// Whether what the queue gets runs on the main queue.
FARADAY_FUNCTION(bool, faraday_goes_to_main, (const void *queue), (queue))
// Runs something on a queue, on this thread if it can.
FARADAY_FUNCTION(
    void, faraday_run_on_queue,
    (faraday_context *context, const void *queue, bool is_barrier, void (*run)(void *), void *argument),
    (context, queue, is_barrier, run, argument))
// Hands work on to a queue of the system, with the context if there is one.
FARADAY_FUNCTION(
    void, faraday_post, (faraday_context *context, const void *queue, faraday_work work), (context, queue, work))
// The uptime at which a time of dispatch is reached, in the context's world.
FARADAY_FUNCTION(int64_t, faraday_deadline, (faraday_context *context, uint64_t time), (context, time))
// Whether a group is empty.
FARADAY_FUNCTION(bool, faraday_group_is_empty, (const void *group), (group))
FARADAY_FUNCTION(void, faraday_object_retain, (const void *object), (object))
FARADAY_FUNCTION(void, faraday_object_release, (const void *object), (object))
// Calls `disposed` with the source when the system's object goes.
FARADAY_FUNCTION(
    void, faraday_follow_source, (const void *source, void (*disposed)(void *source)), (source, disposed))

// MARK: Tasks

// The function with which Swift's runtime runs its jobs.
FARADAY_FUNCTION(void, faraday_learn_job, (void (*function)(void *)), (function))
FARADAY_FUNCTION(bool, faraday_is_job, (void (*function)(void *)), (function))
// The number of the task that runs on this thread; 0 if there is none.
FARADAY_FUNCTION(uint64_t, faraday_current_task, (void), ())
// The number of the task of which a job is a part; 0 if it is no part of a task.
FARADAY_FUNCTION(uint64_t, faraday_job_task, (const void *job), (job))

// MARK: Run loops

FARADAY_FUNCTION(double, faraday_timer_date, (const void *timer), (timer))
FARADAY_FUNCTION(double, faraday_timer_interval, (const void *timer), (timer))
FARADAY_FUNCTION(bool, faraday_timer_is_valid, (const void *timer), (timer))
FARADAY_FUNCTION(void, faraday_timer_set_date, (const void *timer, double date), (timer, date))
FARADAY_FUNCTION(void, faraday_timer_invalidate, (const void *timer), (timer))
FARADAY_FUNCTION(void, faraday_timer_retain, (const void *timer), (timer))
FARADAY_FUNCTION(void, faraday_timer_release, (const void *timer), (timer))
FARADAY_FUNCTION(const void *, faraday_main_loop, (void), ())
// Lets a run loop of the system run once, without waiting. What it calls has the context.
FARADAY_FUNCTION(
    int32_t, faraday_poll_loop, (faraday_context *context, const void *loop, const void *mode), (context, loop, mode))
// Runs something in a run loop of the system, on that loop's thread.
FARADAY_FUNCTION(void, faraday_post_to_loop, (const void *loop, faraday_work work), (loop, work))

// MARK: What is taken over

// Whether the system's own functions can be found behind the definitions here.
FARADAY_FUNCTION(bool, faraday_has_originals, (void), ())
// From now on these handlers are called; the value is copied.
FARADAY_FUNCTION(void, faraday_install, (const faraday_handlers *handlers), (handlers))
// Whether calls for locks are taken over.
FARADAY_FUNCTION(bool, faraday_takes_locks, (void), ())
// One more world that holds work, or one less: threads without a context ask nobody while there is none.
FARADAY_FUNCTION(void, faraday_watch_worlds, (int32_t change), (change))
FARADAY_FUNCTION(int32_t, faraday_watched_worlds, (void), ())
// One more thread of a world that waits for the semaphore, or one less: who signals others tells no world.
FARADAY_FUNCTION(void, faraday_count_waiters, (const void *semaphore, int32_t change), (semaphore, change))

// MARK: Names

// The function of this program at an address, as the linker names it; null if it is not known.
FARADAY_FUNCTION(const char *, faraday_function_at, (uintptr_t address), (address))
// Where an address is in the program's file; 0 if it is not known.
FARADAY_FUNCTION(uintptr_t, faraday_offset_at, (uintptr_t address), (address))
// Fills in the return addresses of this thread, from the inside out, without the one in the caller; returns how many there are.
FARADAY_FUNCTION(int32_t, faraday_trace_calls, (const void **frames, int32_t count), (frames, count))
// The name of a function of Swift in words, which the caller frees; null if it is none.
FARADAY_FUNCTION(char *, faraday_demangle, (const char *name), (name))
