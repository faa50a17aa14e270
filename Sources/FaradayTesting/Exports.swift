// A test that says `import FaradayTesting` has the whole simulation at hand. Of the port only what tests say:
// `Central`, `Peripheral` and `Channel` are names that apps and libraries have for themselves.
@_exported import enum BluetoothPort.Authorization
@_exported import class BluetoothPort.Lock
@_exported import struct BluetoothPort.Misuse
@_exported import struct BluetoothPort.PeerIdentifier
@_exported import enum BluetoothPort.PortEnvironment
@_exported import protocol BluetoothPort.PortProvider
@_exported import BluetoothTypes
@_exported import FaradaySimulation
