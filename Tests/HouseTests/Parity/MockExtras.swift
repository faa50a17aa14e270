/// Public names of `CoreBluetoothMock` beyond that library's interface, and what they are there for; each is a line of
/// `Documentation/CoreBluetoothMockParity.md`.
enum MockExtras {
    /// What explains a name: its own reason, or that of the type it is a member of.
    static func reason(for path: String) -> String? {
        if let reason = reasons[path] { return reason }
        let type = path.split(separator: ".").first.map(String.init) ?? path
        return type == path ? nil : wholeTypes.contains(type) ? reasons[type] : nil
    }

    /// Types all of whose members are ours.
    private static let wholeTypes: Set<String> = [
        "CBMChannelMock", "CBMSimulationError", "CBMPeripheralSpecDeferringDelegate",
    ]

    static let reasons: [String: String] = [
        "CBMChannelMock": "L2CAP channels, which that library's peripherals do not take",
        "CBMPeripheralSpec.Builder.taking(_:)":
            "L2CAP channels, which that library's peripherals do not take",
        "CBMPeripheralSpecDeferringDelegate": "answers that take their time",
        "CBMSimulationError": "mistakes in the use of the simulation, and what to do instead",
        "CBMCentralManagerMock.simulationErrors": "the mistakes so far",
        "CBMCentralManagerMock.simulateCoreBluetooth(_:)":
            "CoreBluetooth's behaviour in place of that library's",
        "UART.service": readyMade, "UART.receiver": readyMade, "UART.transmitter": readyMade,
        "UART.received": readyMade, "UART.onReceive": readyMade, "UART.send(_:)": readyMade,
        "Blinky.service": readyMade, "Blinky.button": readyMade, "Blinky.led": readyMade,
        "Blinky.isLEDOn": readyMade, "Blinky.isButtonPressed": readyMade, "Blinky.press()": readyMade,
        "Blinky.release()": readyMade,
        "CBMCentralManagerMock.simulateVirtualTime()": "time that does not take any",
        "CBMCentralManagerMock.simulateAddition(of:)": "a device that comes while the app runs",
        "CBMCentralManagerMock.simulateRemoval(of:)": "a device that goes for good while the app runs",
        "CBMCentralManagerMock.simulatedPhone": "the phone below, with all that Faraday's phones can",
        "CBMCentralManagerMock.simulatedDevice(for:)":
            "the device below, with all that Faraday's devices can",
        "CBMAdvertisementConfig.init(advertisementData:withInterval:delay:alsoWhenConnected:)":
            "the builder's words for one set",
        "CBMManagerState.init(rawValue:)": "the enum's own",
        "CBMServiceMock.contains(_:)": "asks a definition for a part",
        "CBMCharacteristicMock.contains(_:)": "asks a definition for a part",
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

    private static let readyMade = "what a test says to a ready-made peripheral, and asks of it"
    private static let peripheralRole = "the peripheral role, which that library leaves out"
}
