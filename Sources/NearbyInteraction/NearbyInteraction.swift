#if !canImport(Darwin)
@_exported import FaradayNearbyInteraction
#endif
