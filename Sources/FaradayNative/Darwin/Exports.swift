// An app that switches between a world and the native framework needs only these types of the port.
@_exported import class BluetoothPort.CombinedProvider
@_exported import struct BluetoothPort.Misuse
@_exported import enum BluetoothPort.PortEnvironment
