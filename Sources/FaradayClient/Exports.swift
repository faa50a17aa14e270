// `import FaradayClient` is enough for an app: profiles, UUIDs and lengths of time come with it.
@_exported import struct BluetoothPort.Advertisement
@_exported import enum BluetoothPort.Authorization
@_exported import enum BluetoothPort.ManagerState
@_exported import struct BluetoothPort.PeerIdentifier
@_exported import enum BluetoothPort.PortEnvironment
@_exported import enum BluetoothPort.PortError
@_exported import protocol BluetoothPort.PortProvider
@_exported import BluetoothProfiles
@_exported import BluetoothTypes

import BluetoothPort

/// The port's values. This module's own `Central` and `Peripheral` hide their short names.
typealias PortCentral = BluetoothPort.Central
typealias PortPeripheral = BluetoothPort.Peripheral
