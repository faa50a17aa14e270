#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/conditions.c"
#endif
