#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/work.c"
#endif
