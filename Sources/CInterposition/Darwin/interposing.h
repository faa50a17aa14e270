#ifndef FARADAY_DARWIN_INTERPOSING_H
#define FARADAY_DARWIN_INTERPOSING_H

// How functions of the system's are taken over on Apple's platforms: by dyld, for a library that is there when a process
// begins.

// What dyld looks for: from then on the other libraries call the first function where they name the second.
struct faraday_tuple {
    const void *own;
    const void *original;
};

// The definition of a function of the system's: FARADAY_INTERPOSE(result, name, parameters...) { ... }
#define FARADAY_INTERPOSE(result, name, ...)                                                                           \
    extern result name(__VA_ARGS__);                                                                                   \
    static result faraday_own_##name(__VA_ARGS__);                                                                     \
    __attribute__((used, section("__DATA,__interpose"))) static const struct faraday_tuple faraday_tuple_##name = {    \
        (const void *)faraday_own_##name, (const void *)name};                                                         \
    static result faraday_own_##name(__VA_ARGS__)

// In the library that has the tuples, names keep their meaning.
#define ORIGINAL(name) (&name)

// The definition here.
#define OWN(name) faraday_own_##name

// Where a thread keeps its context. Not in a thread-local variable: its first use on a thread allocates memory, and what
// allocates may call a function that asks for the context.
extern pthread_key_t faraday_context_key;

static inline faraday_context *faraday_thread_context(void) {
    // 0 until this library is initialized.
    if (faraday_context_key == 0) return NULL;
    faraday_context *const *place = pthread_getspecific(faraday_context_key);
    return place == NULL ? NULL : __atomic_load_n(place, __ATOMIC_RELAXED);
}

// Ticks of the machine's clock, which dispatch counts in, and nanoseconds.
uint64_t faraday_ticks(int64_t nanoseconds);
int64_t faraday_nanoseconds(uint64_t ticks);

// Methods of timers and of run loops call Core Foundation from within; from now on a world hears of them.
void faraday_watch_timer(const void *timer);
void faraday_watch_loops(void);
// Puts functions of ours where Swift's runtime asks for each job that it hands on.
void faraday_hook_tasks(void);

#endif
