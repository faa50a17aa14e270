// The C library, dispatch and Core Foundation of Apple's platforms, as far as `CInterposition` calls them or takes them
// over, declared as their headers do. To check with that it takes nothing over by another type; nothing is run. It stands
// on the stub of the C library of the lab.
#ifndef CHECK_SYSTEM_H
#define CHECK_SYSTEM_H

#include <darwin.h>

// The same for the lab's stub, which lacks some of Darwin's clocks.
#define CLOCK_REALTIME _CLOCK_REALTIME
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
#define CLOCK_MONOTONIC_RAW _CLOCK_MONOTONIC_RAW
#define CLOCK_MONOTONIC_RAW_APPROX ((clockid_t)5)
#define CLOCK_UPTIME_RAW _CLOCK_UPTIME_RAW
#define CLOCK_UPTIME_RAW_APPROX ((clockid_t)9)
uint64_t clock_gettime_nsec_np(clockid_t);
int gettimeofday(struct timeval *__restrict, void *__restrict);
int nanosleep(const struct timespec *, struct timespec *);
int pause(void);

// <stdlib.h>, <string.h>, <stdio.h>, <setjmp.h>
void *calloc(size_t, size_t);
int rand(void);
double drand48(void);
void arc4random_buf(void *, size_t);
uint32_t arc4random_uniform(uint32_t);
int getentropy(void *, size_t);
int atoi(const char *);
void *memset(void *, int, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strstr(const char *, const char *);
int fprintf(FILE *__restrict, const char *__restrict, ...);
int snprintf(char *__restrict, size_t, const char *__restrict, ...);
typedef int jmp_buf[48];
int _setjmp(jmp_buf) __attribute__((returns_twice));
void _longjmp(jmp_buf, int) __attribute__((noreturn));
#define RTLD_DEFAULT ((void *)-2)

// <pthread.h>
typedef struct { long __sig; char __opaque[8]; } pthread_once_t;
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_cond_wait(pthread_cond_t *__restrict, pthread_mutex_t *__restrict);
int pthread_cond_timedwait(
    pthread_cond_t *__restrict, pthread_mutex_t *__restrict, const struct timespec *_Nullable __restrict);
int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *, const struct timespec *_Nullable);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
int pthread_threadid_np(pthread_t, uint64_t *);
void *pthread_get_stackaddr_np(pthread_t);
int pthread_attr_getdetachstate(const pthread_attr_t *, int *);
int pthread_detach(pthread_t);
void pthread_exit(void *) __attribute__((noreturn));
#define pthread_cleanup_push(function, argument)                                                                       \
    {                                                                                                                  \
        struct __darwin_pthread_handler_rec __handler;                                                                 \
        pthread_t __self = pthread_self();                                                                             \
        __handler.__routine = function;                                                                                \
        __handler.__arg = argument;                                                                                    \
        __handler.__next = __self->__cleanup_stack;                                                                    \
        __self->__cleanup_stack = &__handler;
#define pthread_cleanup_pop(execute)                                                                                   \
        __self->__cleanup_stack = __handler.__next;                                                                    \
        if (execute) (__handler.__routine)(__handler.__arg);                                                           \
    }

// <mach/mach_time.h>
typedef int kern_return_t;
typedef struct mach_timebase_info { uint32_t numer; uint32_t denom; } mach_timebase_info_data_t;
typedef struct mach_timebase_info *mach_timebase_info_t;
kern_return_t mach_timebase_info(mach_timebase_info_t);
uint64_t mach_absolute_time(void);
uint64_t mach_continuous_time(void);
uint64_t mach_approximate_time(void);
uint64_t mach_continuous_approximate_time(void);
kern_return_t mach_wait_until(uint64_t);

// <uuid/uuid.h>
void uuid_generate_random(unsigned char[16]);

// <objc/runtime.h>, <objc/message.h>
typedef struct objc_class *Class;
typedef struct objc_object *id;
typedef struct objc_selector *SEL;
typedef struct objc_method *Method;
typedef void (*IMP)(void);
Class object_getClass(id);
id objc_getClass(const char *);
SEL sel_registerName(const char *);
Method class_getInstanceMethod(Class, SEL);
IMP method_getImplementation(Method);
IMP method_setImplementation(Method, IMP);
void objc_msgSend(void);

#endif
