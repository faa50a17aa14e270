import FaradayCoreBluetooth

// The types that CoreBluetoothMock takes unchanged from CoreBluetooth.

/// A Bluetooth UUID.
public typealias CBMUUID = CBUUID
/// An error of the framework.
public typealias CBMError = CBError
/// An error of the Attribute Protocol.
public typealias CBMATTError = CBATTError
/// Whether the app may use Bluetooth.
public typealias CBMManagerAuthorization = CBManagerAuthorization
/// The state of a peripheral's connection to the app.
public typealias CBMPeripheralState = CBPeripheralState
/// The operations that a characteristic allows.
public typealias CBMCharacteristicProperties = CBCharacteristicProperties
/// Whether the peripheral answers a write.
public typealias CBMCharacteristicWriteType = CBCharacteristicWriteType
/// Whether a peer was connected or disconnected.
public typealias CBMConnectionEvent = CBConnectionEvent
/// Selects the connection events for which the app gets callbacks.
public typealias CBMConnectionEventMatchingOption = CBConnectionEventMatchingOption
/// A protocol/service multiplexer of an L2CAP channel.
public typealias CBML2CAPPSM = CBL2CAPPSM
/// An L2CAP channel.
public typealias CBML2CAPChannel = CBL2CAPChannel
/// How an app wants to measure the distance to an accessory.
@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public typealias CBMChannelSoundingSessionConfiguration = CBChannelSoundingSessionConfiguration
/// What one procedure of Channel Sounding has found.
@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public typealias CBMChannelSoundingProcedureResults = CBChannelSoundingProcedureResults

// The peripheral role, which CoreBluetoothMock does not have. Its services and characteristics are CoreBluetooth's own.

/// Publishes services and advertises, on the phone to which the mock managers belong.
public typealias CBMPeripheralManager = CBPeripheralManager
/// The callbacks of a peripheral manager.
public typealias CBMPeripheralManagerDelegate = CBPeripheralManagerDelegate
/// A service to publish.
public typealias CBMMutableService = CBMutableService
/// A characteristic to publish.
public typealias CBMMutableCharacteristic = CBMutableCharacteristic
/// A descriptor to publish.
public typealias CBMMutableDescriptor = CBMutableDescriptor
/// A central that uses the app's services.
public typealias CBMCentral = CBCentral
/// A request to the app's services.
public typealias CBMATTRequest = CBATTRequest
/// What centrals may do with a local characteristic.
public typealias CBMAttributePermissions = CBAttributePermissions
/// The length of the connection interval of a link to a central.
public typealias CBMPeripheralManagerConnectionLatency = CBPeripheralManagerConnectionLatency
