// In front of each source: the system's declarations, which a definition must not differ from.
#include "../../../Sources/CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "interposed.h"
#endif
