#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/tasks.c"
#endif
