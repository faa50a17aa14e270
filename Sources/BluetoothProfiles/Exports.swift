// A profile of one's own needs these names, and no other import.
@_exported import BluetoothTypes
@_exported import enum BluetoothWire.ChannelSounding
@_exported import enum BluetoothWire.Ranging
@_exported import struct BluetoothWire.ByteReader
@_exported import struct BluetoothWire.DecodeError
@_exported import protocol BluetoothWire.WireValue
