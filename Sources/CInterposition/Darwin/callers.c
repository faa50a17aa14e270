#include "../original.h"

#if FARADAY_INTERPOSES && defined(__APPLE__)

#include <dlfcn.h>
#include <string.h>

// Who has made a call, on Apple's platforms.
//
// There the frameworks that draw, play and connect are in the process, too, and call the same functions in the middle of an
// app's code. Their work and their waits stay real, and so does their chance. Taken over is what the app calls itself, and
// what it calls through Foundation, Combine and Swift's own libraries.

enum caller {
    CALLER_IS_UNKNOWN = 0,
    CALLER_IS_PROGRAM,
    // Foundation, Core Foundation, Combine, Swift's overlays.
    CALLER_IS_LAYER,
    CALLER_IS_CONCURRENCY,
    // Swift's standard library, and its test framework.
    CALLER_IS_RUNTIME,
    // XCTest: its waits are a test's, its work is its own.
    CALLER_IS_XCTEST,
    CALLER_IS_SYSTEM,
};

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), count = strlen(end);
    return length >= count && strcmp(text + length - count, end) == 0;
}

static bool is_any(const char *path, const char *const *ends) {
    for (; *ends != NULL; ends++)
        if (ends_with(path, *ends)) return true;
    return false;
}

// Where the system is: on a Mac, in a simulator's runtime, and in Xcode's folders for test frameworks.
static bool is_system_path(const char *path) {
    static const char *const places[] = {"/usr/lib/", "/System/"};
    static const char *const inner_places[] = {
        "/RuntimeRoot/usr/lib/", "/RuntimeRoot/System/", ".platform/Developer/", "/Xcode.app/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strncmp(path, places[i], strlen(places[i])) == 0) return true;
    for (size_t i = 0; i < sizeof inner_places / sizeof *inner_places; i++)
        if (strstr(path, inner_places[i]) != NULL) return true;
    return false;
}

static enum caller look_up(const void *address) {
    static const char *const concurrency[] = {"/libswift_Concurrency.dylib", NULL};
    static const char *const runtimes[] = {"/libswiftCore.dylib", "/lib_TestingInterop.dylib", NULL};
    static const char *const layers[] = {"/Foundation", "/CoreFoundation", "/Combine", NULL};
    static const char *const xctest[] = {"/XCTest", "/XCTestCore", "/libXCTestSwiftSupport.dylib", NULL};
    Dl_info info;
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL) return CALLER_IS_PROGRAM;
    // Swift's libraries may come with the app.
    if (is_any(info.dli_fname, concurrency)) return CALLER_IS_CONCURRENCY;
    if (is_any(info.dli_fname, runtimes)) return CALLER_IS_RUNTIME;
    if (strstr(info.dli_fname, "/libswift") != NULL) return CALLER_IS_LAYER;
    if (strstr(info.dli_fname, "/Testing.framework/") != NULL) return CALLER_IS_RUNTIME;
    if (!is_system_path(info.dli_fname)) return CALLER_IS_PROGRAM;
    if (is_any(info.dli_fname, xctest)) return CALLER_IS_XCTEST;
    return is_any(info.dli_fname, layers) ? CALLER_IS_LAYER : CALLER_IS_SYSTEM;
}

// Addresses that have been looked up, with the answer in the uppermost byte: no program has code that high.
static enum caller caller_at(const void *address) {
    enum { count = 1024, shift = 56 };
    static uintptr_t known[count];
    uintptr_t bare = (uintptr_t)address & (((uintptr_t)1 << shift) - 1);
    uintptr_t *place = &known[(bare >> 2) % count];
    uintptr_t found = __atomic_load_n(place, __ATOMIC_RELAXED);
    if (__builtin_expect((found ^ bare) << (64 - shift) == 0 && found != 0, 1)) return (enum caller)(found >> shift);
    enum caller answer = look_up(address);
    __atomic_store_n(place, bare | (uintptr_t)answer << shift, __ATOMIC_RELAXED);
    return answer;
}

bool faraday_is_of_program(const void *address) { return caller_at(address) == CALLER_IS_PROGRAM; }

bool faraday_is_of_concurrency(const void *address) { return caller_at(address) == CALLER_IS_CONCURRENCY; }

bool faraday_is_of_system(const void *address) { return caller_at(address) == CALLER_IS_SYSTEM; }

// Dispatch, and whatever else hands on work of its own.
bool faraday_is_of_dispatch(const void *address) {
    enum caller caller = caller_at(address);
    return caller == CALLER_IS_SYSTEM || caller == CALLER_IS_XCTEST;
}

bool faraday_is_of_runtimes(const void *address) {
    enum caller caller = caller_at(address);
    return caller == CALLER_IS_SYSTEM || caller == CALLER_IS_CONCURRENCY || caller == CALLER_IS_RUNTIME;
}

#endif
