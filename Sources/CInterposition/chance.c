#define _GNU_SOURCE
#include "original.h"

#if FARADAY_INTERPOSES

#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

// Random numbers. Swift's come through `syscall` on Linux, and through `arc4random_buf` on Apple's platforms.

static bool draws(faraday_context *c, void *bytes, size_t count) {
    if (c == NULL) return false;
    TELL(random, c, bytes, count);
    return true;
}

#if defined(__linux__)
FARADAY_INTERPOSE(ssize_t, getrandom, void *bytes, size_t count, unsigned int flags) {
    return draws(APPS_CONTEXT(), bytes, count) ? (ssize_t)count : ORIGINAL(getrandom)(bytes, count, flags);
}
#endif

FARADAY_INTERPOSE(int, getentropy, void *bytes, size_t count) {
    return draws(APPS_CONTEXT(), bytes, count) ? 0 : ORIGINAL(getentropy)(bytes, count);
}

FARADAY_INTERPOSE(uint32_t, arc4random, void) {
    uint32_t number;
    return draws(APPS_CONTEXT(), &number, sizeof number) ? number : ORIGINAL(arc4random)();
}

FARADAY_INTERPOSE(void, arc4random_buf, void *bytes, size_t count) {
    if (!draws(APPS_CONTEXT(), bytes, count)) ORIGINAL(arc4random_buf)(bytes, count);
}

FARADAY_INTERPOSE(uint32_t, arc4random_uniform, uint32_t bound) {
    uint64_t number;
    if (!draws(APPS_CONTEXT(), &number, sizeof number)) return ORIGINAL(arc4random_uniform)(bound);
    return bound < 2 ? 0 : (uint32_t)(number % bound);
}

FARADAY_INTERPOSE(long, random, void) {
    uint32_t number;
    return draws(APPS_CONTEXT(), &number, sizeof number) ? (long)(number >> 1) : ORIGINAL(random)();
}

FARADAY_INTERPOSE(int, rand, void) {
    uint32_t number;
    return draws(APPS_CONTEXT(), &number, sizeof number) ? (int)(number >> 1) : ORIGINAL(rand)();
}

// Those that Foundation makes.
static bool draws_uuid(faraday_context *c, unsigned char *bytes) {
    if (!draws(c, bytes, 16)) return false;
    // Version 4, variant 1.
    bytes[6] = (bytes[6] & 0x0F) | 0x40;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
    return true;
}

#if defined(__linux__)
extern void _foundation_uuid_generate_random(unsigned char *bytes);
FARADAY_INTERPOSE(void, _foundation_uuid_generate_random, unsigned char *bytes) {
    if (!draws_uuid(APPS_CONTEXT(), bytes)) ORIGINAL(_foundation_uuid_generate_random)(bytes);
}
#endif

extern void uuid_generate_random(unsigned char *bytes);
FARADAY_INTERPOSE(void, uuid_generate_random, unsigned char *bytes) {
    if (!draws_uuid(APPS_CONTEXT(), bytes)) ORIGINAL(uuid_generate_random)(bytes);
}

FARADAY_INTERPOSE(double, drand48, void) {
    uint64_t number;
    return draws(APPS_CONTEXT(), &number, sizeof number) ? (double)(number >> 11) * 0x1p-53 : ORIGINAL(drand48)();
}

#endif
