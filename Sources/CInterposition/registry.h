#ifndef FARADAY_REGISTRY_H
#define FARADAY_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A small table of addresses, from any thread. Most programs put nothing into it, and then asking it costs one read.
struct faraday_registry {
    int32_t lock;
    int32_t count;
    size_t capacity;
    struct faraday_registry_entry *entries;
};

// The value of a key; null if it has none.
const void *faraday_registry_get(struct faraday_registry *registry, const void *key);
// Null removes the key.
void faraday_registry_set(struct faraday_registry *registry, const void *key, const void *value);

#endif
