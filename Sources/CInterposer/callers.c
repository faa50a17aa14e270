#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/Darwin/callers.c"
#endif
