// `import FaradayProtocol` is enough to read and write what crosses HCI and the air. The names are the specification's.
@_exported import FaradaySimulation
@_exported import enum BluetoothWire.ATT
@_exported import struct BluetoothWire.AdvertisingData
@_exported import struct BluetoothWire.ByteReader
@_exported import struct BluetoothWire.DecodeError
@_exported import struct BluetoothWire.DeviceAddress
@_exported import enum BluetoothWire.HCI
@_exported import enum BluetoothWire.L2CAP
@_exported import enum BluetoothWire.LL
@_exported import enum BluetoothWire.SMP
@_exported import protocol BluetoothWire.WireValue
