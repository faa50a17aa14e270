// CoreBluetooth's names for the types of CoreBluetoothMock.
//
// Copy this file into every module of yours that uses Bluetooth: the app, a framework, a target of a package. There
// - remove `import CoreBluetooth`, or write `import CoreBluetoothMock` in its place;
// - make managers with `CBCentralManagerFactory.instance(delegate:queue:options:)` in place of
//   `CBCentralManager(delegate:queue:options:)`.
// Nothing else changes: on devices and Macs each call goes to CoreBluetooth, in simulators, previews, and on Linux to
// the peripherals that `CBMCentralManagerMock.simulatePeripherals(_:)` names.
//
// Tests get these names by `@testable import` of that module, and the `CBM` ones by `import CoreBluetoothMock`. In a
// module whose public interface has some of them, write `public` in front of those lines.

import CoreBluetoothMock

// MARK: Managers

typealias CBCentralManagerFactory = CBMCentralManagerFactory
typealias CBCentralManager = CBMCentralManager
/// For `CBManager.authorization`, and for what central managers have of it.
typealias CBManager = CBMCentralManager
typealias CBCentralManagerDelegate = CBMCentralManagerDelegate
typealias CBManagerState = CBMManagerState
typealias CBManagerAuthorization = CBMManagerAuthorization
typealias CBConnectionEvent = CBMConnectionEvent
typealias CBConnectionEventMatchingOption = CBMConnectionEventMatchingOption

// MARK: Peripherals

typealias CBPeer = CBMPeer
typealias CBPeripheral = CBMPeripheral
typealias CBPeripheralDelegate = CBMPeripheralDelegate
typealias CBPeripheralState = CBMPeripheralState
typealias CBCharacteristicWriteType = CBMCharacteristicWriteType
typealias CBL2CAPPSM = CBML2CAPPSM
typealias CBL2CAPChannel = CBML2CAPChannel
@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
typealias CBChannelSoundingSessionConfiguration = CBMChannelSoundingSessionConfiguration
@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
typealias CBChannelSoundingProcedureResults = CBMChannelSoundingProcedureResults

// MARK: Attributes

typealias CBUUID = CBMUUID
typealias CBAttribute = CBMAttribute
typealias CBService = CBMService
typealias CBCharacteristic = CBMCharacteristic
typealias CBDescriptor = CBMDescriptor
typealias CBCharacteristicProperties = CBMCharacteristicProperties

// MARK: Errors

typealias CBError = CBMError
typealias CBATTError = CBMATTError

// MARK: Options

let CBCentralManagerOptionShowPowerAlertKey = CBMCentralManagerOptionShowPowerAlertKey
let CBCentralManagerOptionRestoreIdentifierKey = CBMCentralManagerOptionRestoreIdentifierKey
@available(iOS 16.0, macCatalyst 16.0, tvOS 16.0, watchOS 9.0, *)
@available(macOS, unavailable)
let CBCentralManagerOptionDeviceAccessForMedia = CBMCentralManagerOptionDeviceAccessForMedia
let CBCentralManagerScanOptionAllowDuplicatesKey = CBMCentralManagerScanOptionAllowDuplicatesKey
let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = CBMCentralManagerScanOptionSolicitedServiceUUIDsKey
let CBConnectPeripheralOptionNotifyOnConnectionKey = CBMConnectPeripheralOptionNotifyOnConnectionKey
let CBConnectPeripheralOptionNotifyOnDisconnectionKey = CBMConnectPeripheralOptionNotifyOnDisconnectionKey
let CBConnectPeripheralOptionNotifyOnNotificationKey = CBMConnectPeripheralOptionNotifyOnNotificationKey
let CBConnectPeripheralOptionStartDelayKey = CBMConnectPeripheralOptionStartDelayKey
@available(macOS, unavailable)
let CBConnectPeripheralOptionEnableTransportBridgingKey =
    CBMConnectPeripheralOptionEnableTransportBridgingKey
@available(macOS, unavailable)
let CBConnectPeripheralOptionRequiresANCS = CBMConnectPeripheralOptionRequiresANCS
@available(iOS 17.0, macOS 14.0, macCatalyst 17.0, tvOS 17.0, watchOS 10.0, *)
let CBConnectPeripheralOptionEnableAutoReconnect = CBMConnectPeripheralOptionEnableAutoReconnect

// MARK: Advertisements

let CBAdvertisementDataLocalNameKey = CBMAdvertisementDataLocalNameKey
let CBAdvertisementDataTxPowerLevelKey = CBMAdvertisementDataTxPowerLevelKey
let CBAdvertisementDataServiceUUIDsKey = CBMAdvertisementDataServiceUUIDsKey
let CBAdvertisementDataServiceDataKey = CBMAdvertisementDataServiceDataKey
let CBAdvertisementDataManufacturerDataKey = CBMAdvertisementDataManufacturerDataKey
let CBAdvertisementDataOverflowServiceUUIDsKey = CBMAdvertisementDataOverflowServiceUUIDsKey
let CBAdvertisementDataIsConnectable = CBMAdvertisementDataIsConnectable
let CBAdvertisementDataSolicitedServiceUUIDsKey = CBMAdvertisementDataSolicitedServiceUUIDsKey

// MARK: Restoration

let CBCentralManagerRestoredStatePeripheralsKey = CBMCentralManagerRestoredStatePeripheralsKey
let CBCentralManagerRestoredStateScanServicesKey = CBMCentralManagerRestoredStateScanServicesKey
let CBCentralManagerRestoredStateScanOptionsKey = CBMCentralManagerRestoredStateScanOptionsKey

// MARK: Descriptors and the PSM

let CBUUIDCharacteristicExtendedPropertiesString = CBMUUIDCharacteristicExtendedPropertiesString
let CBUUIDCharacteristicUserDescriptionString = CBMUUIDCharacteristicUserDescriptionString
let CBUUIDClientCharacteristicConfigurationString = CBMUUIDClientCharacteristicConfigurationString
let CBUUIDServerCharacteristicConfigurationString = CBMUUIDServerCharacteristicConfigurationString
let CBUUIDCharacteristicFormatString = CBMUUIDCharacteristicFormatString
let CBUUIDCharacteristicAggregateFormatString = CBMUUIDCharacteristicAggregateFormatString
let CBUUIDCharacteristicValidRangeString = CBMUUIDCharacteristicValidRangeString
let CBUUIDL2CAPPSMCharacteristicString = CBMUUIDL2CAPPSMCharacteristicString
let CBUUIDCharacteristicObservationScheduleString = CBMUUIDCharacteristicObservationScheduleString

// MARK: Error domains

let CBErrorDomain = CBMErrorDomain
let CBATTErrorDomain = CBMATTErrorDomain
