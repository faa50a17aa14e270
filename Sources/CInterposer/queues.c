#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/queues.c"
#endif
