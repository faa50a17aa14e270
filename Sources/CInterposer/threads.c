#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/threads.c"
#endif
