#ifndef FARADAY_INSPECTION_PAGE_H
#define FARADAY_INSPECTION_PAGE_H

/// The text of the browser's page, `page.html`, as UTF-8 with a zero behind it. Never freed.
const unsigned char *_Nonnull faraday_inspection_page(void);

#endif
