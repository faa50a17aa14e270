#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/sources.c"
#endif
