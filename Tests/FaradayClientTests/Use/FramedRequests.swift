import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

@Suite("A framed request gets the frame that answers it, and no other")
struct FramedRequestTests {
    private static let service: BluetoothUUID = "FFF0"
    private static let point = ControlPoint<[UInt8], [UInt8]>("FFF1", of: service)

    /// A modem: `answer` says which notifications follow a line, each after a time in milliseconds.
    private func modem(
        _ answer: @escaping @Sendable (String) -> [(delay: Int, text: String)]
    ) async throws -> (device: Device, modem: Peripheral) {
        let definition = DeviceDefinition(name: "Modem") {
            DeviceAdvertising(services: [Self.service])
            DeviceService(Self.service) {
                DeviceCharacteristic(Self.point)
                    .onRequest(Self.point) { bytes, write in
                        let line = String(decoding: bytes.dropLast(), as: UTF8.self)
                        for (delay, text) in answer(line) {
                            write.device.world.after(.milliseconds(delay)) {
                                write.device.send(Array(text.utf8), of: Self.point.response, to: write.link)
                            }
                        }
                        return nil
                    }
            }
        }
        let device = World.current.add(definition, at: .meters(1))
        return (device, try await firstPeripheral())
    }

    private func ask(
        _ modem: Peripheral, _ line: String, within limit: Nanoseconds = .seconds(5),
        where isAnswer: @Sendable ([UInt8]) throws -> Bool = { _ in true }
    ) async throws -> String {
        let answer = try await modem.request(
            Array(line.utf8), at: Self.point, framed: .lines, within: limit, where: isAnswer)
        return String(decoding: answer, as: UTF8.self)
    }

    /// The messages that come within two seconds.
    private func messages(_ modem: Peripheral) async -> [String] {
        var lines: [String] = []
        await withDeadline(.seconds(2)) {
            do {
                for try await line in modem.messages(of: Self.point.response, framed: .lines) {
                    lines.append(String(decoding: line, as: UTF8.self))
                }
            } catch {}
        }
        return lines
    }

    @Test("A line that the device sends by itself is no answer, and is kept as a message", .simulated)
    func unsolicited() async throws {
        let (_, modem) = try await modem { line in [(10, "+RING\n"), (50, "OK \(line)\n")] }
        let answer = try await ask(modem, "AT") { $0.starts(with: "OK".utf8) }
        #expect(answer == "OK AT")
        #expect(await messages(modem) == ["+RING"])
        #expect(await messages(modem) == [], "each message is read once")
    }

    @Test("A late answer of an earlier request is told apart", .simulated)
    func late() async throws {
        let (_, modem) = try await modem { line in [(line == "1" ? 1_500 : 700, "OK \(line)\n")] }
        let first = await clientError { _ = try await ask(modem, "1", within: .seconds(1)) }
        #expect(first?.reason == .deadlineExceeded)
        #expect(try await ask(modem, "2") { $0.elementsEqual("OK 2".utf8) } == "OK 2")
        #expect(await messages(modem) == ["OK 1"])
    }

    @Test("flush drops a late answer, and the next request needs no condition", .simulated)
    func flush() async throws {
        let (_, modem) = try await modem { line in [(line == "1" ? 2_500 : 700, "OK \(line)\n")] }
        _ = await clientError { _ = try await ask(modem, "1", within: .seconds(1)) }
        let dropped = try await modem.flush(Self.point, quietPeriod: .seconds(4), within: .seconds(20))
        #expect(dropped == 1)
        #expect(try await ask(modem, "2") == "OK 2")
        #expect(await messages(modem) == [])
    }

    @Test("flush of a characteristic that is never quiet ends with its limit", .simulated)
    func noisy() async throws {
        let (_, modem) = try await modem { _ in (1...40).map { ($0 * 200, "x\n") } }
        _ = try await ask(modem, "go")
        let error = await clientError {
            try await modem.flush(Self.point, quietPeriod: .seconds(1), within: .seconds(3))
        }
        #expect(error?.reason == .deadlineExceeded)
    }

    @Test("The rest of a line that began before the request belongs to that line", .simulated)
    func half() async throws {
        let (_, modem) = try await modem { line in
            line == "1" ? [(10, "OK 1\n"), (500, "+TEMP 2")] : [(10, "1 C\nOK 2\n")]
        }
        #expect(try await ask(modem, "1") == "OK 1")
        try await World.current.sleep(for: .seconds(1))
        #expect(try await ask(modem, "2") { $0.starts(with: "OK".utf8) } == "OK 2")
        #expect(await messages(modem) == ["+TEMP 21 C"])
    }

    @Test("A second frame in one value is not lost, and does not answer the next request", .simulated)
    func second() async throws {
        let (_, modem) = try await modem { line in [(10, "OK \(line)\n+RING\n")] }
        #expect(try await ask(modem, "1") == "OK 1")
        #expect(try await ask(modem, "2") == "OK 2")
        #expect(await messages(modem) == ["+RING", "+RING"])
    }

    @Test("A value that can't be in one packet is refused instead of cut", .simulated)
    func whole() async throws {
        let world = World.current
        let data = TypedCharacteristic<[UInt8]>("FF02", of: "FF00")
        let lengths = World.Lock<[Int]>([])
        world.add(
            DeviceDefinition(name: "Sink") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic(data, .writeWithoutResponse)
                        .onWrite { write in lengths.withLock { $0.append(write.value.count) } }
                }
            }, at: .meters(1))
        let sink = try await firstPeripheral()
        // The length of packets is agreed upon on a new link.
        _ = try await sink.characteristics(of: ServicePath("FF00"))
        let length = try await sink.maximumWriteLength(withResponse: false)
        try await sink.writeWithoutResponse([UInt8](repeating: 1, count: length), to: data)
        let error = await clientError {
            try await sink.writeWithoutResponse([UInt8](repeating: 2, count: length + 1), to: data)
        }
        #expect(error?.reason == .valueTooLong(limit: length))
        try await world.sleep(for: .seconds(1))
        #expect(lengths.withLock { $0 } == [length])
        // Bytes for a path are no value, and are cut.
        try await sink.writeWithoutResponse([UInt8](repeating: 3, count: length + 1), to: data.path)
        try await world.sleep(for: .seconds(1))
        #expect(lengths.withLock { $0 } == [length, length, 1])
    }
}
