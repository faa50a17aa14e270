#include "attach.h"

// Swift has no code that runs when a program is loaded, or when it ends, and an unmodified CoreBluetooth program
// calls nothing of ours before it makes its first manager, or after its last one.
__attribute__((constructor)) static void attach(void) { faraday_attach(); }
__attribute__((destructor)) static void detach(void) { faraday_detach(); }
