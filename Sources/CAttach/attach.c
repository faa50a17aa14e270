#include "attach.h"

// Swift has no code that runs when a program is loaded, and an unmodified CoreBluetooth program calls
// nothing of ours before it makes its first manager.
__attribute__((constructor)) static void attach(void) { faraday_attach(); }
