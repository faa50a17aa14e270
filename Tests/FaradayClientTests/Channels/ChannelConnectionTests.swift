import BluetoothPort
import FaradayClient
import FaradayTesting
import Testing

@Suite("L2CAP channels of a client")
struct ChannelConnectionTests {
    private func logger(_ channels: [DeviceChannel]) -> DeviceDefinition {
        var definition = DeviceDefinition(name: "Logger") { DeviceAdvertising(services: ["FFF0"]) }
        definition.channels = channels
        return definition
    }

    private func echo(_ psm: UInt16) -> DeviceChannel {
        DeviceChannel(psm: psm).onReceive { channel, bytes in channel.send(bytes) }
    }

    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    }

    @Test("What is sent comes back whole and in order", .simulated)
    func echoes() async throws {
        World.current.add(logger([echo(0x80)]), at: .meters(1))
        let peripheral = try await firstPeripheral()
        let channel = try await peripheral.openChannel(psm: 0x80, within: .seconds(5))
        #expect(channel.psm == 0x80 && channel.isOpen)
        let sent = pattern(20_000)
        async let sending: Void = channel.send(sent)
        var received: [UInt8] = []
        for try await piece in channel.incoming {
            received += piece
            if received.count == sent.count { break }
        }
        try await sending
        #expect(received == sent)
    }

    @Test("A reader that does not read stops the writer, and nothing is lost", .simulated)
    func slowReader() async throws {
        let world = World.current
        let all = pattern(100_000)
        let device = world.add(
            logger([DeviceChannel(psm: 0x80).onOpen { $0.send(all) }]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        try await world.sleep(for: .seconds(10))
        let waiting = try #require(device.openChannels.first).unsentCount
        #expect(waiting > 50_000)
        try await world.sleep(for: .seconds(10))
        #expect(device.openChannels.first?.unsentCount == waiting)
        var received: [UInt8] = []
        while received.count < all.count, let piece = try await channel.receive(within: .seconds(5)) {
            received += piece
        }
        #expect(received == all)
        #expect(device.openChannels.first?.unsentCount == 0)
    }

    @Test("A peer that does not read stops the sender, whose time can end", .simulated)
    func slowPeer() async throws {
        let world = World.current
        let received = Lock<[UInt8]>([])
        let device = world.add(
            logger([DeviceChannel(psm: 0x80).onReceive { _, bytes in received.withLock { $0 += bytes } }]),
            at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        let end = try #require(device.openChannels.first)
        device.setReading(false, on: end)
        let all = pattern(200_000)
        let taken = Lock(0)
        async let sending: Void = channel.send(all) { count in taken.withLock { $0 = count } }
        try await world.sleep(for: .seconds(20))
        let stuck = taken.withLock { $0 }
        #expect(stuck < 150_000)
        await #expect(throws: ClientError.self) { try await channel.send([1], within: .seconds(1)) }
        device.setReading(true, on: end)
        try await sending
        try await channel.flush(within: .seconds(30))
        try await world.sleep(for: .seconds(1))
        #expect(received.withLock { $0 } == all)
    }

    @Test("Bytes that were flushed arrive although the channel is closed then", .simulated)
    func flushes() async throws {
        let world = World.current
        let received = Lock(0)
        let device = world.add(
            logger([
                DeviceChannel(psm: 0x80).onReceive { _, bytes in received.withLock { $0 += bytes.count } }
            ]),
            at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        try await channel.send(pattern(8_000))
        try await channel.flush()
        channel.close()
        #expect(!channel.isOpen)
        let end = try await channel.receive()
        #expect(end == nil)
        try await world.sleep(for: .seconds(2))
        #expect(received.withLock { $0 } == 8_000)
        #expect(device.openChannels.isEmpty)
    }

    @Test("After the peer has closed the channel, what has arrived is read, and then it ends", .simulated)
    func peerCloses() async throws {
        let world = World.current
        let device = world.add(
            logger([DeviceChannel(psm: 0x80).onOpen { $0.send([1, 2, 3]) }]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        try await world.sleep(for: .seconds(1))
        device.openChannels.first?.close()
        try await world.sleep(for: .seconds(1))
        var received: [UInt8] = []
        for try await piece in channel.incoming { received += piece }
        #expect(received == [1, 2, 3])
        let error = await clientError { try await channel.send([4]) }
        #expect(error?.reason == .channelClosed)
        #expect(error?.operation == .sendOnChannel)
        #expect(error?.peripheralName == "Logger")
    }

    @Test("A loss of the link ends reads and writes with the reason", .simulated)
    func linkLost() async throws {
        let device = World.current.add(logger([echo(0x80)]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        device.move(to: .outOfRange)
        let reading = await clientError { for try await _ in channel.incoming {} }
        #expect(reading?.reason == .disconnected)
        #expect(reading?.operation == .receiveFromChannel)
        let writing = await clientError { try await channel.send([1]) }
        #expect(writing?.reason == .disconnected)
    }

    @Test("After the app has disconnected, the channel says so", .simulated)
    func disconnectedByApp() async throws {
        World.current.add(logger([echo(0x80)]), at: .meters(1))
        let peripheral = try await firstPeripheral()
        let channel = try await peripheral.openChannel(psm: 0x80)
        async let reading = clientError { for try await _ in channel.incoming {} }
        try await World.current.sleep(for: .seconds(1))
        await peripheral.disconnect()
        #expect(await reading?.reason == .disconnectedByApp)
    }

    @Test("A channel that is released is closed", .simulated)
    func released() async throws {
        let world = World.current
        let device = world.add(logger([echo(0x80)]), at: .meters(1))
        let peripheral = try await firstPeripheral()
        do {
            let channel = try await peripheral.openChannel(psm: 0x80)
            try await channel.send([1])
            _ = try await channel.receive()
        }
        try await world.sleep(for: .seconds(1))
        #expect(device.openChannels.isEmpty)
        #expect(peripheral.connectionState == .connected)
    }

    @Test("A PSM that the peripheral does not have is an error, and the next channel opens", .simulated)
    func refused() async throws {
        World.current.add(logger([echo(0x81)]), at: .meters(1))
        let peripheral = try await firstPeripheral()
        async let refused = clientError { _ = try await peripheral.openChannel(psm: 0x80) }
        async let opened = peripheral.openChannel(psm: 0x81)
        #expect(await refused?.operation == .openChannel)
        #expect(try await opened.psm == 0x81)
    }

    @Test("Channels that are opened at the same time are not confused", .simulated)
    func several() async throws {
        World.current.add(logger([0x80, 0x81, 0x82].map(echo)), at: .meters(1))
        let peripheral = try await firstPeripheral()
        async let first = peripheral.openChannel(psm: 0x82)
        async let second = peripheral.openChannel(psm: 0x80)
        async let third = peripheral.openChannel(psm: 0x81)
        let channels = try await [first, second, third]
        #expect(channels.map(\.psm) == [0x82, 0x80, 0x81])
        for channel in channels { try await channel.send([UInt8(channel.psm)]) }
        for channel in channels {
            let answer = try await channel.receive(within: .seconds(1))
            #expect(answer == [UInt8(channel.psm)])
        }
    }

    @Test("A channel that opens after its caller has gone is closed", .simulated)
    func openedForNobody() async throws {
        let world = World.current
        let opened = Lock(0)
        let device = world.add(
            logger([DeviceChannel(psm: 0x80).onOpen { _ in opened.withLock { $0 += 1 } }]), at: .meters(1))
        let peripheral = try await firstPeripheral()
        try await peripheral.connect()
        let error = await clientError {
            _ = try await peripheral.openChannel(psm: 0x80, within: .milliseconds(1))
        }
        #expect(error?.reason == .deadlineExceeded)
        try await world.sleep(for: .seconds(2))
        #expect(opened.withLock { $0 } == 1)
        #expect(device.openChannels.isEmpty)
        // The late answer is not taken for that of the next request.
        let channel = try await peripheral.openChannel(psm: 0x80)
        #expect(device.openChannels.count == 1)
        channel.close()
    }

    @Test("A deadline holds for a reader that waits, and what comes later is not lost", .simulated)
    func readingDeadline() async throws {
        let device = World.current.add(logger([DeviceChannel(psm: 0x80)]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        let error = await clientError {
            try await withDeadline(.seconds(2)) { for try await _ in channel.incoming {} }
        }
        #expect(error?.reason == .deadlineExceeded)
        device.openChannels.first?.send([7])
        let piece = try await channel.receive(within: .seconds(1))
        #expect(piece == [7])
    }

    @Test("A cancelled reader ends without an error", .simulated)
    func cancelledReader() async throws {
        World.current.add(logger([DeviceChannel(psm: 0x80)]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                var count = 0
                for try await _ in channel.incoming { count += 1 }
                return count
            }
            try await World.current.sleep(for: .seconds(1))
            group.cancelAll()
            return try await group.next()
        }
        #expect(count == 0)
        #expect(channel.isOpen)
    }

    @Test("Whole frames go over a channel", .simulated)
    func frames() async throws {
        World.current.add(logger([echo(0x80)]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        let frames = [pattern(3), [], pattern(5_000), pattern(1)]
        for frame in frames { try await channel.send(frame, framed: .lengthPrefixed(.uint16)) }
        var received: [[UInt8]] = []
        for try await frame in channel.messages(framed: .lengthPrefixed(.uint16)) {
            received.append(frame)
            if received.count == frames.count { break }
        }
        #expect(received == frames)
    }

    @Test("The end of a channel inside a frame is an error", .simulated)
    func cutFrame() async throws {
        let device = World.current.add(
            logger([DeviceChannel(psm: 0x80).onOpen { $0.send([2, 0, 1, 2, 5, 0, 1]) }]), at: .meters(1))
        let channel = try await firstPeripheral().openChannel(psm: 0x80)
        let received = Lock<[[UInt8]]>([])
        let error = await clientError {
            for try await frame in channel.messages(framed: .lengthPrefixed(.uint16)) {
                received.withLock { $0.append(frame) }
                device.openChannels.first?.close()
            }
        }
        #expect(error?.reason == .malformedFrame(.incomplete(count: 3)))
        #expect(received.withLock { $0 } == [[1, 2]])
    }
}
