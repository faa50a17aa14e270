#ifndef FARADAY_INTERPOSER_H
#define FARADAY_INTERPOSER_H

// What CInterposition has, compiled once more for a dynamic library of Apple's platforms: dyld looks for the functions that
// take the system's over in libraries only, and only in those that are there when a process begins.

struct faraday_functions;

// The functions of this library that Swift calls; `CInterposition` looks for this name. Only there on a Mac and in
// simulators.
__attribute__((visibility("default"))) extern const struct faraday_functions faraday_interposer;

#endif
