// A definition that comes from a file is used as any other.
@_exported import FaradaySimulation
