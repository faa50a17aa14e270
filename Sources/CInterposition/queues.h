#ifndef FARADAY_QUEUES_H
#define FARADAY_QUEUES_H

#include "original.h"

#if FARADAY_INTERPOSES

const void *faraday_main_queue(void);
// Whether the main queue belongs to the main thread, and this is that thread.
bool faraday_is_bound_main_thread(void);
// Whether the work of this queue goes to the main queue, where this thread is already.
bool faraday_is_main_here(const void *queue);
// Whether a block was made as a barrier.
bool faraday_is_barrier_block(const void *block);
// Whether this is the function with which Swift's runtime runs a job.
bool faraday_is_job(void (*function)(void *));

#if defined(__linux__)
// A source that brings something from outside gets another queue. Returns false if it is none of a world's.
bool faraday_retarget_source(const void *source, const void *queue);
#endif
// Whether this is the function that hears of emulated sources' ends.
bool faraday_is_disposal(void (*function)(void *));
#endif
#endif
