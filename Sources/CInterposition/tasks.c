#define _GNU_SOURCE
#include "queues.h"

#if FARADAY_INTERPOSES

#include <stdlib.h>

// The creation of Swift's tasks. A task that code of a world creates is the world's, whoever resumes it later; any other
// stays outside, also if code of a world resumes it.

static __thread int32_t creating FARADAY_THREAD_LOCAL;

bool faraday_is_creating_task(void) { return creating > 0; }

// What the runtime returns, in two registers.
struct task_and_context {
    void *task;
    void *context;
};

extern struct task_and_context swift_task_create(
    size_t flags, void *options, const void *result_type, void *entry, void *closure);

FARADAY_INTERPOSE(struct task_and_context, swift_task_create,
    size_t flags, void *options, const void *result_type, void *entry, void *closure) {
    faraday_context *c = faraday_context_in_force();
    if (c == NULL) {
        int32_t birth = faraday_begin_birth();
        struct task_and_context born = ORIGINAL(swift_task_create)(flags, options, result_type, entry, closure);
        faraday_end_birth(birth, birth < 0 ? 0 : faraday_task_number(born.task));
        return born;
    }
    creating++;
    struct task_and_context made = ORIGINAL(swift_task_create)(flags, options, result_type, entry, closure);
    creating--;
    // It may begin without a job.
    TELL(note_task, c, faraday_task_number(made.task));
    return made;
}

extern void swift_asyncLet_begin(
    void *let, void *options, const void *result_type, void *entry, void *closure, void *result);

FARADAY_INTERPOSE(void, swift_asyncLet_begin,
    void *let, void *options, const void *result_type, void *entry, void *closure, void *result) {
    creating++;
    ORIGINAL(swift_asyncLet_begin)(let, options, result_type, entry, closure, result);
    creating--;
}

// MARK: Numbers

#if defined(__linux__)
extern uint64_t swift_task_getJobTaskId(const void *job);
extern size_t swift_task_getJobFlags(const void *job);
extern void *swift_task_getCurrent(void);
#else
#include "Darwin/tasks.h"
#endif

uint64_t faraday_task_number(const void *task) { return swift_task_getJobTaskId(task); }

bool faraday_is_current_task(const void *task) { return swift_task_getCurrent() == task; }

faraday_context *faraday_bind_to_task(const faraday_context *context) {
    const void *task = swift_task_getCurrent();
    if (task == NULL) return NULL;
    faraday_context *bound = malloc(sizeof *bound);
    *bound = *context;
    bound->task = task;
    return bound;
}

uint64_t faraday_current_task(void) {
    void *task = swift_task_getCurrent();
    return task == NULL ? 0 : swift_task_getJobTaskId(task);
}

// The lowest byte says what kind of job it is; a task is 0. Jobs of actors have no number of their own.
uint64_t faraday_job_task(const void *job) {
    return (swift_task_getJobFlags(job) & 0xFF) == 0 ? swift_task_getJobTaskId(job) : 0;
}

#endif
