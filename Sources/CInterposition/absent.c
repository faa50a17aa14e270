#include "original.h"

#if !FARADAY_INTERPOSES

// Where nothing of the system is taken over, no context is ever in force, and nobody asks the rest.

#include <stdlib.h>
#include <string.h>

int32_t faraday_queue_kind(const void *queue) { return FARADAY_NO_QUEUE; }
const void *faraday_queue_target(const void *queue) { return NULL; }
bool faraday_queue_is_inactive(const void *queue) { return false; }
const void *faraday_main_queue(void) { return NULL; }
bool faraday_main_is_bound(void) { return true; }
bool faraday_is_bound_main_thread(void) { return false; }
bool faraday_waits_for_main(const void *queue) { return false; }
bool faraday_is_on_main_queue(void) { return false; }
void faraday_run_on_queue(
    faraday_context *context, const void *queue, bool is_barrier, void (*run)(void *), void *argument) {
    run(argument);
}
void faraday_learn_job(void (*function)(void *)) {}
bool faraday_is_job(void (*function)(void *)) { return false; }
void faraday_watch_worlds(int32_t change) {}
int32_t faraday_watched_worlds(void) { return 0; }
int64_t faraday_deadline(faraday_context *context, uint64_t time) { return FARADAY_NEVER; }
bool faraday_group_is_empty(const void *group) { return true; }
void faraday_object_retain(const void *object) {}
void faraday_object_release(const void *object) {}
const char *faraday_queue_label(const void *queue) { return ""; }
void faraday_post(faraday_context *context, const void *queue, faraday_work work) { work.run(work.argument); }
void faraday_follow_source(const void *source, void (*disposed)(void *source)) {}
double faraday_timer_date(const void *timer) { return 0; }
double faraday_timer_interval(const void *timer) { return 0; }
bool faraday_timer_is_valid(const void *timer) { return false; }
void faraday_timer_set_date(const void *timer, double date) {}
void faraday_timer_invalidate(const void *timer) {}
void faraday_timer_retain(const void *timer) {}
void faraday_timer_release(const void *timer) {}
const void *faraday_main_loop(void) { return NULL; }
int32_t faraday_poll_loop(faraday_context *context, const void *loop, const void *mode) { return FARADAY_LOOP_FINISHED; }
void faraday_post_to_loop(const void *loop, faraday_work work) { work.run(work.argument); }
int32_t faraday_thread_state(int32_t thread) { return FARADAY_STATE_UNKNOWN; }
bool faraday_has_originals(void) { return false; }
void faraday_set_thread_kind(int32_t kind) {}
int32_t faraday_thread_kind(void) { return FARADAY_THREAD_OF_SYSTEM; }
void faraday_block_threads(int32_t change) {}
int32_t faraday_blocked_threads(void) { return 0; }
void faraday_end_thread(void) { abort(); }
uint64_t faraday_current_task(void) { return 0; }
bool faraday_is_current_task(const void *task) { return false; }
faraday_context *faraday_bind_to_task(const faraday_context *context) { return NULL; }
bool faraday_takes_locks(void) { return false; }
uint64_t faraday_job_task(const void *job) { return 0; }

#endif
