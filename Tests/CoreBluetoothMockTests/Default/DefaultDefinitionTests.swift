@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// What definitions and discovered objects say, with the default behaviour and with CoreBluetooth's.
@Suite struct DefaultDefinitionTests {
    @Test(
        "In the spec delegate, a definition knows who has subscribed and discovered it", .simulated(seed: 1))
    func definitions() async throws {
        let stage = try await Stage().connect()
        let (button, service) = (stage.firmware.button, stage.firmware.service)
        #expect(service.peripheral == nil && !button.isNotifying)
        var seen: [String] = []
        stage.onLine = { line in
            guard line.hasPrefix("spec") else { return }
            seen.append("\(line) \(button.isNotifying) \(button.service?.peripheral === stage.peripheral)")
        }
        try await stage.explore(again: true)
        try await stage.hear { stage.peripheral.setNotifyValue(true, for: button) }
        try await stage.hear { stage.peripheral.readValue(for: button) }
        try await stage.hear { stage.peripheral.setNotifyValue(false, for: button) }
        try await stage.hear { stage.peripheral.setNotifyValue(true, for: button) }
        try await stage.hear { stage.spec.simulateDisconnection() }
        let expected = [
            "spec notify true true true", "spec read 1524 true true", "spec notify true false true",
            "spec notify true true true",
        ]
        #expect(seen.dropLast() == expected[...])
        #expect(seen.last?.hasPrefix("spec disconnect 7 false") == true)
        #expect(service.peripheral == nil && !button.isNotifying, "the link has ended")
    }

    @Test(
        "With CoreBluetooth's behaviour definitions know it too", .simulated(seed: 2), .coreBluetooth)
    func definitionsOnAir() async throws {
        let board = TestBoard()
        let app = try await CentralApp.ready(with: board.spec())
        let peripheral = try #require(app.peripheral)
        #expect(!board.button.isNotifying && board.service.peripheral === peripheral)
        peripheral.setNotifyValue(true, for: app.characteristic(board.button))
        try await World.current.run(until: { board.button.isNotifying })
        app.cancel()
        try await World.current.run(until: { app.lines.last == "disconnected" })
        #expect(!board.button.isNotifying && board.service.peripheral == nil)
    }

    @Test(
        "Definitions that several worlds share know only the link of the current one",
        .simulated(seed: 3))
    func worlds() async throws {
        let stage = try await Stage().explore()
        try await stage.hear { stage.peripheral.setNotifyValue(true, for: stage.firmware.button) }
        #expect(stage.firmware.button.isNotifying)
        let other = World().addPhone()
        #expect(other.run { !stage.firmware.button.isNotifying && stage.firmware.service.peripheral == nil })
    }

    @Test(
        "By default: simulateServiceChange without a name", .simulated(seed: 4), arguments: [true, false])
    func noName(isExplored: Bool) async throws {
        let stage = isExplored ? try await Stage().explore() : try await Stage().connect()
        let heard = try await stage.hear {
            stage.spec.simulateServiceChange(newName: nil, newServices: [stage.firmware.service])
            #expect(stage.peripheral.name == nil, "at once")
        }
        #expect(heard == (isExplored ? ["100 modified []", "100 name -"] : ["100 name -"]))
        #expect(stage.spec.name == nil)
        let same = try await stage.hear {
            stage.spec.simulateServiceChange(newName: nil, newServices: [stage.firmware.service])
        }
        #expect(same == (isExplored ? ["100 modified []"] : []), "no other name")
    }

    @Test("A name is new only for those who are connected", .simulated(seed: 5)) func renamedUnseen()
        async throws
    {
        let stage = try await Stage().discover()
        let new = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        #expect(
            try await stage.hear { stage.spec.simulateServiceChange(newName: "New", newServices: [new]) }
                == [])
        #expect(stage.spec.name == "Device" && stage.spec.services == [new])
    }

    @Test(
        "A connected peripheral that a scan reports has the GAP name, a restored one too",
        .simulated(seed: 6), arguments: [true, false])
    func scannedName(isRestored: Bool) async throws {
        let stage = Stage { builder, firmware in
            builder.advertising(advertisementData: Stage.advertisement, alsoWhenConnected: true)
                .connectable(
                    name: "Device", services: [firmware.service], delegate: firmware, connectionInterval: 0.1)
        }
        if isRestored {
            stage.spec.simulateConnection()
            nonisolated(unsafe) let kept: [String: Any] = [
                CBMCentralManagerRestoredStatePeripheralsKey: [stage.spec]
            ]
            CBMCentralManagerMock.simulateStateRestoration = { _ in kept }
            stage.makeManager(options: [CBMCentralManagerOptionRestoreIdentifierKey: "app"])
            try await stage.hear()
        } else {
            try await stage.connect()
        }
        #expect(stage.peripheral.state == .connected && stage.peripheral.name == "Device")
        let heard = try await stage.hear { stage.manager.scanForPeripherals(withServices: nil) }
        #expect(heard.count == 1 && heard.first?.hasSuffix("found Device -70") == true)
        #expect(stage.peripheral.name == "Device")
    }

    @Test("A restored peripheral that is not connected has the advertised name", .simulated(seed: 7))
    func restoredName() async throws {
        let stage = Stage(proximity: .outOfRange)
        nonisolated(unsafe) let kept: [String: Any] = [
            CBMCentralManagerRestoredStatePeripheralsKey: [stage.spec]
        ]
        CBMCentralManagerMock.simulateStateRestoration = { _ in kept }
        stage.makeManager(options: [CBMCentralManagerOptionRestoreIdentifierKey: "app"])
        try await stage.hear()
        #expect(stage.peripheral.state == .connecting && stage.peripheral.name == nil)
        stage.manager.scanForPeripherals(withServices: nil)
        stage.spec.simulateProximityChange(.near)
        let heard = try await stage.hear()
        #expect(heard.first == "250 found Board -70" || heard.first?.hasSuffix("found Board -70") == true)
        #expect(heard.last?.hasSuffix("connected Device") == true)
    }
}
