#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/origin.c"
#endif
