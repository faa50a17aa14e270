// A dynamic library for a Mac and for simulators that takes over the system's functions with which apps wait, hand work on
// and read clocks, so that a world can hold an app's own time there. It has to be there when the process begins: the app
// links it, or DYLD_INSERT_LIBRARIES names it. There is nothing to call; `Documentation/AppTime.md` says how it is used.
//
// What it consists of is in `CInterposer`. This file makes the compiler link Swift's runtime.
