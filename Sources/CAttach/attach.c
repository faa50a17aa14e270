#include "attach.h"

// Swift cannot run code when a program is loaded or when it ends. An unmodified CoreBluetooth program does not call
// this package before it creates its first manager, or after it releases its last one.
__attribute__((constructor)) static void attach(void) { faraday_attach(); }
__attribute__((destructor)) static void detach(void) { faraday_detach(); }
