#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/symbols.c"
#endif
