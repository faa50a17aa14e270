import FaradayCoreBluetooth

// What that library takes from CoreBluetooth as it is.

/// A Bluetooth UUID.
public typealias CBMUUID = CBUUID
/// An error of the framework.
public typealias CBMError = CBError
/// An error of the Attribute Protocol.
public typealias CBMATTError = CBATTError
/// Whether the app may use Bluetooth.
public typealias CBMManagerAuthorization = CBManagerAuthorization
/// How a peripheral is linked to the app.
public typealias CBMPeripheralState = CBPeripheralState
/// What can be done with a characteristic.
public typealias CBMCharacteristicProperties = CBCharacteristicProperties
/// Whether a write is answered.
public typealias CBMCharacteristicWriteType = CBCharacteristicWriteType
/// Whether a peer was connected or disconnected.
public typealias CBMConnectionEvent = CBConnectionEvent
/// Which connection events to hear of.
public typealias CBMConnectionEventMatchingOption = CBConnectionEventMatchingOption
/// A protocol/service multiplexer of an L2CAP channel.
public typealias CBML2CAPPSM = CBL2CAPPSM
/// An L2CAP channel.
public typealias CBML2CAPChannel = CBL2CAPChannel

// The peripheral role, which that library leaves out. Its services and characteristics are CoreBluetooth's own.

/// Publishes services and advertises; on the phone that the mock managers belong to.
public typealias CBMPeripheralManager = CBPeripheralManager
/// What a peripheral manager tells.
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
/// How often a link to a central is used.
public typealias CBMPeripheralManagerConnectionLatency = CBPeripheralManagerConnectionLatency
