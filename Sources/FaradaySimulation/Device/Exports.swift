@_exported import enum BluetoothHost.GATT
@_exported import BluetoothTypes
@_exported import enum BluetoothWire.ATT
@_exported import struct BluetoothWire.AdvertisingData
@_exported import struct BluetoothWire.DeviceAddress
