/// Public names of `CoreBluetoothMock` beyond that library's interface, and their purpose; each is a line of
/// `Documentation/CoreBluetoothMockParity.md`.
enum MockExtras {
    /// The reason for a name: its own, or that of its type.
    static func reason(for path: String) -> String? {
        if let reason = reasons[path] { return reason }
        let type = path.split(separator: ".").first.map(String.init) ?? path
        return type == path ? nil : wholeTypes.contains(type) ? reasons[type] : nil
    }

    /// Types all of whose members are ours.
    private static let wholeTypes: Set<String> = [
        "CBMChannelMock", "CBMSimulationError", "CBMPeripheralSpecDeferringDelegate",
        "CBMPeripheralDelegateProxyWithChannelSounding",
    ]

    static let reasons: [String: String] = [
        "CBMChannelMock": "L2CAP channels, which that library's peripherals do not have",
        "CBMPeripheralSpec.Builder.taking(_:)":
            "L2CAP channels, which that library's peripherals do not have",
        "CBMPeripheralSpec.init(file:identifier:proximity:in:filePath:)": "the device of a device file",
        "CBMPeripheralSpec.init(_:identifier:proximity:)":
            "the device of a definition that consists of values",
        "CBMPeripheralSpecDeferringDelegate": "answers that the spec delegate gives later",
        "CBMSimulationError": "a mistake in the use of the simulation, with what to do instead",
        "CBMCentralManagerMock.simulationErrors": "the mistakes so far",
        "CBMCentralManagerMock.simulateCoreBluetooth(_:)":
            "CoreBluetooth's behaviour in place of that library's",
        "UART.service": readyMade, "UART.receiver": readyMade, "UART.transmitter": readyMade,
        "UART.received": readyMade, "UART.onReceive": readyMade, "UART.send(_:)": readyMade,
        "Blinky.service": readyMade, "Blinky.button": readyMade, "Blinky.led": readyMade,
        "Blinky.isLEDOn": readyMade, "Blinky.isButtonPressed": readyMade, "Blinky.press()": readyMade,
        "Blinky.release()": readyMade,
        "CBMCentralManagerMock.simulateVirtualTime()":
            "makes time virtual, so that waiting takes no real time",
        "CBMCentralManagerMock.simulateAddition(of:)": "adds a device while the app runs",
        "CBMCentralManagerMock.simulateRemoval(of:)": "removes a device permanently while the app runs",
        "CBMCentralManagerMock.simulatedPhone":
            "the simulated phone, with all features of Faraday's phones",
        "CBMCentralManagerMock.simulatedDevice(for:)":
            "the simulated device, with all features of Faraday's devices",
        "CBMAdvertisementConfig.init(advertisementData:withInterval:delay:alsoWhenConnected:)":
            "one advertising set, with the argument names of the builder",
        "CBMManagerState.init(rawValue:)": "the compiler adds it to the enum",
        "CBMServiceMock.contains(_:)": "whether a definition has this part",
        "CBMCharacteristicMock.contains(_:)": "whether a definition has this part",
        "CBMChannelSoundingSessionConfiguration": distances,
        "CBMChannelSoundingProcedureResults": distances,
        "CBMPeripheralDelegateProxyWithChannelSounding": distances,
        "CBMPeripheralManager": peripheralRole,
        "CBMPeripheralManagerDelegate": peripheralRole,
        "CBMPeripheralManagerConnectionLatency": peripheralRole,
        "CBMMutableService": peripheralRole,
        "CBMMutableCharacteristic": peripheralRole,
        "CBMMutableDescriptor": peripheralRole,
        "CBMCentral": peripheralRole,
        "CBMATTRequest": peripheralRole,
        "CBMAttributePermissions": peripheralRole,
    ]

    private static let readyMade = "lets a test control and read a ready-made peripheral"
    private static let distances =
        "Channel Sounding, which that library has since iOS 27; we do not know whether it has this name"
    private static let peripheralRole = "the peripheral role, which that library does not have"
}
