extension Misuse {
    /// What to write instead, as a sentence; `nil` if the message says it, or nobody knows.
    package var mend: String? {
        switch kind {
        case .notPoweredOn, .missingUsageDescription, .duplicateRestoreIdentifier, .missingBackgroundMode,
            .missingRestorationDelegate, .missingRestoreIdentifier, .hiddenDelegateMethod,
            .tooManyConnectionEventServices:
            mendOfManager
        case .notConnected, .unusedConnectingPeripheral, .unusedConnectedPeripheral, .noDelegateForDiscovery,
            .noDelegateForModifiedServices, .foreignObject, .lostWriteWithoutResponse,
            .unsupportedWriteWithoutResponse, .truncatedWriteWithoutResponse, .clientConfigurationWritten:
            mendOfPeripheral
        case .refusedAdvertisementKey, .notOnAir, .serviceStillIncluded, .cachedValueNotReadOnly,
            .propertyNotAllowed, .descriptorNotAllowed, .truncatedUpdate, .unknownRequest, .unansweredRequest:
            mendOfPublishing
        case .undeclaredAccessory:
            "Declare it in the Info.plist; in the test, write phone.configure(AppManifest(accessorySetup: ...))."
        case .invalidArgument: nil
        }
    }

    private var isOfPeripheralRole: Bool { call.hasPrefix("CBPeripheralManager") }

    private var mendOfManager: String? {
        switch kind {
        case .notPoweredOn:
            isOfPeripheralRole
                ? "Call it in peripheralManagerDidUpdateState(_:), once the state is .poweredOn."
                : "Call it in centralManagerDidUpdateState(_:), once the state is .poweredOn."
        case .missingUsageDescription:
            "Write this key into the app's Info.plist; in the test, write "
                + "phone.configure(AppManifest(hasUsageDescription: true))."
        case .duplicateRestoreIdentifier: "Give each manager of the app a restore identifier of its own."
        case .missingBackgroundMode:
            isOfPeripheralRole
                ? "Write bluetooth-peripheral into UIBackgroundModes of the Info.plist; in the test, write "
                    + "phone.configure(AppManifest(backgroundModes: .peripheral))."
                : "Write bluetooth-central into UIBackgroundModes of the Info.plist; in the test, write "
                    + "phone.configure(AppManifest(backgroundModes: .central))."
        case .missingRestorationDelegate:
            "Write \(restorationMethod) in the delegate, or leave the restore identifier out."
        case .missingRestoreIdentifier:
            "Give the manager a restore identifier in its options, or leave \(restorationMethod) out."
        case .hiddenDelegateMethod: "Write the method in the class that conforms to the protocol."
        case .tooManyConnectionEventServices: "Register for four services at most."
        default: nil
        }
    }

    private var restorationMethod: String {
        isOfPeripheralRole
            ? "peripheralManager(_:willRestoreState:)" : "centralManager(_:willRestoreState:)"
    }

    private var mendOfPeripheral: String? {
        switch kind {
        case .notConnected:
            "Call connect(_:options:) first, and this in centralManager(_:didConnect:) or later."
        case .unusedConnectingPeripheral, .unusedConnectedPeripheral:
            "Keep the peripheral in a property before you connect: self.peripheral = peripheral."
        case .noDelegateForDiscovery:
            "Write peripheral.delegate = self before this call, and peripheral(_:didDiscoverServices:) in the "
                + "delegate."
        case .noDelegateForModifiedServices: "Write peripheral(_:didModifyServices:) in the delegate."
        case .foreignObject:
            "Use an object with the manager and the link that gave it: service.peripheral is the peripheral of a "
                + "service. Discover again after each didConnect."
        case .lostWriteWithoutResponse: nil
        case .unsupportedWriteWithoutResponse:
            "Write type: .withResponse, if characteristic.properties contains .write."
        case .truncatedWriteWithoutResponse:
            "Send no more than peripheral.maximumWriteValueLength(for: .withoutResponse) at once, or write type: "
                + ".withResponse."
        case .clientConfigurationWritten: "Call setNotifyValue(true, for: characteristic)."
        default: nil
        }
    }

    private var mendOfPublishing: String? {
        switch kind {
        case .refusedAdvertisementKey:
            "Advertise CBAdvertisementDataLocalNameKey and CBAdvertisementDataServiceUUIDsKey only."
        case .notOnAir: "Call stopAdvertising() of the other manager first."
        case .serviceStillIncluded: "Call remove(_:) with the service that includes it first."
        case .cachedValueNotReadOnly:
            "Write value: nil, and answer in peripheralManager(_:didReceiveRead:)."
        case .propertyNotAllowed: "Leave .broadcast and .extendedProperties out of the properties."
        case .descriptorNotAllowed:
            "Use CBUUIDCharacteristicUserDescriptionString with a String, or "
                + "CBUUIDCharacteristicFormatString with Data."
        case .truncatedUpdate: "Send no more than central.maximumUpdateValueLength bytes at once."
        case .unknownRequest:
            "Call respond(to:withResult:) once for each request, on the manager that got it."
        case .unansweredRequest:
            "Call peripheral.respond(to: request, withResult: .success) in peripheralManager(_:didReceiveRead:) "
                + "and peripheralManager(_:didReceiveWrite:)."
        default: nil
        }
    }
}
