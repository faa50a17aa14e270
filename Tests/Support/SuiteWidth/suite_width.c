#define _GNU_SOURCE
#include "suite_width.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift Testing begins all tests of a program at once, some 4,500 here. A test that waits then comes to its turn after all
// others, and so do the tests whose processes have ended, which a thread of Swift Testing asks for again and again until
// then. With a limit the suite took 195 s, 329 s of processor time and 1.2 GB instead of 305 s, 541 s and 1.8 GB.
//
// Swift Testing reads the variable when it begins. `SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=100000` takes the limit away.
__attribute__((constructor)) static void limit_width(void) {
    char width[16];
    snprintf(width, sizeof width, "%ld", faraday_suite_width());
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}

long faraday_suite_width(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return 3 * (processors > 0 ? processors : 1);
}
