// A test that says `import FaradayTesting` has the whole simulation at hand.
@_exported import BluetoothPort
@_exported import BluetoothTypes
@_exported import FaradaySimulation
