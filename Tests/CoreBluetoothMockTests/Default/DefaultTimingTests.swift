import CoreBluetoothMock
import FaradayTesting
import Testing

/// The delays of answers with the default behaviour: those of CoreBluetoothMock.
@Suite struct DefaultTimingTests {
    @Test("By default: creation, first state", .simulated(seed: 1)) func creation() async throws {
        let stage = Stage()
        let heard = try await stage.hear {
            stage.makeManager()
            #expect(stage.manager.state == .unknown)
        }
        #expect(heard == ["0 state poweredOn"])
    }

    @Test(
        "By default: first advertisement; time between advertisements; short advertising intervals",
        .simulated(seed: 2),
        arguments: [
            (0.25, 0.0, [250, 500, 750, 1000]), (0.25, 0.1, [100, 350, 600, 850]),
            (0.002, 0, [2, 4, 6, 8]), (0, 0.3, [300]),
        ])
    func advertisements(interval: TimeInterval, delay: TimeInterval, expected: [Int]) async throws {
        let stage = Stage(interval: interval, delay: delay)
        let heard = try await stage.hear(for: .milliseconds(1005)) {
            stage.makeManager()
            stage.onLine = { line in
                guard line == "state poweredOn" else { return }
                stage.manager.scanForPeripherals(
                    withServices: nil, options: [CBMCentralManagerScanOptionAllowDuplicatesKey: true])
            }
        }
        #expect(heard.dropFirst().prefix(4) == expected.map { "\($0) found Board -70" }[...])
        if interval == 0 { #expect(heard.count == 2) }
    }

    @Test("By default: advertisements go on where nobody listens", .simulated(seed: 3)) func beats()
        async throws
    {
        let stage = Stage()
        stage.makeManager()
        try await stage.world.run(for: .milliseconds(610))
        let heard = try await stage.hear(for: .seconds(1)) {
            stage.manager.scanForPeripherals(withServices: nil)
        }
        #expect(heard == ["140 found Board -70"])
    }

    @Test("By default: connecting; name in didConnect", .simulated(seed: 4)) func connecting() async throws {
        let stage = try await Stage().discover()
        try await stage.world.run(for: .milliseconds(100))
        let heard = try await stage.hear {
            stage.manager.connect(stage.peripheral)
            #expect(stage.peripheral.state == .connecting)
        }
        #expect(heard == ["150 spec connect", "250 connected Device"])
    }

    @Test("By default: connecting what another app is connected to", .simulated(seed: 5)) func held()
        async throws
    {
        let stage = try await Stage().discover()
        stage.spec.simulateConnection()
        let heard = try await stage.hear { stage.manager.connect(stage.peripheral) }
        #expect(heard == ["0 connected Device"])
    }

    @Test("By default: the interval and the timeout of a link", .simulated(seed: 26)) func start()
        async throws
    {
        let stage = try await Stage().discover()
        stage.onLine = { line in
            guard line.hasPrefix("connected") else { return }
            stage.peripheral.discoverServices(nil)
            stage.spec.simulateReset()
        }
        let heard = try await stage.hear { stage.manager.connect(stage.peripheral) }
        let expected = [
            "250 spec connect", "350 connected Device", "350 spec reset", "450 services 1",
            "2350 disconnected: CBErrorDomain 6",
        ]
        #expect(heard == expected)
    }

    @Test("By default: very short intervals, 0", .simulated(seed: 6), arguments: [0, 0.001, 0.003])
    func short(interval: TimeInterval) async throws {
        let stage = try await Stage(connectionInterval: interval).explore()
        let heard = try await stage.hear { stage.peripheral.readValue(for: stage.firmware.led) }
        #expect(heard == ["0 spec read 1525", "-", "\(Int(interval * 1000)) value 1525 [1]"])
    }

    @Test("By default: a cancelled link", .simulated(seed: 7)) func cancelled() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            stage.manager.cancelPeripheralConnection(stage.peripheral)
            #expect(stage.peripheral.state == .disconnecting)
        }
        #expect(heard == ["100 spec disconnect -1", "100 disconnected"])
        #expect(stage.peripheral.state == .disconnected)
    }

    @Test("By default: a pending connect that is cancelled ends with the next turn", .simulated(seed: 8))
    func pendingCancelled() async throws {
        let stage = try await Stage().discover()
        stage.manager.connect(stage.peripheral)
        let heard = try await stage.hear { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        #expect(heard == ["0 disconnected"])
    }

    @Test("By default: a remote disconnection", .simulated(seed: 9)) func hungUp() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            stage.spec.simulateDisconnection()
            #expect(stage.peripheral.state == .connected && !stage.spec.isConnected)
        }
        #expect(heard == ["0 spec disconnect 7", "-", "100 disconnected: CBErrorDomain 7"])
    }

    @Test("By default: a lost link; out of range", .simulated(seed: 10)) func lost() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear { stage.spec.simulateProximityChange(.outOfRange) }
        #expect(heard == ["0 spec disconnect 6", "-", "2000 disconnected: CBErrorDomain 6"])
        stage.spec.simulateProximityChange(.near)
        try await stage.hear { stage.manager.connect(stage.peripheral) }
        let restarted = try await stage.hear { stage.spec.simulateReset() }
        #expect(restarted == ["0 spec reset", "-", "2000 disconnected: CBErrorDomain 6"])
    }

    @Test("By default: discovery", .simulated(seed: 11)) func discovery() async throws {
        let stage = try await Stage().connect()
        let peripheral = stage.peripheral
        #expect(try await stage.hear { peripheral.discoverServices(nil) } == ["100 services 1"])
        #expect(
            try await stage.hear { peripheral.discoverServices(nil) } == ["0 services 1"], "nothing is new")
        let service = try #require(peripheral.services?.first)
        let two = [stage.firmware.button.uuid, stage.firmware.led.uuid]
        #expect(
            try await stage.hear { peripheral.discoverCharacteristics(two, for: service) } == [
                "200 characteristics 2"
            ])
        #expect(
            try await stage.hear { peripheral.discoverCharacteristics([], for: service) } == [
                "200 characteristics 4"
            ])
        let button = stage.characteristic(stage.firmware.button)
        #expect(try await stage.hear { peripheral.discoverDescriptors(for: button) } == ["100 descriptors 1"])
        #expect(
            try await stage.hear { peripheral.discoverIncludedServices(nil, for: service) } == [
                "0 included 0"
            ])
    }

    @Test("By default: a read", .simulated(seed: 12), arguments: [0, 20, 600]) func read(length: Int)
        async throws
    {
        let stage = try await Stage().explore()
        stage.firmware.value = .success(Data(repeating: 5, count: length))
        let led = stage.characteristic(stage.firmware.led)
        let heard = try await stage.hear { stage.peripheral.readValue(for: led) }
        #expect(heard == ["0 spec read 1525", "-", "100 value 1525 \([UInt8](repeating: 5, count: length))"])
        #expect(led.value?.count == length)
    }

    @Test(
        "By default: a write with response", .simulated(seed: 13),
        arguments: [(0, 1), (18, 1), (19, 2), (20, 2), (38, 2), (39, 3), (58, 3), (600, 31)])
    func write(length: Int, intervals: Int) async throws {
        let stage = try await Stage().explore()
        let data = Data(count: length)
        let heard = try await stage.hear {
            stage.peripheral.writeValue(data, for: stage.firmware.led, type: .withResponse)
        }
        #expect(heard == ["0 spec write \(length)", "-", "\(intervals * 100) wrote 1525"])
        stage.firmware.answer = .failure(CBMATTError(.insufficientResources))
        let refused = try await stage.hear {
            stage.peripheral.writeValue(data, for: stage.firmware.led, type: .withResponse)
        }
        #expect(refused.last == "100 wrote 1525: CBATTErrorDomain 17")
    }

    @Test(
        "By default: a write without response; room for writes without response; a write without response longer than that",
        .simulated(seed: 14))
    func command() async throws {
        let stage = try await Stage().explore()
        #expect(stage.peripheral.canSendWriteWithoutResponse)
        let heard = try await stage.hear {
            stage.peripheral.writeValue(Data(count: 30), for: stage.firmware.led, type: .withoutResponse)
            #expect(!stage.peripheral.canSendWriteWithoutResponse)
        }
        #expect(heard == ["0 spec command 20", "-", "0 ready true"])
    }

    @Test("By default: more writes than the queue takes", .simulated(seed: 15)) func flood() async throws {
        let stage = try await Stage().explore()
        let heard = try await stage.hear {
            for _ in 0..<100 {
                stage.peripheral.writeValue(Data([1]), for: stage.firmware.led, type: .withoutResponse)
            }
        }
        #expect(heard.filter { $0 == "0 spec command 1" }.count == 100)
        #expect(heard.filter { $0 == "0 ready true" }.count == 100)
    }

    @Test("By default: 10,000 value updates in one turn", .simulated(seed: 33)) func updates() async throws {
        let stage = try await Stage().explore()
        let button = stage.firmware.button
        _ = try await stage.hear { stage.peripheral.setNotifyValue(true, for: button) }
        let heard = try await stage.hear {
            for number in 0..<10_000 {
                stage.spec.simulateValueUpdate(Data([UInt8(number % 256)]), for: button)
            }
        }
        #expect(heard == (0..<10_000).map { "100 value 1524 [\($0 % 256)]" })
    }

    @Test("By default: setNotifyValue without a change; a notification", .simulated(seed: 16))
    func subscribing() async throws {
        let stage = try await Stage().explore()
        let (peripheral, button) = (stage.peripheral, stage.firmware.button)
        #expect(
            try await stage.hear { peripheral.setNotifyValue(false, for: button) } == [
                "0 notify 1524 false", "-",
            ])
        #expect(
            try await stage.hear { peripheral.setNotifyValue(true, for: button) } == [
                "100 notify 1524 true", "100 spec notify true",
            ])
        let heard = try await stage.hear { stage.spec.simulateValueUpdate(Data([7]), for: button) }
        #expect(heard == ["100 value 1524 [7]"])
        #expect(
            try await stage.hear { peripheral.setNotifyValue(false, for: button) } == [
                "100 notify 1524 false", "100 spec notify true",
            ])
        #expect(try await stage.hear { stage.spec.simulateValueUpdate(Data([8]), for: button) } == [])
    }

    @Test("By default: what only indicates is subscribed to as what notifies", .simulated(seed: 17))
    func indications() async throws {
        let stage = try await Stage().explore()
        let alarm = stage.firmware.alarm
        let heard = try await stage.hear { stage.peripheral.setNotifyValue(true, for: alarm) }
        #expect(heard == ["100 notify 1527 true", "100 spec notify true"])
        #expect(
            try await stage.hear { stage.spec.simulateValueUpdate(Data([1]), for: alarm) } == [
                "100 value 1527 [1]"
            ])
    }

    @Test("By default: readRSSI", .simulated(seed: 18)) func strength() async throws {
        let stage = try await Stage(proximity: .far).connect()
        #expect(try await stage.hear { stage.peripheral.readRSSI() } == ["0 strength -100"])
    }

    @Test("By default: descriptors read or written; values of descriptors 2900 to 2903", .simulated(seed: 19))
    func descriptors() async throws {
        let stage = try await Stage().explore()
        let descriptor = try #require(stage.characteristic(stage.firmware.button).descriptors?.first)
        let read = try await stage.hear { stage.peripheral.readValue(for: descriptor) }
        #expect(read == ["0 spec read 2901", "-", "100 value 2901 [1]"])
        #expect(descriptor.value as? Data == Data([1]))
        let written = try await stage.hear { stage.peripheral.writeValue(Data([1]), for: descriptor) }
        #expect(written == ["0 spec write 2901", "-", "100 wrote 2901"])
    }

    @Test("By default: a refused connection", .simulated(seed: 20)) func refused() async throws {
        let stage = try await Stage().discover()
        stage.firmware.admission = .failure(CBMError(.connectionLimitReached))
        let heard = try await stage.hear { stage.manager.connect(stage.peripheral) }
        #expect(heard == ["250 spec connect", "350 failed: CBErrorDomain 11"])
        stage.firmware.admission = .success(())
        let next = try await stage.hear { stage.manager.connect(stage.peripheral) }
        #expect(next.last?.hasSuffix("connected Device") == true)
    }

    @Test("By default: a service change; didModifyServices", .simulated(seed: 21)) func change() async throws
    {
        let stage = try await Stage().explore()
        let new = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        let heard = try await stage.hear {
            stage.spec.simulateServiceChange(newName: "New", newServices: [new])
            #expect(stage.peripheral.services == [] && stage.peripheral.name == "New", "at once")
        }
        #expect(heard == ["100 modified [36]", "100 name New"])
        #expect(stage.peripheral.services == [])
        #expect(try await stage.hear { stage.peripheral.discoverServices(nil) } == ["100 services 1"])
    }

    @Test(
        "By default: a service change right after connecting; peripheralDidUpdateName", .simulated(seed: 22))
    func earlyChange() async throws {
        let stage = try await Stage().connect()
        stage.peripheral.discoverServices(nil)
        let new = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)
        let heard = try await stage.hear {
            stage.spec.simulateServiceChange(newName: "Device", newServices: [stage.firmware.service, new])
        }
        #expect(heard == ["100 services 1", "100 modified []"])
    }

    @Test("By default: a value update while an answer is owed", .simulated(seed: 23)) func crossing()
        async throws
    {
        let stage = try await Stage().explore()
        stage.peripheral.setNotifyValue(true, for: stage.firmware.button)
        try await stage.world.run(for: .seconds(1))
        stage.firmware.value = .success(Data([9]))
        let heard = try await stage.hear {
            stage.peripheral.readValue(for: stage.firmware.led)
            stage.spec.simulateValueUpdate(Data([3]), for: stage.firmware.button)
        }
        #expect(heard == ["0 spec read 1525", "-", "100 value 1525 [9]", "100 value 1524 [3]"])
    }

    @Test(
        "By default: one advertisement (interval 0), or a delay, that comes due while connected",
        .simulated(seed: 24))
    func dueWhileConnected() async throws {
        let stage = try await Stage().connect()
        let sets = [
            CBMAdvertisementConfig(
                data: Stage.advertisement, interval: 0, delay: 0.5, isAdvertisingWhenConnected: false)
        ]
        stage.spec.simulateAdvertisementChange(sets)
        try await stage.world.run(for: .seconds(1))
        stage.manager.cancelPeripheralConnection(stage.peripheral)
        let heard = try await stage.hear { stage.manager.scanForPeripherals(withServices: nil) }
        #expect(heard == ["100 spec disconnect -1", "100 disconnected"], "it is lost")
    }

    @Test("By default: order of requests; the phone's own exchanges", .simulated(seed: 25)) func atOnce()
        async throws
    {
        let stage = try await Stage(connectionInterval: 0.15).explore()
        stage.onLine = { line in
            guard line.hasPrefix("notify 1524") else { return }
            stage.peripheral.readValue(for: stage.firmware.button)
            stage.peripheral.readValue(for: stage.firmware.led)
        }
        let heard = try await stage.hear { stage.peripheral.setNotifyValue(true, for: stage.firmware.button) }
        #expect(
            heard == [
                "150 notify 1524 true", "150 spec read 1524", "150 spec read 1525", "150 spec notify true",
                "300 value 1524 [1]", "300 value 1525 [1]",
            ])
    }
}
