#ifndef FARADAY_ANSWERS_H
#define FARADAY_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

// What was found out about the code at an address, for the next time: `dladdr` goes through all symbols of a library. With it,
// a virtual hour of a test that waits took ten times as long. Any thread may ask.
enum { faraday_answer_count = 1 << 10, faraday_answer_ways = 1 << 2 };
struct faraday_answers {
    uintptr_t known[faraday_answer_count];
};

// The answer, from 0 to 3, of a function that always answers the same about an address. No program has code where the two
// highest bits of an address are set, so they are free for it. If all ways are taken, an address loses its place.
static inline unsigned faraday_answer(
    struct faraday_answers *answers, const void *address, unsigned (*look_up)(const void *address)) {
    enum { shift = 8 * sizeof(uintptr_t) - 2 };
    uintptr_t wanted = (uintptr_t)address;
    uint32_t hash = (uint32_t)wanted * 0x9E3779B1u;
    size_t first = hash >> 16, way;
    uintptr_t *place = NULL;
    for (way = 0; way < faraday_answer_ways; way++) {
        place = &answers->known[(first + way) % faraday_answer_count];
        uintptr_t found = __atomic_load_n(place, __ATOMIC_RELAXED);
        if ((found & ~((uintptr_t)3 << shift)) == wanted) return (unsigned)(found >> shift);
        if (found == 0) break;
    }
    if (way == faraday_answer_ways) place = &answers->known[(first + (hash >> 30)) % faraday_answer_count];
    unsigned answer = look_up(address);
    __atomic_store_n(place, wanted | (uintptr_t)answer << shift, __ATOMIC_RELAXED);
    return answer;
}

#endif
