#ifndef FARADAY_TABLE_H
#define FARADAY_TABLE_H

#include "CInterposition.h"

// The functions that Swift calls, as one library hands them to another.
struct faraday_functions {
    // Tells versions apart.
    uint64_t layout;
#define FARADAY_FUNCTION(result, name, parameters, arguments) result(*name) parameters;
#include "functions.h"
#undef FARADAY_FUNCTION
};

#define FARADAY_LAYOUT (sizeof(struct faraday_functions) << 16 | sizeof(faraday_handlers))

#endif
