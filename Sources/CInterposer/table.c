#include "../CInterposition/original.h"
#if FARADAY_INTERPOSES
#include "../CInterposition/table.h"
#include "CInterposer.h"

const struct faraday_functions faraday_interposer = {
    .layout = FARADAY_LAYOUT,
#define FARADAY_FUNCTION(result, name, parameters, arguments) .name = name,
#include "../CInterposition/functions.h"
#undef FARADAY_FUNCTION
};
#endif
