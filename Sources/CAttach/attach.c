#include "attach.h"

// Swift has no code that runs when a program is loaded, and an unmodified CoreBluetooth program calls
// nothing of ours before it makes its first manager. On Apple's platforms the module CoreBluetooth is
// Apple's, and this one is empty.
#if !defined(__APPLE__)
__attribute__((constructor)) static void attach(void) { faraday_attach(); }
#endif
