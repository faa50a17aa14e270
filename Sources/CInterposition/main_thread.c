#define _GNU_SOURCE
#include "answers.h"
#include "original.h"

// The main thread's own code, whose context other threads give it. It stands in a place of its own: what the main thread
// writes where it keeps its context, before and after each call of a handler, would be lost or would overwrite it.
//
// Code of a world that begins in a task, as in an asynchronous `setUp`, is also what the main thread does next. Until then
// the main thread waits for the task, or is about to: its calls are the test framework's.

faraday_context faraday_code_of_main;
faraday_context *faraday_context_of_main;
int32_t faraday_main_awaits;

// Where the function returns to that has created the task, and waits for it.
static const void *awaiting;

#if FARADAY_INTERPOSES && defined(__linux__)

#include <dlfcn.h>
#include <string.h>

// It is asked seldom, and must not err. The unwinder stops at functions without tables, some of which have frame pointers.
#include <unwind.h>

typedef struct search {
    const void *call;
    bool is_found;
} search;

static _Unwind_Reason_Code compare(struct _Unwind_Context *frame, void *argument) {
    search *search = argument;
    search->is_found = (const void *)_Unwind_GetIP(frame) == search->call;
    return search->is_found ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static bool is_open(const void *call) {
    search search = {.call = call};
    _Unwind_Backtrace(compare, &search);
    if (search.is_found) return true;
    const void *frames[64];
    int32_t count = faraday_trace_calls(frames, 64);
    for (int32_t i = 0; i < count; i++)
        if (frames[i] == call) return true;
    return false;
}

#else
static bool is_open(const void *call) { return false; }
#endif

faraday_context *faraday_main_going_on(faraday_context *context) {
    faraday_context *outer = faraday_enter(NULL);
    bool awaits = is_open(awaiting);
    faraday_enter(outer);
    if (awaits) return NULL;
    __atomic_store_n(&faraday_main_awaits, 0, __ATOMIC_RELAXED);
    return context;
}

bool FARADAY_LOCAL(faraday_main_is_awaiting)(void) {
    return __atomic_load_n(&faraday_main_awaits, __ATOMIC_ACQUIRE) != 0;
}

// MARK: Tasks that the main thread has created

enum { births_kept = 16 };

static struct birth {
    // `being_born` as long as it has no number.
    uint64_t task;
    const void *call;
} births[births_kept];
static const uint64_t being_born = UINT64_MAX;

#if FARADAY_INTERPOSES && defined(__linux__)

// Above are this function, the definition of the runtime's function, `Task.init`, and the function that creates the task.
enum { calls_above = 4 };

typedef struct climb {
    const void *call;
    int depth;
} climb;

static _Unwind_Reason_Code note_call(struct _Unwind_Context *frame, void *argument) {
    climb *climb = argument;
    climb->call = (const void *)_Unwind_GetIP(frame);
    return ++climb->depth <= calls_above ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// The system's test framework on Linux waits in the function that has created the task.
int32_t faraday_begin_birth(void) {
    static int32_t latest;
    if (!faraday_is_first_thread()) return -1;
    climb climb = {.depth = 0};
    faraday_context *outer = faraday_enter(NULL);
    _Unwind_Backtrace(note_call, &climb);
    faraday_enter(outer);
    if (climb.depth <= calls_above) return -1;
    latest = (latest + 1) % births_kept;
    births[latest].call = climb.call;
    __atomic_store_n(&births[latest].task, being_born, __ATOMIC_RELEASE);
    return latest;
}

#else
int32_t faraday_begin_birth(void) { return -1; }
#endif

void faraday_end_birth(int32_t birth, uint64_t task) {
    if (birth >= 0) __atomic_store_n(&births[birth].task, task, __ATOMIC_RELEASE);
}

static const struct birth *birth_of(uint64_t task) {
    const struct birth *found = NULL;
    for (int i = 0; i < births_kept; i++) {
        uint64_t number = __atomic_load_n(&births[i].task, __ATOMIC_ACQUIRE);
        if (number == task) return &births[i];
        // A task may begin before the main thread has learnt its number.
        if (number == being_born) found = &births[i];
    }
    return found;
}

// MARK: The test framework's own clock

#if FARADAY_INTERPOSES && defined(__linux__)

enum place { NOWHERE, IN_PROGRAM, IN_LIBRARY, IN_NOTE_OF_DATE };

// Whether a function is one with which XCTest notes the date when a test, or a suite, begins or ends.
static bool notes_a_date(const char *name) {
    return name != NULL && strncmp(name, "$s6XCTest", 9) == 0 &&
           (strstr(name, "RunC5startyyF") != NULL || strstr(name, "RunC4stopyyF") != NULL);
}

static unsigned look_up_place(const void *address) {
    Dl_info info;
    if (dladdr(address, &info) == 0) return NOWHERE;
    if (notes_a_date(info.dli_sname)) return IN_NOTE_OF_DATE;
    return faraday_is_of_program(address) ? IN_PROGRAM : IN_LIBRARY;
}

// A test may leave its world behind. The main thread is in that world then, when XCTest notes how long the test took.
// Foundation's functions lie between XCTest and the clock.
bool faraday_times_a_test(void) {
    enum { most_frames = 8 };
    static struct faraday_answers answers;
    const void *frames[most_frames];
    int32_t count = faraday_trace_calls(frames, most_frames);
    bool is_outside = false;
    for (int32_t i = 0; i < count; i++) {
        enum place place = faraday_answer(&answers, frames[i], look_up_place);
        if (place == NOWHERE) continue;
        if (place == IN_NOTE_OF_DATE) return true;
        // The first frames are ours. What the program asks for through Foundation is the app's, or its test's.
        if (place == IN_PROGRAM && is_outside) return false;
        is_outside = place == IN_LIBRARY;
    }
    return false;
}

#endif

// MARK: Coming and going

void FARADAY_LOCAL(faraday_enter_main)(faraday_context *context, uint64_t task) {
    faraday_context *found = __atomic_load_n(&faraday_context_of_main, __ATOMIC_ACQUIRE);
    if (task != 0 && found != NULL && faraday_clock_mode(found->clock) != FARADAY_REAL) return;
    const struct birth *birth = task == 0 ? NULL : birth_of(task);
    if (birth != NULL) awaiting = birth->call;
    __atomic_store_n(&faraday_main_awaits, birth != NULL, __ATOMIC_RELEASE);
    __atomic_store_n(&faraday_context_of_main, context, __ATOMIC_RELEASE);
}

void FARADAY_LOCAL(faraday_leave_main)(faraday_context *context) {
    faraday_context *expected = context;
    __atomic_compare_exchange_n(
        &faraday_context_of_main, &expected, NULL, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}
