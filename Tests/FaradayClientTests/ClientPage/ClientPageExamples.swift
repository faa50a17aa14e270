import FaradayClient

/// What Documentation/Client.md shows, as an app would write it.
struct ClientPageExamples: Sendable {
    let central: Central
    let show: @Sendable (String) -> Void

    // MARK: Connection

    func connect(to strap: Peripheral) async throws {
        try await strap.connect(within: .seconds(10))
        show("\(strap.connectionState)")
        await strap.disconnect()
    }

    func showConnection(of strap: Peripheral) async {
        for await event in strap.connectionEvents {
            switch event {
            case .connected: show("connected")
            case .disconnected(let error): show("disconnected: \(error.reason)")
            default: break
            }
        }
    }

    func keepConnection(to strap: Peripheral) {
        strap.maintainConnection(.exponential(from: .seconds(1), upTo: .minutes(1), jitter: 0.25))
    }

    // MARK: Discovery

    func describe(_ strap: Peripheral) async throws {
        async let maker = strap.read(DeviceInformation.manufacturerName)
        async let model = strap.read(DeviceInformation.modelNumber)
        async let level = strap.read(Battery.level)
        show("\(try await maker) \(try await model), battery \(try await level) %")
    }

    func list(_ board: Peripheral) async throws {
        for service in try await board.services() {
            for characteristic in try await board.characteristics(of: service.path) {
                let isNotifying = characteristic.properties.contains(.notify)
                show("\(service.uuid) \(characteristic.uuid)\(isNotifying ? " notifies" : "")")
            }
        }
    }

    func secondBattery(of board: Peripheral) async throws -> UInt8 {
        let second = ServicePath(.battery, index: 1)
        return try await board.read(Battery.level, in: second)
    }

    // MARK: Values

    func values(of strap: Peripheral) async throws {
        let place = try await strap.read(HeartRate.bodySensorLocation)  // HeartRate.BodySensorLocation
        try await strap.write(.resetEnergyExpended, to: HeartRate.controlPoint)
        let bytes = try await strap.read(CharacteristicPath(.batteryLevel, of: .battery))  // [UInt8]
        show("\(place) \(bytes)")
    }

    func sendFirmware(_ image: [UInt8], to board: Peripheral) async throws {
        try await board.writeWithoutResponse(image, to: NordicUART.rx.path) { count in
            show("\(count) of \(image.count) bytes")
        }
    }

    // MARK: Notifications

    func draw(_ strap: Peripheral) async throws {
        // A reader that draws: while it is busy, only the newest value is kept.
        for try await beat in strap.notifications(of: HeartRate.measurement, buffering: .newest(1)) {
            show("\(beat.beatsPerMinute)")
        }
    }

    func record(_ strap: Peripheral) async throws {
        strap.maintainConnection()
        // Goes on after each lost link, when the strap is there again.
        for try await beat in strap.notifications(of: HeartRate.measurement, survivesDisconnection: true) {
            show("\(beat.beatsPerMinute)")
        }
    }

    // MARK: Deadlines and cancellation

    func readSoon(_ strap: Peripheral) async throws -> UInt8 {
        try await withDeadline(.seconds(5)) {
            try await strap.connect()
            return try await strap.read(Battery.level, within: .seconds(1))
        }
    }

    // MARK: Errors

    func level(of strap: Peripheral) async -> UInt8? {
        do {
            return try await strap.read(Battery.level, within: .seconds(5))
        } catch let error as ClientError {
            switch error.reason {
            case .poweredOff, .unauthorized: show("Bluetooth is off for this app")
            case .servicesNotFound, .characteristicsNotFound: show("this strap has no battery level")
            case .deadlineExceeded: show("the strap is not near")
            case .refused(let code): show("the strap refused with \(code)")
            default: show("\(error)")
            }
        } catch {
            show("cancelled")  // CancellationError, because the task was cancelled
        }
        return nil
    }

    // MARK: States

    func showBluetooth() async {
        for await state in central.states {
            show("Bluetooth: \(state)")
        }
    }

    // MARK: Scanning and finding

