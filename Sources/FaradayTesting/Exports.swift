// `import FaradayTesting` is enough to use the whole simulation in a test.
@_exported import class BluetoothPort.Lock
@_exported import BluetoothTypes
@_exported import FaradaySimulation
