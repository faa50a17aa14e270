#if !canImport(Darwin)
@_exported import FaradayAccessorySetup
#endif