    func scan() async throws {
        for try await sighting in central.scan(for: [HeartRate.service]) {
            show("\(sighting.name ?? "?") \(sighting.rssi) dBm")
        }
    }

    func showWhoIsThere() async throws {
        for try await event in central.scan(for: [HeartRate.service], losingAfter: .seconds(5)) {
            switch event {
            case .seen(let sighting): show("\(sighting.peripheral) is there")
            case .lost(let sighting): show("\(sighting.peripheral) is gone")
            }
        }
    }

    func find() async throws -> [Peripheral] {
        let known = try await central.find(.named("HR-1"), within: .seconds(10))
        let near = try await central.find(
            .advertising([HeartRate.service]) && .namePrefix("HR-"), choosing: .strongest(after: .seconds(2)))
        return [known, near]
    }

    func choose() async throws -> Peripheral {
        try await central.find(
            .advertising([HeartRate.service]),
            choosing: .asking { lists in
                for await list in lists where list.count >= 2 { return list[1].peripheral }
                return nil
            })
    }

    // MARK: Requests, transfers and framing

    func countRecords(of meter: Peripheral) async throws -> Int {
        let (records, answer) = try await meter.request(
            .reportAll, at: Glucose.recordAccess, collecting: Glucose.measurement, within: .seconds(30))
        show("\(answer)")
        return records.count
    }

    func dial(_ modem: Peripheral) async throws {
        let crlf: [UInt8] = [0x0D, 0x0A]
        let answer = try await modem.request(
            Array("ATDT 112".utf8), at: NordicUART.serial, framed: .delimited(by: crlf), within: .seconds(5))
        show(String(decoding: answer, as: UTF8.self))
    }

    func update(_ board: Peripheral, to image: [UInt8]) async throws {
        for try await progress in board.send(image, to: NordicUART.rx) {
            show("\(Int(progress.fraction * 100)) %, \(Int(progress.bytesPerSecond ?? 0)) bytes per second")
        }
    }

    func listen(to board: Peripheral) async throws {
        for try await message in board.messages(of: NordicUART.tx, framed: .lengthPrefixed(.uint16)) {
            show("\(message.count) bytes")
        }
    }

    // MARK: Channels

    func dump(_ logger: Peripheral) async throws -> [UInt8] {
        let channel = try await logger.openChannel(psm: 0x80, within: .seconds(5))
        try await channel.send(Array("dump".utf8))
        var log: [UInt8] = []
        for try await bytes in channel.incoming {
            log += bytes
            if log.count >= 10_000 { channel.close() }
        }
        return log
    }

    // MARK: Observation

    #if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor static func observe(_ strap: Peripheral) -> PeripheralModel {
        let model = PeripheralModel(strap)
        model.observe(HeartRate.measurement)
        model.observe(Battery.level)
        return model
    }
    #endif

    // MARK: Previews

    func rows() -> [Sighting] {
        var advertisement = Advertisement()
        advertisement.localName = "HR-1"
        return [Sighting(peripheral: Peripheral(name: "HR-1"), advertisement: advertisement, rssi: -50)]
    }

    // MARK: The peripheral role

    func beStrap(_ sensor: AsyncStream<HeartRate.Measurement>) async throws {
        let peripheral = LocalPeripheral()
        try await peripheral.publish(
            LocalService(HeartRate.service) {
                LocalCharacteristic(HeartRate.bodySensorLocation, value: .chest)
                LocalCharacteristic(HeartRate.measurement, .notify)
                LocalCharacteristic(HeartRate.controlPoint, .write)
                    .onWrite { command, central in show("\(command)") }
            })
        async let advertising: Void = peripheral.advertise(name: "My strap", services: [HeartRate.service])
        for await beat in sensor {
            try await peripheral.update(HeartRate.measurement, to: beat)
        }
        peripheral.stopAdvertising()
        try await advertising
    }

    // MARK: Restoration

    static func afterRelaunch(show: @escaping @Sendable (String) -> Void) async throws {
        let central = Central(restoreIdentifier: "straps")
        for await peripherals in central.restored {
            for strap in peripherals { show("\(strap) is still \(strap.connectionState)") }
        }
    }
}
