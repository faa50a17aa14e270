import BluetoothPort
import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

@Suite("Transfers")
struct TransferTests {
    private static let service: BluetoothUUID = "FFF0"
    private static let data = TypedCharacteristic<[UInt8]>("FFF1", of: service)
    private static let updates = TypedCharacteristic<[UInt8]>("FFF2", of: service)

    private func board(_ take: @escaping @Sendable (DeviceWrite) -> Void) -> DeviceDefinition {
        DeviceDefinition(name: "Board") {
            DeviceAdvertising(services: [Self.service])
            DeviceService(Self.service) {
                DeviceCharacteristic(Self.data, [.write, .writeWithoutResponse]).onWrite { take($0) }
                DeviceCharacteristic(Self.updates, .notify)
            }
        }
    }

    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
    }

    @Test("All bytes arrive, and the progress grows to the end", .simulated, arguments: [false, true])
    func sends(withResponse: Bool) async throws {
        let received = Lock<[UInt8]>([])
        let lengths = Lock<Set<Int>>([])
        World.current.add(
            board { write in
                received.withLock { $0 += write.value }
                _ = lengths.withLock { $0.insert(write.value.count) }
            }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        let image = pattern(20_000)
        var all: [TransferProgress] = []
        for try await progress in peripheral.send(image, to: Self.data, withResponse: withResponse) {
            all.append(progress)
        }
        try await World.current.sleep(for: .seconds(1))
        #expect(received.withLock { $0 } == image)
        #expect(
            zip(all, all.dropFirst()).allSatisfy { $0.sentCount < $1.sentCount && $0.elapsed <= $1.elapsed })
        let last = try #require(all.last)
        #expect(last.sentCount == 20_000 && last.totalCount == 20_000 && last.fraction == 1)
        #expect(last.remaining == .zero)
        let speed = try #require(last.bytesPerSecond)
        #expect(speed > 1_000 && speed < 1_000_000)
        // One packet each, as the phone's MTU of 185 allows, and the rest.
        #expect(lengths.withLock { $0 } == [182, 20_000 % 182])
    }

    @Test("The remaining time is nearly true", .simulated)
    func remaining() async throws {
        World.current.add(board { _ in }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        try await peripheral.connect()
        var guess: (at: Nanoseconds, left: Nanoseconds)?
        var end = Nanoseconds.zero
        for try await progress in peripheral.send(pattern(200_000), to: Self.data, withResponse: true) {
            if progress.fraction > 0.5, guess == nil {
                guess = (progress.elapsed, try #require(progress.remaining))
            }
            end = progress.elapsed
        }
        let (at, left) = try #require(guess)
        let truth = end - at
        #expect(abs(left.seconds - truth.seconds) < 0.2 * truth.seconds)
    }

    @Test(
        "If the loop is left, no more is sent, and the next transfer goes on", .simulated,
        arguments: [false, true])
    func left(withResponse: Bool) async throws {
        let received = Lock(0)
        World.current.add(board { write in received.withLock { $0 += write.value.count } }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        for try await progress in peripheral.send(pattern(500_000), to: Self.data, withResponse: withResponse)
        {
            if progress.sentCount > 10_000 { break }
        }
        try await World.current.sleep(for: .seconds(1))
        let count = received.withLock { $0 }
        #expect(count < 100_000)
        try await World.current.sleep(for: .seconds(2))
        #expect(received.withLock { $0 } == count)
        for try await _ in peripheral.send(pattern(100), to: Self.data, withResponse: withResponse) {}
        try await World.current.sleep(for: .seconds(1))
        #expect(received.withLock { $0 } == count + 100)
    }

    @Test("A transfer ends with its time, its task and its link", .simulated, arguments: [false, true])
    func ends(withResponse: Bool) async throws {
        let device = World.current.add(board { _ in }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        let image = pattern(1_000_000)
        let late = await clientError {
            for try await _ in peripheral.send(
                image, to: Self.data, withResponse: withResponse, within: .seconds(1))
            {}
        }
        #expect(late?.reason == .deadlineExceeded)
        let outer = await clientError {
            try await withDeadline(.seconds(1)) {
                for try await _ in peripheral.send(image, to: Self.data, withResponse: withResponse) {}
            }
        }
        #expect(outer?.reason == .deadlineExceeded)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    for try await _ in peripheral.send(image, to: Self.data, withResponse: withResponse) {}
                }
            }
            try await World.current.sleep(for: .seconds(1))
            group.cancelAll()
        }
        async let lost = clientError {
            for try await _ in peripheral.send(image, to: Self.data, withResponse: withResponse) {}
        }
        try await World.current.sleep(for: .seconds(1))
        device.move(to: .outOfRange)
        #expect(await lost?.reason == .disconnected)
    }

    @Test("A transfer over a channel tells its progress", .simulated)
    func overChannel() async throws {
        let received = Lock<[UInt8]>([])
        var definition = board { _ in }
        definition.channels = [
            DeviceChannel(psm: 0x80).onReceive { _, bytes in received.withLock { $0 += bytes } }
        ]
        World.current.add(definition, at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        let image = pattern(100_000)
        var last: TransferProgress?
        for try await progress in channel.transfer(image, within: .minutes(5)) { last = progress }
        try await channel.flush()
        try await World.current.sleep(for: .seconds(1))
        #expect(last?.sentCount == 100_000)
        #expect(received.withLock { $0 } == image)
    }

    @Test("Whole frames come from a characteristic, however they are cut", .simulated)
    func messages() async throws {
        let device = World.current.add(board { _ in }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        let frames = [pattern(3), [], pattern(300), pattern(1)]
        let received = Lock<[[UInt8]]>([])
        async let reading: Void = {
            for try await frame in peripheral.messages(of: Self.updates, framed: .lengthPrefixed(.uint16)) {
                if received.withLock({
                    $0.append(frame); return $0.count == frames.count
                }) {
                    break
                }
            }
        }()
        try await World.current.sleep(for: .seconds(3))
        let stream = try frames.flatMap { try LengthPrefixedFraming(.uint16).encode($0) }
        for start in stride(from: 0, to: stream.count, by: 7) {
            device.update(Self.updates, Array(stream[start..<min(start + 7, stream.count)]))
            try await World.current.sleep(for: .milliseconds(50))
        }
        try await reading
        #expect(received.withLock { $0 } == frames)
    }

    @Test("Values that are no pieces end the messages with the reason and the place", .simulated)
    func malformed() async throws {
        let device = World.current.add(board { _ in }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        async let reading = clientError {
            for try await _ in peripheral.messages(of: Self.updates, framed: .pieces()) {}
        }
        try await World.current.sleep(for: .seconds(3))
        device.update(Self.updates, [0x05, 1])
        let error = await reading
        #expect(error?.reason == .malformedFrame(.outOfSequence(expected: 0, received: 5)))
        #expect(error?.characteristic == "FFF2")
    }

    @Test(
        "Frames of several tasks are written in pieces and not mixed", .simulated, arguments: [false, true])
    func writesFrames(withResponse: Bool) async throws {
        let decoder = Lock(PieceFraming().makeDecoder())
        let received = Lock<[[UInt8]]>([])
        World.current.add(
            board { write in
                guard let frames = try? decoder.withLock({ try $0.take(write.value) }) else {
                    Issue.record("the pieces are mixed")
                    return
                }
                received.withLock { $0 += frames }
            }, at: .meters(1))
        let peripheral = try await firstPeripheral()
        let frames = (0..<5).map { pattern(700 + $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for frame in frames {
                group.addTask {
                    try await peripheral.write(
                        frame, to: Self.data, framed: .pieces(), withResponse: withResponse,
                        within: .minutes(1))
                }
            }
            try await group.waitForAll()
        }
        try await World.current.sleep(for: .seconds(1))
        #expect(received.withLock { $0.sorted { $0.count < $1.count } } == frames)
        let error = await clientError {
            try await peripheral.write(
                pattern(10), to: Self.data, framed: .lengthPrefixed(.uint8, maximum: 3))
        }
        #expect(error?.reason == .malformedFrame(.frameTooLong(maximum: 3)))
    }
}
