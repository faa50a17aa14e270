#include "CInspectionPage.h"

// `#embed` is C23. For older versions of C, clang has it with this warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

// PageFilesTests writes this file from Inspector/Page.
static const unsigned char page[] = {
#embed "page.html"
    , 0};

const unsigned char *faraday_inspection_page(void) { return page; }
