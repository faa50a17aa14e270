#ifndef SUITE_WIDTH_H
#define SUITE_WIDTH_H

/// How many tests of this package Swift Testing runs at the same time, unless the environment says another number.
long faraday_suite_width(void);

#endif
