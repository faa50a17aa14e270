#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/context.c"
#endif
