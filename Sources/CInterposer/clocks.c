#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/clocks.c"
#endif
