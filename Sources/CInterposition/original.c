#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <sys/syscall.h>
#endif

extern void dispatch_async_f(dispatch_queue_t queue, void *argument, dispatch_function_t function);

#if defined(__linux__)
#define PLACE RTLD_NEXT
#else
#define PLACE RTLD_DEFAULT
#endif

FARADAY_UNWATCHED void *faraday_lookup(void **slot, const char *name) {
    void *found = dlsym(PLACE, name);
    if (found == NULL) {
        fprintf(stderr, "Faraday: this process has no %s to pass a call on to\n", name);
        abort();
    }
    __atomic_store_n(slot, found, __ATOMIC_RELAXED);
    return found;
}

void *faraday_lookup_data(const char *name) {
    void *slot = NULL;
    return faraday_lookup(&slot, name);
}

bool faraday_has_originals(void) { return dlsym(PLACE, "dispatch_async_f") != NULL; }

#if defined(__linux__)

// MARK: Callers

// Where the code of a library is.
struct range {
    uintptr_t start;
    uintptr_t end;
};

static bool is_inside(const struct range *range, const void *address) {
    return (uintptr_t)address - range->start < range->end - range->start;
}

// The libraries that wait by themselves, for what others do in them: the runtimes, with dispatch in front, and the test
// framework.
static const char *const waiting_libraries[] = {
    "/libdispatch.so", "/libswiftCore.so", "/libswift_Concurrency.so", "/lib_FoundationICU.so", "/libTesting.so"};
enum { waiting_count = sizeof waiting_libraries / sizeof *waiting_libraries };

struct libraries {
    struct range program;
    struct range concurrency;
    struct range dispatch;
    struct range waiting[waiting_count];
    int32_t count;
};

static struct range range_of(const struct dl_phdr_info *info) {
    struct range range = {UINTPTR_MAX, 0};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        uintptr_t end = start + info->dlpi_phdr[i].p_memsz;
        if (start < range.start) range.start = start;
        if (end > range.end) range.end = end;
    }
    return range;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), count = strlen(end);
    return length >= count && strcmp(text + length - count, end) == 0;
}

static int note_library(struct dl_phdr_info *info, size_t size, void *argument) {
    (void)size;
    struct libraries *libraries = argument;
    struct range range = range_of(info);
    if (is_inside(&range, (const void *)faraday_has_originals)) libraries->program = range;
    if (is_inside(&range, (const void *)ORIGINAL(dispatch_async_f))) libraries->dispatch = range;
    if (ends_with(info->dlpi_name, "/libswift_Concurrency.so")) libraries->concurrency = range;
    for (int i = 0; i < waiting_count; i++) {
        if (ends_with(info->dlpi_name, waiting_libraries[i])) libraries->waiting[libraries->count++] = range;
    }
    return 0;
}

// The libraries that were there when the first was asked for.
static const struct libraries *libraries(void) {
    static struct libraries *known;
    struct libraries *found = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    if (__builtin_expect(found != NULL, 1)) return found;
    struct libraries *made = calloc(1, sizeof *made);
    dl_iterate_phdr(note_library, made);
    if (__atomic_compare_exchange_n(&known, &found, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
    free(made);
    return found;
}

bool faraday_is_of_program(const void *address) { return is_inside(&libraries()->program, address); }

bool faraday_is_of_concurrency(const void *address) { return is_inside(&libraries()->concurrency, address); }

bool faraday_is_of_dispatch(const void *address) { return is_inside(&libraries()->dispatch, address); }

bool faraday_is_of_runtimes(const void *address) {
    const struct libraries *known = libraries();
    for (int i = 0; i < known->count; i++) {
        if (is_inside(&known->waiting[i], address)) return true;
    }
    return false;
}

#endif

bool faraday_is_in(const void *address, const char *name) {
    Dl_info info;
    return dladdr(address, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, name) != NULL;
}

// MARK: Work

void faraday_call_block(void *block) { ((struct faraday_block *)block)->invoke(block); }

void faraday_run_block(void *block) {
    faraday_call_block(block);
    _Block_release(block);
}

void faraday_drop_block(void *block) { _Block_release(block); }

void faraday_drop_nothing(void *argument) { (void)argument; }

struct carried {
    faraday_context *context;
    faraday_work work;
};

void *faraday_carry(faraday_context *context, faraday_work work) {
    struct carried *carried = malloc(sizeof *carried);
    *carried = (struct carried){context, work};
    faraday_installed.retain(context);
    return carried;
}

void faraday_run_carried(void *argument) {
    struct carried carried = *(struct carried *)argument;
    free(argument);
    faraday_context *outer = faraday_enter(carried.context);
    carried.work.run(carried.work.argument);
    faraday_enter(outer);
    faraday_installed.release(carried.context);
}

// MARK: For the handlers

extern intptr_t dispatch_group_wait(dispatch_group_t group, dispatch_time_t timeout);
extern void dispatch_retain(dispatch_object_t object);
extern void dispatch_release(dispatch_object_t object);
extern const char *dispatch_queue_get_label(dispatch_queue_t queue);

bool faraday_group_is_empty(const void *group) {
    return ORIGINAL(dispatch_group_wait)((dispatch_group_t)group, DISPATCH_TIME_NOW) == 0;
}

void faraday_object_retain(const void *object) { dispatch_retain((dispatch_object_t)object); }

void faraday_object_release(const void *object) { dispatch_release((dispatch_object_t)object); }

const char *faraday_queue_label(const void *queue) { return dispatch_queue_get_label((dispatch_queue_t)queue); }

void faraday_post(faraday_context *context, const void *queue, faraday_work work) {
    if (context == NULL) {
        ORIGINAL(dispatch_async_f)((dispatch_queue_t)queue, work.argument, work.run);
    } else {
        ORIGINAL(dispatch_async_f)((dispatch_queue_t)queue, faraday_carry(context, work), faraday_run_carried);
    }
}

// MARK: Calls that a schedule counts

void faraday_tell_call(faraday_context *context) {
    faraday_origin origin;
    faraday_trace_origin(&origin);
    TELL(calls, context, &origin);
}

// MARK: Waiting

int32_t faraday_wait_for(
    faraday_context *context, int32_t kind, const void *object, int32_t owner, int64_t deadline,
    bool (*is_over)(void *), void *argument) {
    faraday_wait_request request = {
        .kind = kind, .owner = owner, .object = object, .deadline = deadline, .is_over = is_over, .argument = argument};
    faraday_trace_origin(&request.origin);
    int32_t wake = ASK(wait, context, &request);
    if (wake == FARADAY_ABANDONED) faraday_end_thread();
    return wake;
}

#if defined(__linux__)
// A thread that ends without its library's knowledge leaves its values behind, and a later thread that gets the same stack
// finds them. They are not destroyed: what is in the middle of its work may still use them.
static void forget_values(void) {
    for (pthread_key_t key = 0; key < PTHREAD_KEYS_MAX; key++) pthread_setspecific(key, NULL);
}
#endif

void faraday_end_thread(void) {
    faraday_leave_queues();
    faraday_abandon_condition_waits(NULL);
#if defined(__linux__)
    faraday_forget_thread();
    forget_values();
    while (true) syscall(SYS_exit, 0);
#else
    // Threads of dispatch must not end here: they stay, and do nothing.
    bool is_of_system = faraday_kind_of_thread == FARADAY_THREAD_OF_SYSTEM;
    faraday_forget_thread();
    if (!is_of_system) pthread_exit(NULL);
    while (true) pause();
#endif
}

#endif
