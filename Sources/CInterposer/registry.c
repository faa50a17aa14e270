#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/registry.c"
#endif
