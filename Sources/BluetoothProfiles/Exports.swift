// A profile of one's own needs these names, and no other import.
@_exported import struct BluetoothTypes.BluetoothUUID
@_exported import struct BluetoothTypes.Nanoseconds
@_exported import struct BluetoothWire.ByteReader
@_exported import struct BluetoothWire.DecodeError
@_exported import protocol BluetoothWire.WireValue
