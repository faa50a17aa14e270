#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/chance.c"
#endif
