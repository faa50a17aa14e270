import CoreBluetoothMock
import FaradayTesting
import Testing

/// The ends of links and of attempts with the default behaviour.
@Suite struct DefaultEndTests {
    @Test(
        "A cancelled attempt ends with didDisconnect, also if Bluetooth goes off in the same turn",
        .simulated(seed: 1), arguments: [true, false])
    func cancelledAndOff(isNear: Bool) async throws {
        let stage = try await Stage().discover()
        if !isNear { stage.spec.simulateProximityChange(.outOfRange) }
        let heard = try await stage.hear {
            stage.manager.connect(stage.peripheral)
            stage.manager.cancelPeripheralConnection(stage.peripheral)
            CBMCentralManagerMock.simulatePowerOff()
            #expect(stage.peripheral.state == .disconnected)
        }
        #expect(heard == ["0 disconnected", "0 state poweredOff"])
    }

    @Test("A cancelled attempt ends after a long wait out of range too", .simulated(seed: 2))
    func cancelledLater() async throws {
        let stage = try await Stage().discover()
        stage.spec.simulateProximityChange(.outOfRange)
        let waiting = try await stage.hear(for: .seconds(60)) { stage.manager.connect(stage.peripheral) }
        #expect(waiting == [] && stage.peripheral.state == .connecting)
        let heard = try await stage.hear {
            stage.manager.cancelPeripheralConnection(stage.peripheral)
            CBMCentralManagerMock.simulatePowerOff()
        }
        #expect(heard == ["0 disconnected", "0 state poweredOff"])
    }

    /// Requests that are open when a link ends.
    enum Open: String, CaseIterable, CustomTestStringConvertible {
        case read, write, subscribe, services, characteristics, descriptors, strength
        var testDescription: String { rawValue }

        func ask(_ stage: Stage) {
            let (peripheral, firmware) = (stage.peripheral, stage.firmware)
            switch self {
            case .read: peripheral.readValue(for: firmware.led)
            case .write: peripheral.writeValue(Data(count: 50), for: firmware.led, type: .withResponse)
            case .subscribe: peripheral.setNotifyValue(true, for: firmware.button)
            case .services: peripheral.discoverServices(nil)
            case .characteristics: peripheral.discoverCharacteristics(nil, for: firmware.service)
            case .descriptors: peripheral.discoverDescriptors(for: firmware.button)
            case .strength: peripheral.readRSSI()
            }
        }
    }

