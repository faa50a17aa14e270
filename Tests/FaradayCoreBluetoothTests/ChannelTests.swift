import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// A central app that keeps the channels it gets, or does not.
final class ChannelApp: CentralApp {
    var channels: [CBL2CAPChannel] = []
    var keepsChannels = true

    override func peripheral(
        _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
        if keepsChannels, let channel { channels.append(channel) }
        super.peripheral(peripheral, didOpen: channel, error: error)
    }

    static let identifier = ChannelIdentifier(rawValue: 7)

    /// Connected, with one channel.
    static func opened(keeps: Bool = true) -> ChannelApp {
        let app = ChannelApp()
        app.keepsChannels = keeps
        app.link()
        app.port.tell(.channelOpened(peerA, .success(Channel(identifier: identifier, psm: 0x80))))
        return app
    }

    var input: InputStream { channels[0].inputStream }
    var output: OutputStream { channels[0].outputStream }

    func tell(_ event: ChannelEvent) { port.tell(.channel(Self.identifier, event)) }

    /// What was sent to the channel since the last look.
    func takeCommands() -> [ChannelCommand] {
        let all = port.commands.compactMap {
            if case .channel(Self.identifier, let command) = $0 { command } else { nil }
        }
        defer { looked = all.count }
        return Array(all[looked...])
    }
    private var looked = 0

    /// Waits for streams, as a world does.
    func settle() {
        port.tell()
        DispatchQueue.main.sync {}
    }

    func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = input.read(&bytes, maxLength: count)
        return got < 0 ? nil : Array(bytes.prefix(got))
    }

    func write(_ count: Int) -> Int {
        output.write([UInt8](repeating: 9, count: count), maxLength: count)
    }
}

@Suite struct ChannelTests {
    @Test("Behaviour 6.30, 6.31: opening is sent to the port, and a failure comes without a channel")
    func opening() {
        let app = ChannelApp()
        app.link()
        app.peripheral.openL2CAPChannel(0x2349)
        #expect(app.port.commands.last == .openChannel(peerA, psm: 0x2349))
        app.port.tell(.channelOpened(peerA, .failure(.invalidParameters)))
        #expect(app.log == ["opened true error=1"])
        #expect((app.lastError as? CBError)?.code == .invalidParameters)
        #expect(app.lastError?.localizedDescription == "One or more parameters were invalid.")
    }

