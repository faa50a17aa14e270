#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/main_thread.c"
#endif
