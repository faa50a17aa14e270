#include "original.h"

#if !FARADAY_INTERPOSES

// Where nothing of the system is taken over, no context is ever in force, and nobody asks the rest. On Apple's platforms:
// as long as nothing is.

#include <stdlib.h>
#include <string.h>

int32_t FARADAY_LOCAL(faraday_queue_kind)(const void *queue) { return FARADAY_NO_QUEUE; }
const void *FARADAY_LOCAL(faraday_queue_target)(const void *queue) { return NULL; }
int32_t FARADAY_LOCAL(faraday_trace_calls)(const void **frames, int32_t count) { return 0; }
bool FARADAY_LOCAL(faraday_queue_is_inactive)(const void *queue) { return false; }
const void *FARADAY_LOCAL(faraday_main_queue)(void) { return NULL; }
bool FARADAY_LOCAL(faraday_main_is_bound)(void) { return true; }
bool FARADAY_LOCAL(faraday_is_bound_main_thread)(void) { return false; }
void FARADAY_LOCAL(faraday_begin_below)(faraday_occupation *occupation, bool is_driver) {}
void FARADAY_LOCAL(faraday_end_below)(faraday_occupation *occupation) {}
bool FARADAY_LOCAL(faraday_goes_to_main)(const void *queue) { return false; }
bool FARADAY_LOCAL(faraday_waits_for_main)(const void *queue) { return false; }
bool FARADAY_LOCAL(faraday_is_on_main_queue)(void) { return false; }
void FARADAY_LOCAL(faraday_run_on_queue)(
    faraday_context *context, const void *queue, bool is_barrier, void (*run)(void *), void *argument) {
    run(argument);
}
void FARADAY_LOCAL(faraday_learn_job)(void (*function)(void *)) {}
bool FARADAY_LOCAL(faraday_is_job)(void (*function)(void *)) { return false; }
void FARADAY_LOCAL(faraday_watch_worlds)(int32_t change) {}
int32_t FARADAY_LOCAL(faraday_watched_worlds)(void) { return 0; }
int64_t FARADAY_LOCAL(faraday_deadline)(faraday_context *context, uint64_t time) { return FARADAY_NEVER; }
bool FARADAY_LOCAL(faraday_group_is_empty)(const void *group) { return true; }
void FARADAY_LOCAL(faraday_object_retain)(const void *object) {}
void FARADAY_LOCAL(faraday_object_release)(const void *object) {}
const char *FARADAY_LOCAL(faraday_queue_label)(const void *queue) { return ""; }
void FARADAY_LOCAL(faraday_post)(faraday_context *context, const void *queue, faraday_work work) { work.run(work.argument); }
void FARADAY_LOCAL(faraday_follow_source)(const void *source, void (*disposed)(void *source)) {}
double FARADAY_LOCAL(faraday_timer_date)(const void *timer) { return 0; }
double FARADAY_LOCAL(faraday_timer_interval)(const void *timer) { return 0; }
bool FARADAY_LOCAL(faraday_timer_is_valid)(const void *timer) { return false; }
void FARADAY_LOCAL(faraday_timer_set_date)(const void *timer, double date) {}
void FARADAY_LOCAL(faraday_timer_invalidate)(const void *timer) {}
void FARADAY_LOCAL(faraday_timer_retain)(const void *timer) {}
void FARADAY_LOCAL(faraday_timer_release)(const void *timer) {}
const void *FARADAY_LOCAL(faraday_main_loop)(void) { return NULL; }
int32_t FARADAY_LOCAL(faraday_poll_loop)(faraday_context *context, const void *loop, const void *mode) { return FARADAY_LOOP_FINISHED; }
void FARADAY_LOCAL(faraday_post_to_loop)(const void *loop, faraday_work work) { work.run(work.argument); }
int32_t FARADAY_LOCAL(faraday_thread_state)(int32_t thread) { return FARADAY_STATE_UNKNOWN; }
bool FARADAY_LOCAL(faraday_has_originals)(void) { return false; }
void FARADAY_LOCAL(faraday_set_thread_kind)(int32_t kind) {}
int32_t FARADAY_LOCAL(faraday_thread_kind)(void) { return FARADAY_THREAD_OF_SYSTEM; }
void FARADAY_LOCAL(faraday_count_waiters)(const void *semaphore, int32_t change) {}
void FARADAY_LOCAL(faraday_end_thread)(void) { abort(); }
uint64_t FARADAY_LOCAL(faraday_current_task)(void) { return 0; }
bool faraday_is_current_task(const void *task) { return false; }
faraday_context *FARADAY_LOCAL(faraday_bind_to_task)(const faraday_context *context) { return NULL; }
bool FARADAY_LOCAL(faraday_takes_locks)(void) { return false; }
uint64_t FARADAY_LOCAL(faraday_job_task)(const void *job) { return 0; }

#endif
