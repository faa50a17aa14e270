// `import FaradayTesting` is enough to use the whole simulation, and explorations, in a test.
@_exported import FaradayDeviceFiles
@_exported import FaradayExploration
@_exported import FaradaySimulation
