#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/waits.c"
#endif
