// Exports only those names of the port that apps and tests use. `Central`, `Peripheral` and `Channel` are names that
// apps and libraries use themselves.
@_exported import enum BluetoothHost.GATT
@_exported import enum BluetoothPort.Authorization
@_exported import struct BluetoothPort.Misuse
@_exported import struct BluetoothPort.PeerIdentifier
@_exported import enum BluetoothPort.PortEnvironment
@_exported import protocol BluetoothPort.PortProvider
@_exported import BluetoothTypes
@_exported import enum BluetoothWire.ATT
@_exported import enum BluetoothWire.ChannelSounding
@_exported import struct BluetoothWire.ChannelSoundingCapabilities
@_exported import struct BluetoothWire.AdvertisingData
@_exported import struct BluetoothWire.DeviceAddress
@_exported import enum BluetoothWire.SMP
@_exported import struct CoreBluetoothModel.AppLaunch
@_exported import struct CoreBluetoothModel.AppManifest
@_exported import enum CoreBluetoothModel.AppState
@_exported import enum CoreBluetoothModel.BluetoothSwitch
@_exported import struct CoreBluetoothModel.OSProfile
@_exported import struct CoreBluetoothModel.PairingAlert
@_exported import enum CoreBluetoothModel.PairingReply
@_exported import enum CoreBluetoothModel.RadioState
@_exported import struct CoreBluetoothModel.SystemAlert
@_exported import enum CoreBluetoothModel.TerminationReason
@_exported import typealias CoreBluetoothModel.Bond
@_exported import typealias CoreBluetoothModel.OutOfBandData
@_exported import typealias CoreBluetoothModel.PairingAnswer
@_exported import typealias CoreBluetoothModel.PairingPrompt
@_exported import typealias CoreBluetoothModel.SecurityLevel
@_exported import struct FaradayEngine.AirFrame
@_exported import struct FaradayEngine.ControllerConfiguration
@_exported import struct FaradayEngine.Entropy
@_exported import struct FaradayEngine.EntropyStream
@_exported import struct FaradayEngine.MediumConfiguration
@_exported import struct FaradayEngine.NodeID
@_exported import struct FaradayEngine.Position