    @Test func aReaderThatLeavesAByteKeepsNoneThatItHasRead() {
        let end = ReceivingEnd(StreamEvents(StreamErrands(), phone: nil))
        end.open()
        end.receive([0])
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 100)
        defer { room.deallocate() }
        for round in 1...1000 {
            end.receive([UInt8](repeating: UInt8(round & 0xFF), count: 100))
            #expect(end.read(into: room) == 100)
            #expect(room[0] == UInt8((round - 1) & 0xFF))
        }
        #expect(end.heldCount < 300)
    }

    @Test func aChannelKnowsItsPeerAndNumber() {
        let app = ChannelApp.opened()
        #expect(app.channels[0].peer === app.peripheral)
        #expect(app.channels[0].psm == 0x80)
        #expect(app.channels[0].inputStream === app.channels[0].inputStream)
        #expect(app.input.streamStatus == .notOpen && app.output.streamStatus == .notOpen)
    }

    @Test("Behaviour 6.33; regression 120: a channel that the app does not retain is closed at once")
    func channelsAreRetained() {
        let app = ChannelApp.opened(keeps: false)
        #expect(app.takeCommands() == [.close])

        let keeper = ChannelApp.opened()
        let (input, output) = (keeper.input, keeper.output)
        input.open()
        output.open()
        #expect(keeper.takeCommands().isEmpty)
        keeper.channels = []
        #expect(keeper.takeCommands() == [.close], "its streams do not keep it")
        #expect(input.streamStatus == .atEnd && output.streamStatus == .atEnd)
    }

    @Test func closingBothStreamsClosesTheChannelOnce() {
        let app = ChannelApp.opened()
        app.input.open()
        app.input.close()
        #expect(app.input.streamStatus == .closed)
        #expect(app.takeCommands().isEmpty, "the other one is in use")
        app.output.close()
        #expect(app.takeCommands() == [.close])
        app.channels = []
        #expect(app.takeCommands().isEmpty)
    }

    @Test("Behaviour 6.33: bytes wait for the app, in order, and the peer waits until the app reads")
    func reading() {
        let app = ChannelApp.opened()
        #expect(app.read(4) == nil, "it is not open")
        app.tell(.received([1, 2, 3]))
        #expect(!app.input.hasBytesAvailable)
        app.input.open()
        #expect(app.input.hasBytesAvailable)
        app.tell(.received([4, 5]))
        #expect(app.read(4) == [1, 2, 3, 4])
        #expect(app.takeCommands() == [.consume(4)])
        #expect(app.read(4) == [5])
        #expect(!app.input.hasBytesAvailable && app.input.streamError == nil)
        #expect(app.read(4) == nil)
        #expect((app.input.streamError as? NSError)?.code == Int(EAGAIN))
        #expect(app.input.streamStatus == .open, "there may be more later")
        app.tell(.received([6]))
        app.tell(.closed(nil))
        #expect(app.read(4) == [6] && app.input.streamError == nil)
        #expect(app.input.streamStatus == .atEnd)
        #expect(app.read(4) == [])
        #expect(app.takeCommands() == [.consume(1), .consume(1)])
    }

    @Test("Behaviour 6.33: writes accept as many bytes as there is room for; sent bytes make room")
    func writing() {
        let app = ChannelApp.opened()
        let room = SendingEnd.bufferSize
        #expect(app.write(1) == -1 && !app.output.hasSpaceAvailable, "it is not open")
        app.output.open()
        #expect(app.write(room - 10) == room - 10)
        #expect(app.output.hasSpaceAvailable)
        #expect(app.write(50) == 10)
        #expect(!app.output.hasSpaceAvailable)
        #expect(app.write(1) == -1)
        #expect((app.output.streamError as? NSError)?.code == Int(EAGAIN))
        #expect(app.output.streamStatus == .open)
        app.tell(.sent(30))
        #expect(app.output.hasSpaceAvailable && app.write(50) == 30)
        let sizes = app.takeCommands().map { if case .send(let bytes) = $0 { bytes.count } else { 0 } }
        #expect(sizes == [room - 10, 10, 30])
    }

    @Test("Behaviour 6.33: after the end writes fail with a broken pipe, reported once")
    func writingAfterTheEnd() {
        let app = ChannelApp.opened()
        let log = StreamLog()
        app.output.delegate = log
        app.output.schedule(in: .main, forMode: .default)
        app.output.open()
        app.settle()
        #expect(log.take() == ["open", "space"])
        app.tell(.closed(.connectionTimeout))
        app.settle()
        #expect(log.take() == ["end"] && app.output.streamStatus == .atEnd)
        #expect(app.write(3) == -1 && app.write(3) == -1)
        app.settle()
        #expect(log.take() == ["error"] && app.output.streamStatus == .error)
        let error = app.output.streamError as? NSError
        #expect(error?.domain == NSPOSIXErrorDomain && error?.code == Int(EPIPE))
    }

    @Test func theEndOfTheManagerEndsTheStreams() {
        let app = ChannelApp.opened()
        app.input.open()
        app.output.open()
        let (input, output, channel) = (app.input, app.output, app.channels[0])
        app.forgetManager()
        #expect(input.streamStatus == .atEnd && output.streamStatus == .atEnd)
        withExtendedLifetime(channel) {}
    }

    @Test func twoChannelsDoNotCross() {
        let app = ChannelApp.opened()
        app.port.tell(
            .channelOpened(peerA, .success(Channel(identifier: ChannelIdentifier(rawValue: 8), psm: 0x81))))
        let second: InputStream = app.channels[1].inputStream
        app.input.open()
        second.open()
        app.tell(.received([1]))
        #expect(app.input.hasBytesAvailable && !second.hasBytesAvailable)
        app.tell(.closed(nil))
        #expect(second.streamStatus == .open)
        #expect(app.channels.map(\.psm) == [0x80, 0x81])
    }
}