    @Test(
        "A request that is open when its link ends gets no callback", .simulated(seed: 3),
        arguments: Open.allCases, [true, false])
    func open(request: Open, isCancelled: Bool) async throws {
        let stage = try await Stage().connect()
        stage.peripheral.discoverServices([Stage.service])
        if request != .characteristics {
            stage.peripheral.discoverCharacteristics(nil, for: stage.firmware.service)
        }
        try await stage.hear()
        // Something new, so that a discovery takes its time.
        let new = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        stage.spec.simulateServiceChange(newName: "Device", newServices: [stage.firmware.service, new])
        try await stage.hear()
        let heard = try await stage.hear {
            // One interval ends a cancelled link; a remote end is noticed then, too, so it comes first.
            if !isCancelled { stage.spec.simulateDisconnection() }
            request.ask(stage)
            if isCancelled { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        }
        let end = isCancelled ? "100 disconnected" : "100 disconnected: CBErrorDomain 7"
        let answers = heard.filter { !$0.contains("spec") && $0 != "-" && $0 != end }
        // Between a remote end and its notice the signal strength is read in the next turn.
        #expect(answers == (request == .strength && !isCancelled ? ["0 strength -70"] : []))
        #expect(heard.contains(end))
    }

    @Test("A long write whose link is lost before its answer gets no callback", .simulated(seed: 4))
    func longWrite() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            stage.peripheral.writeValue(Data(count: 50), for: stage.firmware.led, type: .withResponse)
            stage.spec.simulateDisconnection()
        }
        let expected = ["0 spec write 50", "0 spec disconnect 7", "-", "100 disconnected: CBErrorDomain 7"]
        #expect(heard == expected)
        #expect(stage.firmware.led.isNotifying == false)
    }

    @Test("By default: connecting what is connected already", .simulated(seed: 5)) func again() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            stage.manager.connect(stage.peripheral)
            #expect(stage.peripheral.state == .connecting)
            stage.manager.connect(stage.peripheral)
        }
        #expect(heard == ["0 connected Device"])
        #expect(stage.peripheral.state == .connected && stage.peripheral.services?.count == 1)
        let read = try await stage.hear {
            stage.peripheral.readValue(for: stage.firmware.led)
            stage.manager.connect(stage.peripheral)
        }
        #expect(read == ["0 spec read 1525", "-", "0 connected Device", "100 value 1525 [1]"], "one link")
        let ended = try await stage.hear {
            stage.manager.connect(stage.peripheral)
            stage.manager.cancelPeripheralConnection(stage.peripheral)
        }
        #expect(ended == ["100 spec disconnect -1", "100 disconnected"])
        #expect(!stage.spec.isConnected && stage.peripheral.services == nil)
    }

    @Test("A link that was lost is connected again when its end was told", .simulated(seed: 6))
    func againWhileLost() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            stage.spec.simulateReset()
            stage.manager.connect(stage.peripheral)
        }
        #expect(heard.prefix(3) == ["0 spec reset", "-", "2000 disconnected: CBErrorDomain 6"])
        #expect(heard.suffix(1).first?.hasSuffix("connected Device") == true && heard.count == 5)
        #expect(stage.spec.isConnected)
    }

    @Test("Managers hear of an end in the order of their creation", .simulated(seed: 7))
    func order() async throws {
        let stage = try await Stage().discover()
        let proxy = CBMCentralManagerDelegateProxy()
        let second = CBMCentralManagerMock(delegate: proxy, queue: nil)
        try await stage.hear()
        let theirs = try #require(
            second.retrievePeripherals(withIdentifiers: [stage.spec.identifier]).first)
        proxy.didConnect = { _, _ in stage.note("second connected") }
        proxy.didDisconnect = { _, _, _, _, _ in stage.note("second disconnected") }
        try await stage.hear { second.connect(theirs) }
        try await stage.hear { stage.manager.connect(stage.peripheral) }
        let ends: [(String, () -> Void)] = [
            ("100", { stage.spec.simulateDisconnection() }), ("2000", { stage.spec.simulateReset() }),
            ("2000", { stage.spec.simulateProximityChange(.outOfRange) }),
        ]
        for (time, end) in ends {
            stage.spec.simulateProximityChange(.near)
            try await stage.hear { second.connect(theirs) }
            try await stage.hear { stage.manager.connect(stage.peripheral) }
            let heard = try await stage.hear(end).filter { $0.contains("disconnected") }
            #expect(
                heard.map { $0.components(separatedBy: ":")[0] } == [
                    "\(time) disconnected", "\(time) second disconnected",
                ])
        }
    }

    @Test(
        "An attempt that joins a link that has ended waits for the next advertisement", .simulated(seed: 8),
        arguments: [true, false])
    func joinsNothing(isReset: Bool) async throws {
        let stage = try await Stage().discover()
        let second = CBMCentralManagerMock()
        try await stage.hear()
        let theirs = try #require(
            second.retrievePeripherals(withIdentifiers: [stage.spec.identifier]).first)
        try await stage.hear { second.connect(theirs) }
        let heard = try await stage.hear {
            stage.manager.connect(stage.peripheral)
            if isReset {
                stage.spec.simulateReset()
            } else {
                CBMCentralManagerMock.simulateRemoval(of: stage.spec)
            }
        }
        if isReset {
            let events = heard.map { $0.drop { $0 != " " }.dropFirst() }
            #expect(
                events == ["spec reset", "", "spec connect", "connected Device"], "its delegate is asked")
            #expect(stage.spec.isConnected)
        } else {
            #expect(heard == [] && stage.peripheral.state == .connecting)
        }
    }

    @Test("A device that restarts forgets who asked for a link", .simulated(seed: 9)) func restarts()
        async throws
    {
        let stage = try await Stage().discover()
        var isDone = false
        stage.onLine = { line in
            guard line == "spec connect", !isDone else { return }
            isDone = true
            let spec = stage.spec
            stage.world.after(.milliseconds(50)) { spec.simulateReset() }
        }
        let heard = try await stage.hear { stage.manager.connect(stage.peripheral) }
        #expect(heard == ["250 spec connect", "300 spec reset", "500 spec connect", "600 connected Device"])
    }
}
