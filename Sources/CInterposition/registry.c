#define _GNU_SOURCE
#include "registry.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <sched.h>
#endif

struct faraday_registry_entry {
    const void *key;
    const void *value;
};

// A yield of the system's: by the function that this target defines, a world would let others of its code go on.
static void yield(void) {
#if defined(__linux__)
    syscall(SYS_sched_yield);
#else
    sched_yield();
#endif
}

// Not a mutex of the system: its functions are among those that this target defines.
static void lock(struct faraday_registry *registry) {
    while (__atomic_exchange_n(&registry->lock, 1, __ATOMIC_ACQUIRE) != 0) yield();
}

static void unlock(struct faraday_registry *registry) { __atomic_store_n(&registry->lock, 0, __ATOMIC_RELEASE); }

static size_t place_of(const struct faraday_registry *registry, const void *key) {
    size_t mask = registry->capacity - 1;
    size_t place = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 20 & mask;
    while (registry->entries[place].key != NULL && registry->entries[place].key != key) place = (place + 1) & mask;
    return place;
}

static void grow(struct faraday_registry *registry) {
    struct faraday_registry old = *registry;
    registry->capacity = old.capacity == 0 ? 64 : old.capacity * 2;
    registry->entries = calloc(registry->capacity, sizeof *registry->entries);
    if (registry->entries == NULL) abort();
    int32_t count = 0;
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.entries[i].value == NULL) continue;
        registry->entries[place_of(registry, old.entries[i].key)] = old.entries[i];
        count++;
    }
    __atomic_store_n(&registry->count, count, __ATOMIC_RELAXED);
    free(old.entries);
}

const void *faraday_registry_get(struct faraday_registry *registry, const void *key) {
    if (key == NULL || __atomic_load_n(&registry->count, __ATOMIC_RELAXED) == 0) return NULL;
    lock(registry);
    const void *value = registry->entries[place_of(registry, key)].value;
    unlock(registry);
    return value;
}

void faraday_registry_set(struct faraday_registry *registry, const void *key, const void *value) {
    if (key == NULL || (value == NULL && __atomic_load_n(&registry->count, __ATOMIC_RELAXED) == 0)) return;
    lock(registry);
    // Removed keys keep their places until the table grows, so they count.
    if ((size_t)registry->count * 2 >= registry->capacity) grow(registry);
    size_t place = place_of(registry, key);
    if (registry->entries[place].key == NULL && value != NULL) {
        registry->entries[place].key = key;
        __atomic_add_fetch(&registry->count, 1, __ATOMIC_RELAXED);
    }
    if (registry->entries[place].key != NULL) registry->entries[place].value = value;
    unlock(registry);
}
