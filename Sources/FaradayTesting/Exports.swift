// A test that says `import FaradayTesting` has the whole simulation at hand.
@_exported import class BluetoothPort.Lock
@_exported import BluetoothTypes
@_exported import FaradaySimulation
