#ifndef FARADAY_QUEUES_H
#define FARADAY_QUEUES_H

#include "original.h"

#if FARADAY_INTERPOSES

const void *faraday_main_queue(void);
// Whether the main queue belongs to the main thread, and this is that thread.
bool faraday_is_bound_main_thread(void);
// Whether the work of this queue goes to the main queue, where this thread is already.
bool faraday_is_main_here(const void *queue);
// Waits a moment for a piece of another world to leave the main queue, where that is a queue like others. Returns whether
// this thread is the next one there, and says so when it leaves.
bool faraday_approach_main(void);
void faraday_leave_main_queue(void);
// Whether a call for a queue would wait for the piece that makes it, which is on the queue.
bool faraday_waits_for_itself(const void *queue, bool is_barrier);
// Whether a block was made as a barrier.
bool faraday_is_barrier_block(const void *block);
// Whether this is the function with which Swift's runtime runs a job.
bool faraday_is_job(void (*function)(void *));

#if defined(__linux__)
// A source that brings something from outside gets another queue. Returns false if it is none of a world's.
bool faraday_retarget_source(const void *source, const void *queue);
// A work item is made: returns the block to make it of, or null to take the block itself. The second function follows.
dispatch_block_t faraday_begin_item(dispatch_block_t block);
dispatch_block_t faraday_end_item(dispatch_block_t begun, dispatch_block_t item);
// Whose a block is that is handed on: the caller's, or of the code that has added the operation.
faraday_context *faraday_keeper(faraday_context *caller, dispatch_block_t block, const void *address);
#else
#define faraday_begin_item(block) NULL
#define faraday_end_item(begun, item) (item)
#define faraday_keeper(caller, block, address) (caller)
#endif
// Whether this is the function that hears of emulated sources' ends.
bool faraday_is_disposal(void (*function)(void *));
#endif
#endif
