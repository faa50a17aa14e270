import FaradayCoreBluetooth

/// The raw values and strings of our module, by the name of their row.
enum RawValues {
    @available(*, deprecated, message: "names what is deprecated")
    static var all: [String: String] {
        var all: [String: String] = [:]
        for (name, number) in numbers { all[name] = String(number) }
        for (name, text) in strings { all[name] = text }
        if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
            for (name, text) in newer { all[name] = text }
        }
        #if !os(macOS)
        for (name, text) in notOnMac { all[name] = text }
        #endif
        #if !canImport(Darwin) || os(iOS)
        if #available(iOS 27.0, macCatalyst 27.0, *) {
            for (name, number) in onlyOnPhones { all[name] = String(number) }
        }
        #endif
        #if !canImport(Darwin) || os(watchOS)
        for (name, number) in onlyOnWatches { all[name] = String(number) }
        #endif
        return all
    }

    /// Whether this platform keeps code from naming the row.
    static func isUnavailableHere(_ row: APIRow) -> Bool {
        #if os(macOS)
        (row.availability["macOS"] ?? nil) == nil
        #else
        false
        #endif
    }

    @available(*, deprecated, message: "names what is deprecated")
    private static let numbers: [(String, Int)] = [
        ("CBManagerState.unknown", CBManagerState.unknown.rawValue),
        ("CBManagerState.resetting", CBManagerState.resetting.rawValue),
        ("CBManagerState.unsupported", CBManagerState.unsupported.rawValue),
        ("CBManagerState.unauthorized", CBManagerState.unauthorized.rawValue),
        ("CBManagerState.poweredOff", CBManagerState.poweredOff.rawValue),
        ("CBManagerState.poweredOn", CBManagerState.poweredOn.rawValue),
        ("CBManagerAuthorization.notDetermined", CBManagerAuthorization.notDetermined.rawValue),
        ("CBManagerAuthorization.restricted", CBManagerAuthorization.restricted.rawValue),
        ("CBManagerAuthorization.denied", CBManagerAuthorization.denied.rawValue),
        ("CBManagerAuthorization.allowedAlways", CBManagerAuthorization.allowedAlways.rawValue),
        ("CBConnectionEvent.peerDisconnected", CBConnectionEvent.peerDisconnected.rawValue),
        ("CBConnectionEvent.peerConnected", CBConnectionEvent.peerConnected.rawValue),
        ("CBPeripheralState.disconnected", CBPeripheralState.disconnected.rawValue),
        ("CBPeripheralState.connecting", CBPeripheralState.connecting.rawValue),
        ("CBPeripheralState.connected", CBPeripheralState.connected.rawValue),
        ("CBPeripheralState.disconnecting", CBPeripheralState.disconnecting.rawValue),
        ("CBCharacteristicWriteType.withResponse", CBCharacteristicWriteType.withResponse.rawValue),
        ("CBCharacteristicWriteType.withoutResponse", CBCharacteristicWriteType.withoutResponse.rawValue),
        ("CBPeripheralManagerConnectionLatency.low", CBPeripheralManagerConnectionLatency.low.rawValue),
        ("CBPeripheralManagerConnectionLatency.medium", CBPeripheralManagerConnectionLatency.medium.rawValue),
        ("CBPeripheralManagerConnectionLatency.high", CBPeripheralManagerConnectionLatency.high.rawValue),
        ("CBError.Code.unknown", CBError.Code.unknown.rawValue),
        ("CBError.Code.invalidParameters", CBError.Code.invalidParameters.rawValue),
        ("CBError.Code.invalidHandle", CBError.Code.invalidHandle.rawValue),
        ("CBError.Code.notConnected", CBError.Code.notConnected.rawValue),
        ("CBError.Code.outOfSpace", CBError.Code.outOfSpace.rawValue),
        ("CBError.Code.operationCancelled", CBError.Code.operationCancelled.rawValue),
        ("CBError.Code.connectionTimeout", CBError.Code.connectionTimeout.rawValue),
        ("CBError.Code.peripheralDisconnected", CBError.Code.peripheralDisconnected.rawValue),
        ("CBError.Code.uuidNotAllowed", CBError.Code.uuidNotAllowed.rawValue),
        ("CBError.Code.alreadyAdvertising", CBError.Code.alreadyAdvertising.rawValue),
        ("CBError.Code.connectionFailed", CBError.Code.connectionFailed.rawValue),
        ("CBError.Code.connectionLimitReached", CBError.Code.connectionLimitReached.rawValue),
        ("CBError.Code.unkownDevice", CBError.Code.unkownDevice.rawValue),
        ("CBError.Code.operationNotSupported", CBError.Code.operationNotSupported.rawValue),
        ("CBError.Code.peerRemovedPairingInformation", CBError.Code.peerRemovedPairingInformation.rawValue),
        ("CBError.Code.encryptionTimedOut", CBError.Code.encryptionTimedOut.rawValue),
        ("CBError.Code.tooManyLEPairedDevices", CBError.Code.tooManyLEPairedDevices.rawValue),
        ("CBError.Code.unknownDevice", CBError.Code.unknownDevice.rawValue),
        ("CBATTError.Code.success", CBATTError.Code.success.rawValue),
        ("CBATTError.Code.invalidHandle", CBATTError.Code.invalidHandle.rawValue),
        ("CBATTError.Code.readNotPermitted", CBATTError.Code.readNotPermitted.rawValue),
        ("CBATTError.Code.writeNotPermitted", CBATTError.Code.writeNotPermitted.rawValue),
        ("CBATTError.Code.invalidPdu", CBATTError.Code.invalidPdu.rawValue),
        ("CBATTError.Code.insufficientAuthentication", CBATTError.Code.insufficientAuthentication.rawValue),
        ("CBATTError.Code.requestNotSupported", CBATTError.Code.requestNotSupported.rawValue),
        ("CBATTError.Code.invalidOffset", CBATTError.Code.invalidOffset.rawValue),
        ("CBATTError.Code.insufficientAuthorization", CBATTError.Code.insufficientAuthorization.rawValue),
        ("CBATTError.Code.prepareQueueFull", CBATTError.Code.prepareQueueFull.rawValue),
        ("CBATTError.Code.attributeNotFound", CBATTError.Code.attributeNotFound.rawValue),
        ("CBATTError.Code.attributeNotLong", CBATTError.Code.attributeNotLong.rawValue),
        (
            "CBATTError.Code.insufficientEncryptionKeySize",
            CBATTError.Code.insufficientEncryptionKeySize.rawValue
        ),
        ("CBATTError.Code.invalidAttributeValueLength", CBATTError.Code.invalidAttributeValueLength.rawValue),
        ("CBATTError.Code.unlikelyError", CBATTError.Code.unlikelyError.rawValue),
        ("CBATTError.Code.insufficientEncryption", CBATTError.Code.insufficientEncryption.rawValue),
        ("CBATTError.Code.unsupportedGroupType", CBATTError.Code.unsupportedGroupType.rawValue),
        ("CBATTError.Code.insufficientResources", CBATTError.Code.insufficientResources.rawValue),
        ("CBCentralManagerState.unknown", CBCentralManagerState.unknown.rawValue),
        ("CBCentralManagerState.resetting", CBCentralManagerState.resetting.rawValue),
        ("CBCentralManagerState.unsupported", CBCentralManagerState.unsupported.rawValue),
        ("CBCentralManagerState.unauthorized", CBCentralManagerState.unauthorized.rawValue),
        ("CBCentralManagerState.poweredOff", CBCentralManagerState.poweredOff.rawValue),
        ("CBCentralManagerState.poweredOn", CBCentralManagerState.poweredOn.rawValue),
        ("CBPeripheralManagerState.unknown", CBPeripheralManagerState.unknown.rawValue),
        ("CBPeripheralManagerState.resetting", CBPeripheralManagerState.resetting.rawValue),
        ("CBPeripheralManagerState.unsupported", CBPeripheralManagerState.unsupported.rawValue),
        ("CBPeripheralManagerState.unauthorized", CBPeripheralManagerState.unauthorized.rawValue),
        ("CBPeripheralManagerState.poweredOff", CBPeripheralManagerState.poweredOff.rawValue),
        ("CBPeripheralManagerState.poweredOn", CBPeripheralManagerState.poweredOn.rawValue),
        (
            "CBPeripheralManagerAuthorizationStatus.notDetermined",
            CBPeripheralManagerAuthorizationStatus.notDetermined.rawValue
        ),
        (
            "CBPeripheralManagerAuthorizationStatus.restricted",
            CBPeripheralManagerAuthorizationStatus.restricted.rawValue
        ),
        (
            "CBPeripheralManagerAuthorizationStatus.denied",
            CBPeripheralManagerAuthorizationStatus.denied.rawValue
        ),
        (
            "CBPeripheralManagerAuthorizationStatus.authorized",
            CBPeripheralManagerAuthorizationStatus.authorized.rawValue
        ),
        ("CBCharacteristicProperties.broadcast", Int(CBCharacteristicProperties.broadcast.rawValue)),
        ("CBCharacteristicProperties.read", Int(CBCharacteristicProperties.read.rawValue)),
        (
            "CBCharacteristicProperties.writeWithoutResponse",
            Int(CBCharacteristicProperties.writeWithoutResponse.rawValue)
        ),
        ("CBCharacteristicProperties.write", Int(CBCharacteristicProperties.write.rawValue)),
        ("CBCharacteristicProperties.notify", Int(CBCharacteristicProperties.notify.rawValue)),
        ("CBCharacteristicProperties.indicate", Int(CBCharacteristicProperties.indicate.rawValue)),
        (
            "CBCharacteristicProperties.authenticatedSignedWrites",
            Int(CBCharacteristicProperties.authenticatedSignedWrites.rawValue)
        ),
        (
            "CBCharacteristicProperties.extendedProperties",
            Int(CBCharacteristicProperties.extendedProperties.rawValue)
        ),
        (
            "CBCharacteristicProperties.notifyEncryptionRequired",
            Int(CBCharacteristicProperties.notifyEncryptionRequired.rawValue)
        ),
        (
            "CBCharacteristicProperties.indicateEncryptionRequired",
            Int(CBCharacteristicProperties.indicateEncryptionRequired.rawValue)
        ),
        ("CBAttributePermissions.readable", Int(CBAttributePermissions.readable.rawValue)),
        ("CBAttributePermissions.writeable", Int(CBAttributePermissions.writeable.rawValue)),
        (
            "CBAttributePermissions.readEncryptionRequired",
            Int(CBAttributePermissions.readEncryptionRequired.rawValue)
        ),
        (
            "CBAttributePermissions.writeEncryptionRequired",
            Int(CBAttributePermissions.writeEncryptionRequired.rawValue)
        ),
    ]

    private static let strings: [(String, String)] = [
        ("CBAdvertisementDataLocalNameKey", CBAdvertisementDataLocalNameKey),
        ("CBAdvertisementDataTxPowerLevelKey", CBAdvertisementDataTxPowerLevelKey),
        ("CBAdvertisementDataServiceUUIDsKey", CBAdvertisementDataServiceUUIDsKey),
        ("CBAdvertisementDataServiceDataKey", CBAdvertisementDataServiceDataKey),
        ("CBAdvertisementDataManufacturerDataKey", CBAdvertisementDataManufacturerDataKey),
        ("CBAdvertisementDataOverflowServiceUUIDsKey", CBAdvertisementDataOverflowServiceUUIDsKey),
        ("CBAdvertisementDataIsConnectable", CBAdvertisementDataIsConnectable),
        ("CBAdvertisementDataSolicitedServiceUUIDsKey", CBAdvertisementDataSolicitedServiceUUIDsKey),
        ("CBCentralManagerOptionShowPowerAlertKey", CBCentralManagerOptionShowPowerAlertKey),
        ("CBCentralManagerOptionRestoreIdentifierKey", CBCentralManagerOptionRestoreIdentifierKey),
        ("CBCentralManagerScanOptionAllowDuplicatesKey", CBCentralManagerScanOptionAllowDuplicatesKey),
        (
            "CBCentralManagerScanOptionSolicitedServiceUUIDsKey",
            CBCentralManagerScanOptionSolicitedServiceUUIDsKey
        ),
        ("CBConnectPeripheralOptionNotifyOnConnectionKey", CBConnectPeripheralOptionNotifyOnConnectionKey),
        (
            "CBConnectPeripheralOptionNotifyOnDisconnectionKey",
            CBConnectPeripheralOptionNotifyOnDisconnectionKey
        ),
        (
            "CBConnectPeripheralOptionNotifyOnNotificationKey",
            CBConnectPeripheralOptionNotifyOnNotificationKey
        ),
        ("CBConnectPeripheralOptionStartDelayKey", CBConnectPeripheralOptionStartDelayKey),
        ("CBCentralManagerRestoredStatePeripheralsKey", CBCentralManagerRestoredStatePeripheralsKey),
        ("CBCentralManagerRestoredStateScanServicesKey", CBCentralManagerRestoredStateScanServicesKey),
        ("CBCentralManagerRestoredStateScanOptionsKey", CBCentralManagerRestoredStateScanOptionsKey),
        ("CBErrorDomain", CBErrorDomain),
        ("CBATTErrorDomain", CBATTErrorDomain),
        ("CBPeripheralManagerOptionShowPowerAlertKey", CBPeripheralManagerOptionShowPowerAlertKey),
        ("CBPeripheralManagerOptionRestoreIdentifierKey", CBPeripheralManagerOptionRestoreIdentifierKey),
        ("CBPeripheralManagerRestoredStateServicesKey", CBPeripheralManagerRestoredStateServicesKey),
        (
            "CBPeripheralManagerRestoredStateAdvertisementDataKey",
            CBPeripheralManagerRestoredStateAdvertisementDataKey
        ),
        ("CBUUIDCharacteristicExtendedPropertiesString", CBUUIDCharacteristicExtendedPropertiesString),
        ("CBUUIDCharacteristicUserDescriptionString", CBUUIDCharacteristicUserDescriptionString),
        ("CBUUIDClientCharacteristicConfigurationString", CBUUIDClientCharacteristicConfigurationString),
        ("CBUUIDServerCharacteristicConfigurationString", CBUUIDServerCharacteristicConfigurationString),
        ("CBUUIDCharacteristicFormatString", CBUUIDCharacteristicFormatString),
        ("CBUUIDCharacteristicAggregateFormatString", CBUUIDCharacteristicAggregateFormatString),
        ("CBUUIDCharacteristicValidRangeString", CBUUIDCharacteristicValidRangeString),
        ("CBUUIDL2CAPPSMCharacteristicString", CBUUIDL2CAPPSMCharacteristicString),
        ("CBUUIDCharacteristicObservationScheduleString", CBUUIDCharacteristicObservationScheduleString),
    ]

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    private static var newer: [(String, String)] {
        var newer = [
            ("CBConnectPeripheralOptionEnableAutoReconnect", CBConnectPeripheralOptionEnableAutoReconnect)
        ]
        #if !os(macOS)
        newer.append(
            ("CBCentralManagerOptionDeviceAccessForMedia", CBCentralManagerOptionDeviceAccessForMedia))
        #endif
        return newer
    }

    #if !os(macOS)
    private static let notOnMac: [(String, String)] = [
        (
            "CBCentralManager.Feature.extendedScanAndConnect",
            String(CBCentralManager.Feature.extendedScanAndConnect.rawValue)
        ),
        (
            "CBConnectionEventMatchingOption.serviceUUIDs",
            CBConnectionEventMatchingOption.serviceUUIDs.rawValue
        ),
        (
            "CBConnectionEventMatchingOption.peripheralUUIDs",
            CBConnectionEventMatchingOption.peripheralUUIDs.rawValue
        ),
        (
            "CBConnectPeripheralOptionEnableTransportBridgingKey",
            CBConnectPeripheralOptionEnableTransportBridgingKey
        ),
        ("CBConnectPeripheralOptionRequiresANCS", CBConnectPeripheralOptionRequiresANCS),
    ]
    #endif

    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    private static let onlyOnPhones: [(String, Int)] = [
        (
            "CBCentralManager.Feature.channelSounding",
            Int(CBCentralManager.Feature.channelSounding.rawValue)
        ),
        (
            "CBChannelSoundingSessionConfiguration.Role.initiator",
            CBChannelSoundingSessionConfiguration.Role.initiator.rawValue
        ),
        (
            "CBError.Code.channelSoundingConfigurationFailed",
            CBError.Code.channelSoundingConfigurationFailed.rawValue
        ),
        (
            "CBError.Code.channelSoundingProcedureFailed",
            CBError.Code.channelSoundingProcedureFailed.rawValue
        ),
    ]
    #endif

    #if !canImport(Darwin) || os(watchOS)
    private static let onlyOnWatches: [(String, Int)] = [
        (
            "CBError.Code.leGattExceededBackgroundNotificationLimit",
            CBError.Code.leGattExceededBackgroundNotificationLimit.rawValue
        ),
        (
            "CBError.Code.leGattNearBackgroundNotificationLimit",
            CBError.Code.leGattNearBackgroundNotificationLimit.rawValue
        ),
    ]
    #endif
}
