#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/runloops.c"
#endif
