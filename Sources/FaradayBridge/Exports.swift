@_exported import FaradayLive
@_exported import FaradaySimulation
