import CoreBluetoothMock
import FaradayTesting
import Testing

/// What a report says of a peripheral, otherwise than in that library.
@Suite struct ReportRows {
    @Test("With the line: the reported data", .simulated(seed: 1), .coreBluetooth, arguments: [true, false])
    func data(isConnectable: Bool) async throws {
        let given: [String: Any] = [
            CBMAdvertisementDataLocalNameKey: "Board", "kCBAdvDataColour": "red",
        ].merging(isConnectable ? [CBMAdvertisementDataIsConnectable: true] : [:]) { $1 }
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec(given)])
        let app = App()
        _ = try await app.discover()
        let data = try #require(app.advertisements.first?.data)
        #expect(data[CBMAdvertisementDataLocalNameKey] as? String == "Board")
        #expect(data["kCBAdvDataColour"] == nil)
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == [.invalidAdvertisement])
        // Of the packet, whether the spec says it or not.
        #expect((data[CBMAdvertisementDataIsConnectable] as? NSNumber)?.boolValue == isConnectable)
        for key in ["kCBAdvDataTimestamp", "kCBAdvDataRxPrimaryPHY", "kCBAdvDataRxSecondaryPHY"] {
            #expect(data[key] is NSNumber)
        }
    }

    /// The company, then the rest.
    @Test(
        "With the line: a beacon's manufacturer data", .simulated(seed: 2), .coreBluetooth,
        arguments: [([0x4C, 0x00] as [UInt8], true), ([0x59, 0x00], false)])
    func beacon(company: [UInt8], isHidden: Bool) async throws {
        let value = Data(company + [0x02, 0x15] + Array(repeating: 7, count: 20) + [0xC5])
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [CBMAdvertisementDataManufacturerDataKey: value]).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App()
        let peripheral = try await app.discover()
        #expect(peripheral.identifier == spec.identifier)
        let shown = app.advertisements.first?.data[CBMAdvertisementDataManufacturerDataKey] as? Data
        #expect(shown == (isHidden ? nil : value))
        #expect(CBMCentralManagerMock.simulationErrors.isEmpty)
    }

    @Test(
        "CoreBluetooth too: name before a first connection", .simulated(seed: 3), .coreBluetooth,
        arguments: ["Advertised", nil])
    func nameBefore(name: String?) async throws {
        CBMCentralManagerMock.simulatePeripherals([spec(advertising: name)])
        let app = App()
        let peripheral = try await app.discover()
        #expect(app.advertisements.first?.name == name)
        #expect(peripheral.name == name)
    }

    @Test(
        "With the line: name in didConnect", .simulated(seed: 4), .coreBluetooth,
        arguments: ["Advertised", nil])
    func nameInConnect(name: String?) async throws {
        CBMCentralManagerMock.simulatePeripherals([spec(advertising: name)])
        CBMCentralManagerMock.simulatePowerOn()
        let (delegate, peripheralDelegate) = (CBMCentralManagerDelegateProxy(), CBMPeripheralDelegateProxy())
        var names: [String] = []
        var found: CBMPeripheral?
        delegate.didUpdateState = { $0.scanForPeripherals(withServices: nil) }
        delegate.didDiscoverPeripheral = { manager, peripheral, _, _ in
            manager.stopScan()
            found = peripheral
            peripheral.delegate = peripheralDelegate
            manager.connect(peripheral)
        }
        delegate.didConnect = { names.append("connected \($1.name ?? "-")") }
        peripheralDelegate.didUpdateName = { names.append("named \($0.name ?? "-")") }
        delegate.didDisconnect = { manager, peripheral, _, _, _ in manager.connect(peripheral) }
        let manager = CBMCentralManagerMock(delegate: delegate, queue: nil)
        try await World.current.run(until: { names.count == 2 })
        #expect(names == ["connected \(name ?? "-")", "named Board"])
        // On the next connection it is known.
        manager.cancelPeripheralConnection(try #require(found))
        try await World.current.run(until: { names.count == 3 })
        #expect(names.last == "connected Board")
    }

    private func spec(advertising name: String?) -> CBMPeripheralSpec {
        var data = TestBoard.advertisement
        data[CBMAdvertisementDataLocalNameKey] = name
        return TestBoard().spec(data)
    }
}
