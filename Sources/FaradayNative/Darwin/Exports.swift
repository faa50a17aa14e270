// An app that switches between a world and the native framework needs these and nothing else of the port.
@_exported import struct BluetoothPort.Misuse
@_exported import enum BluetoothPort.PortEnvironment
