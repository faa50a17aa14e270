#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/original.c"
#endif
