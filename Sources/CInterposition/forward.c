#include "original.h"

#if FARADAY_FORWARDS

// On Apple's platforms the system's functions are taken over by a library of its own, which is there when a process
// begins: `CInterposer`. What Swift calls is passed on to it. Without it nothing is taken over, and `absent.c` answers.

#include "table.h"
#include <dlfcn.h>

static const struct faraday_functions absent = {
    .layout = FARADAY_LAYOUT,
#define FARADAY_FUNCTION(result, name, parameters, arguments) .name = FARADAY_LOCAL(name),
#include "functions.h"
#undef FARADAY_FUNCTION
};

// Asked for once: such a library does not come later.
static const struct faraday_functions *functions(void) {
    static const struct faraday_functions *known;
    const struct faraday_functions *found = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    if (__builtin_expect(found != NULL, 1)) return found;
    found = dlsym(RTLD_DEFAULT, "faraday_interposer");
    // One of another version of this package has other functions.
    if (found == NULL || found->layout != FARADAY_LAYOUT) found = &absent;
    __atomic_store_n(&known, found, __ATOMIC_RELEASE);
    return found;
}

// One of them ends the thread.
#pragma clang diagnostic ignored "-Winvalid-noreturn"
#define FARADAY_FUNCTION(result, name, parameters, arguments)                                                          \
    result name parameters { return functions()->name arguments; }
#include "functions.h"
#undef FARADAY_FUNCTION

#endif
