// Dispatch, Core Foundation and Swift's runtime: what `CInterposition` takes over of them, as their headers declare it,
// with plain pointers in the place of objects and blocks. Included behind `original.h`, which has the names of types.
#ifndef CHECK_INTERPOSED_H
#define CHECK_INTERPOSED_H

typedef const void *CFRunLoopRef;
typedef const void *CFRunLoopTimerRef;
typedef const void *CFAllocatorRef;
typedef const void *CFRunLoopMode;
typedef int32_t CFRunLoopRunResult;
typedef unsigned long CFOptionFlags;
typedef long CFIndex;
typedef double CFAbsoluteTime;
typedef double CFTimeInterval;

// <dispatch/queue.h>
void dispatch_async(dispatch_queue_t, dispatch_block_t);
void dispatch_async_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_sync(dispatch_queue_t, dispatch_block_t);
void dispatch_sync_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_async_and_wait(dispatch_queue_t, dispatch_block_t);
void dispatch_async_and_wait_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_barrier_async(dispatch_queue_t, dispatch_block_t);
void dispatch_barrier_async_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_barrier_sync(dispatch_queue_t, dispatch_block_t);
void dispatch_barrier_sync_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_barrier_async_and_wait(dispatch_queue_t, dispatch_block_t);
void dispatch_barrier_async_and_wait_f(dispatch_queue_t, void *, dispatch_function_t);
void dispatch_after(dispatch_time_t, dispatch_queue_t, dispatch_block_t);
void dispatch_after_f(dispatch_time_t, dispatch_queue_t, void *, dispatch_function_t);
void dispatch_apply(size_t, dispatch_queue_t, dispatch_block_t);
void dispatch_apply_f(size_t, dispatch_queue_t, void *, void (*)(void *, size_t));
dispatch_queue_t dispatch_get_global_queue(intptr_t, uintptr_t);
dispatch_queue_t dispatch_queue_create(const char *, void *);
dispatch_queue_t dispatch_queue_create_with_target(const char *, void *, dispatch_queue_t)
    __asm__("_dispatch_queue_create_with_target$V2");
void dispatch_set_target_queue(dispatch_object_t, dispatch_queue_t);
void *dispatch_queue_attr_make_initially_inactive(void *);
void *dispatch_queue_attr_make_with_qos_class(void *, unsigned int, int);
void *dispatch_queue_attr_make_with_autorelease_frequency(void *, unsigned long);
void dispatch_main(void) __attribute__((noreturn));
const char *dispatch_queue_get_label(dispatch_queue_t);
// <dispatch/block.h>
dispatch_block_t dispatch_block_create(unsigned long, dispatch_block_t);
dispatch_block_t dispatch_block_create_with_qos_class(unsigned long, unsigned int, int, dispatch_block_t);
intptr_t dispatch_block_wait(dispatch_block_t, dispatch_time_t);
void dispatch_block_notify(dispatch_block_t, dispatch_queue_t, dispatch_block_t);
// <dispatch/object.h>
void dispatch_suspend(dispatch_object_t);
void dispatch_resume(dispatch_object_t);
void dispatch_activate(dispatch_object_t);
void dispatch_retain(dispatch_object_t);
void dispatch_release(dispatch_object_t);
void *dispatch_get_context(dispatch_object_t);
void dispatch_set_context(dispatch_object_t, void *);
void dispatch_set_finalizer_f(dispatch_object_t, dispatch_function_t);
// <dispatch/group.h>
void dispatch_group_async(dispatch_group_t, dispatch_queue_t, dispatch_block_t);
void dispatch_group_async_f(dispatch_group_t, dispatch_queue_t, void *, dispatch_function_t);
intptr_t dispatch_group_wait(dispatch_group_t, dispatch_time_t);
void dispatch_group_notify(dispatch_group_t, dispatch_queue_t, dispatch_block_t);
void dispatch_group_notify_f(dispatch_group_t, dispatch_queue_t, void *, dispatch_function_t);
void dispatch_group_enter(dispatch_group_t);
void dispatch_group_leave(dispatch_group_t);
// <dispatch/semaphore.h>
dispatch_semaphore_t dispatch_semaphore_create(intptr_t);
intptr_t dispatch_semaphore_wait(dispatch_semaphore_t, dispatch_time_t);
intptr_t dispatch_semaphore_signal(dispatch_semaphore_t);
// <dispatch/source.h>
dispatch_source_t dispatch_source_create(const void *, uintptr_t, uintptr_t, dispatch_queue_t);
void dispatch_source_set_event_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_event_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_set_cancel_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_cancel_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_set_registration_handler(dispatch_source_t, dispatch_block_t);
void dispatch_source_set_registration_handler_f(dispatch_source_t, dispatch_function_t);
void dispatch_source_cancel(dispatch_source_t);
void dispatch_source_set_timer(dispatch_source_t, dispatch_time_t, uint64_t, uint64_t);
void dispatch_source_merge_data(dispatch_source_t, uintptr_t);
uintptr_t dispatch_source_get_data(dispatch_source_t);
// <dispatch/time.h>
dispatch_time_t dispatch_time(dispatch_time_t, int64_t);
dispatch_time_t dispatch_walltime(const struct timespec *, int64_t);

// <CoreFoundation/CFDate.h>, <CoreFoundation/CFRunLoop.h>
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);
CFRunLoopRef CFRunLoopGetCurrent(void);
CFRunLoopRef CFRunLoopGetMain(void);
void CFRunLoopRun(void);
CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode, CFTimeInterval, Boolean);
void CFRunLoopWakeUp(CFRunLoopRef);
void CFRunLoopStop(CFRunLoopRef);
void CFRunLoopPerformBlock(CFRunLoopRef, const void *, void *);
// The context's type is that of the source.
struct timer_context;
CFRunLoopTimerRef CFRunLoopTimerCreate(
    CFAllocatorRef, CFAbsoluteTime, CFTimeInterval, CFOptionFlags, CFIndex, void (*)(CFRunLoopTimerRef, void *),
    struct timer_context *);
void CFRunLoopAddTimer(CFRunLoopRef, CFRunLoopTimerRef, CFRunLoopMode);
void CFRunLoopRemoveTimer(CFRunLoopRef, CFRunLoopTimerRef, CFRunLoopMode);
Boolean CFRunLoopContainsTimer(CFRunLoopRef, CFRunLoopTimerRef, CFRunLoopMode);
void CFRunLoopTimerSetNextFireDate(CFRunLoopTimerRef, CFAbsoluteTime);
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef);

#endif
