import FaradayClient
import FaradayTesting
import Testing

/// What goes wrong with values in RZBluetooth.
@Suite("Traps of RZBluetooth: values")
struct ValueTraps {
    @Test(
        "A value that answers a read leaves the readers of notifications as many as the device sent",
        .simulated)
    func readsAndNotifications() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let values = Self.values(of: peripheral, until: 3)
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 1 }
        gadget.reads.close()
        async let read = peripheral.read(Gadget.level)
        try await wait { gadget.reads.waitingCount == 1 }
        // The notification comes before the answer, and nothing tells one from the other.
        gadget.device.update(Gadget.level, 1)
        #expect(try await read == 1)
        gadget.reads.open()
        for level in [UInt8(2), 3] {
            try await World.current.sleep(for: .milliseconds(200))
            gadget.device.update(Gadget.level, level)
        }
        let all = try await values
        #expect(all == [1, 2, 3])
    }

    private static func values(of peripheral: Peripheral, until last: UInt8) async throws -> [UInt8] {
        var values: [UInt8] = []
        for try await value in peripheral.notifications(of: Gadget.level) {
            values.append(value)
            if value == last { break }
        }
        return values
    }

    @Test("A subscription that the device refuses is an error, and is not kept", .simulated)
    func failedSubscription() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let path = CharacteristicPath("FF21", of: "FF20")
        for count in 1...2 {
            var values = peripheral.notifications(of: path).makeAsyncIterator()
            let error = await failure { try await values.next() }
            #expect(error?.operation == .subscribe && error?.characteristic == "FF21")
            #expect(error?.underlying != nil)
            #expect(gadget.recorder.count("notify on") == count, "each asks the device")
            gadget.device.update("FF21", [1])
            try await World.current.sleep(for: .seconds(1))
            let value = try? await values.next()
            #expect(value == nil, "the sequence is over")
        }
    }

    @Test("One reader's end leaves the others; the device is told after the last one", .simulated)
    func sharedSubscription() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let short = Self.values(of: peripheral, until: 1)
        async let long = Self.values(of: peripheral, until: 2)
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 1 }
        try await World.current.sleep(for: .milliseconds(100))
        gadget.device.update(Gadget.level, 1)
        #expect(try await short == [1])
        #expect(gadget.recorder.count("notify off") == 0)
        gadget.device.update(Gadget.level, 2)
        #expect(try await long == [1, 2])
        try await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 0 }
        #expect(gadget.recorder.count("notify on") == 1 && gadget.recorder.count("notify off") == 1)
    }

    @Test(
        "The end of a subscription in one service leaves the same characteristic in another one", .simulated)
    func sameCharacteristicInTwoServices() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let ended = failure { for try await _ in peripheral.notifications(of: Gadget.level) {} }
        try await wait { gadget.recorder.subscribed.count == 1 }
        async let other = Self.first(of: peripheral, Gadget.otherLevel)
        try await wait { gadget.recorder.subscribed.count == 2 }
        try await World.current.sleep(for: .seconds(1))
        // The system ends the subscription; nobody has asked for it.
        let attribute = gadget.recorder.subscribed[0]
        gadget.recorder.deliver(
            .notifyStateChanged(peripheral.identifier, attribute, isNotifying: false, nil))
        let error = await ended
        #expect(error?.reason == .unsubscribed && error?.service == Gadget.service)
        gadget.device.update(service: 1, characteristic: 0, [80])
        #expect(try await other == [80])
    }

    private static func first(of peripheral: Peripheral, _ path: CharacteristicPath) async throws -> [UInt8]?
    {
        for try await value in peripheral.notifications(of: path) { return value }
        return nil
    }

    @Test("A write without response that could not be sent is an error", .simulated)
    func writesWithoutResponse() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let errors: [ClientError?] = [
            await failure {
                try await peripheral.writeWithoutResponse([1], to: CharacteristicPath("FFFF", of: "FF00"))
            },
            await failure { try await peripheral.writeWithoutResponse(1, to: Gadget.level) },
            await failure { try await peripheral.writeWithoutResponse(1, to: Battery.level) },
        ]
        #expect(
            errors.map(\.?.reason) == [
                .characteristicsNotFound(["FFFF"]), .notSupported, .servicesNotFound(["180F"]),
            ])
        gadget.device.move(to: .outOfRange)
        try await wait { peripheral.connectionState == .disconnected }
        let late = await failure {
            try await peripheral.writeWithoutResponse([1], to: Gadget.text, within: .seconds(1))
        }
        #expect(late?.reason == .deadlineExceeded && late?.operation == .writeWithoutResponse)
        gadget.phone.setBluetooth(false)
        try await wait { gadget.central.state == .poweredOff }
        let off = await failure { try await peripheral.writeWithoutResponse([1], to: Gadget.text) }
        #expect(off?.reason == .poweredOff)
        #expect(gadget.written.withLock { $0 }.isEmpty)
    }

    @Test("Any number of bytes is written without response, in pieces that fit, and none is lost", .simulated)
    func pieces() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        try await peripheral.writeWithoutResponse(bytes, to: Gadget.text.path)
        try await wait { gadget.written.withLock { $0 }.joined().count == bytes.count }
        let pieces = gadget.written.withLock { $0 }
        #expect(Array(pieces.joined()) == bytes)
        let room = try await peripheral.maximumWriteLength(withResponse: false)
        #expect(pieces.allSatisfy { $0.count <= room } && pieces.count >= bytes.count / room)
    }

    @Test("A long write with response is one value, and one that is too long is an error", .simulated)
    func longWrites() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
        try await peripheral.write(bytes, to: Gadget.text)
        #expect(gadget.written.withLock { $0 } == [bytes])
        let error = await failure { try await peripheral.write(bytes + [0], to: Gadget.text) }
        #expect(error?.reason == .valueTooLong(limit: 512))
    }

    @Test("An odd number of beat intervals is read as it is", .simulated, arguments: 0...5)
    func beatIntervals(count: Int) async throws {
        let world = World.current
        let intervals = (0..<count).map { UInt16(800 + $0) }
        let strap = world.add(
            DeviceDefinition(name: "Strap") {
                DeviceAdvertising(services: [HeartRate.service])
                DeviceService(HeartRate.service) { DeviceCharacteristic(HeartRate.measurement, .notify) }
            }, at: .meters(2))
        let central = world.addPhone().run { Central() }
        let peripheral = try await central.find(.advertising([HeartRate.service]))
        async let beat = Self.beat(of: peripheral)
        try await wait { strap.subscriberCount(of: HeartRate.measurement.uuid) == 1 }
        strap.update(
            HeartRate.measurement,
            HeartRate.Measurement(
                beatsPerMinute: 300, hasContact: false, energyExpended: 0x1234, intervals: intervals))
        let measurement = try await beat
        #expect(measurement?.intervals == intervals)
        #expect(measurement?.energyExpended == 0x1234 && measurement?.beatsPerMinute == 300)
        #expect(measurement?.hasContact == false)
    }

    private static func beat(of peripheral: Peripheral) async throws -> HeartRate.Measurement? {
        for try await beat in peripheral.notifications(of: HeartRate.measurement) { return beat }
        return nil
    }

    @Test("Half an interval is kept apart; strictly, it is an error that says so", .simulated)
    func halfAnInterval() async throws {
        #expect(try HeartRate.Measurement(bytes: [0x10, 60, 1, 2, 3]).unknown.bytes == [3])
        let world = World.current
        let strap = world.add(.heartRateMonitor(every: .hours(1)), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let peripheral = try await central.find(.advertising([HeartRate.service]))
        async let kept = Self.beat(of: peripheral)
        async let error = failure {
            for try await _ in peripheral.notifications(of: HeartRate.measurement, reading: .strict) {}
        }
        try await wait { strap.subscriberCount(of: HeartRate.measurement.uuid) == 1 }
        try await world.sleep(for: .seconds(1))
        strap.update(HeartRate.measurement.uuid, [0x10, 60, 1, 2, 3])
        #expect(try await kept?.intervals == [0x201])
        #expect(await error?.reason == .malformedValue(DecodeError(.value, .trailingBytes(1))))
        #expect(await error?.operation == .receive)
    }

    @Test("A level or a sensor location that was refused is an error, and no number", .simulated)
    func refusedProfileReads() async throws {
        let world = World.current
        let gate = AnswerGate()
        gate.error = .unlikelyError
        world.add(
            DeviceDefinition(name: "Strap") {
                DeviceAdvertising(services: [HeartRate.service])
                DeviceService(Battery.service) {
                    DeviceCharacteristic(Battery.level, .read, value: 80).gated(reads: gate)
                }
                DeviceService(HeartRate.service) {
                    DeviceCharacteristic(HeartRate.bodySensorLocation, .read, value: .chest).gated(
                        reads: gate)
                }
            }, at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.advertising([HeartRate.service]))
        #expect(await failure { try await strap.read(Battery.level) }?.reason == .refused(code: 0x0E))
        let location = await failure { try await strap.read(HeartRate.bodySensorLocation) }
        #expect(location?.reason == .refused(code: 0x0E))
        gate.error = nil
        #expect(try await strap.read(Battery.level) == 80)
        #expect(try await strap.read(HeartRate.bodySensorLocation) == .chest)
    }

    @Test("A reader that ends in its own loop disturbs no other one", .simulated)
    func endsInsideLoop() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let ends = await withTaskGroup(of: [UInt8]?.self, returning: Int.self) { group in
            for _ in 0..<8 { group.addTask { try? await Self.values(of: peripheral, until: 5) } }
            group.addTask {
                try? await wait { gadget.device.subscriberCount(of: Gadget.level.uuid) == 1 }
                try? await World.current.sleep(for: .seconds(1))
                gadget.device.update(Gadget.level, 5)
                return nil
            }
            var count = 0
            for await values in group where values == [5] { count += 1 }
            return count
        }
        #expect(ends == 8)
    }
}
