// `import FaradayTesting` is enough to use the whole simulation in a test.
@_exported import FaradaySimulation
