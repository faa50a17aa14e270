import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// The events of streams, and where they are delivered.
@Suite struct ChannelEventTests {
    /// The run loops that an app may schedule a stream in.
    enum Place: CaseIterable {
        case main
        case ownThread
    }

    private static func scheduled(_ place: Place) -> (ChannelApp, StreamLog, StreamLog, LoopThread?) {
        let app = ChannelApp.opened()
        let thread = place == .ownThread ? LoopThread() : nil
        let (input, output) = (StreamLog(), StreamLog())
        app.input.delegate = input
        app.output.delegate = output
        for stream in [app.input, app.output] as [Stream] {
            stream.schedule(in: thread?.loop ?? .main, forMode: .default)
            stream.open()
        }
        app.settle()
        return (app, input, output, thread)
    }

    @Test(
        "Behaviour 6.33: streams deliver events in the run loop in which they are scheduled",
        arguments: Place.allCases)
    func tells(_ place: Place) {
        let (app, input, output, thread) = Self.scheduled(place)
        #expect(input.take() == ["open"] && output.take() == ["open", "space"])
        app.tell(.received([1, 2]))
        app.settle()
        #expect(input.take() == ["bytes"])
        app.tell(.received([3]))
        app.settle()
        #expect(input.take() == [], "told once until the app reads")
        #expect(app.read(2) == [1, 2])
        app.settle()
        #expect(input.take() == ["bytes"], "there is one more")
        #expect(app.read(2) == [3])
        app.tell(.received([4]))
        app.tell(.closed(nil))
        app.settle()
        #expect(input.take() == ["bytes"] && output.take() == ["end"])
        #expect(app.read(2) == [4])
        app.settle()
        #expect(input.take() == ["end"])
        if place == .ownThread { #expect(input.threadCount == 1) }
        withExtendedLifetime(thread) {}
    }

    @Test(
        "Behaviour 6.33: hasSpaceAvailable comes after each write that leaves room, and when bytes are sent",
        arguments: Place.allCases)
    func tellsOfSpace(_ place: Place) {
        let (app, _, output, thread) = Self.scheduled(place)
        _ = output.take()
        #expect(app.write(1) == 1)
        app.settle()
        #expect(output.take() == ["space"])
        #expect(app.write(SendingEnd.bufferSize) == SendingEnd.bufferSize - 1)
        app.tell(.sent(1))
        app.tell(.sent(1))
        app.settle()
        #expect(output.take() == ["space"], "once, however much leaves")
        withExtendedLifetime(thread) {}
    }

    @Test func whatNobodyCouldHearYetIsToldLater() {
        let app = ChannelApp.opened()
        app.input.open()
        app.tell(.received([1]))
        let log = StreamLog()
        app.input.schedule(in: .main, forMode: .common)
        app.settle()
        app.input.delegate = log
        app.settle()
        #expect(log.take() == ["open", "bytes"])
        app.input.remove(from: .main, forMode: .common)
        app.tell(.closed(nil))
        _ = app.read(1)
        app.settle()
        #expect(log.take() == [])
        app.input.schedule(in: .main, forMode: .default)
        app.settle()
        #expect(log.take() == ["end"])
    }

    @Test func aStreamThatLeavesARunLoopWithNewsTellsInAnother() {
        let app = ChannelApp.opened()
        let log = StreamLog()
        app.input.delegate = log
        let dead = RunLoop.current
        app.input.schedule(in: dead, forMode: .default)
        app.input.open()
        app.input.remove(from: dead, forMode: .default)
        app.input.schedule(in: .main, forMode: .default)
        DispatchQueue.main.sync {}
        #expect(log.take() == ["open"])
        app.tell(.received([1]))
        DispatchQueue.main.sync {}
        #expect(log.take() == ["bytes"])
    }

    @Test func aClosedStreamTellsNothing() {
        let (app, input, output, _) = Self.scheduled(.main)
        _ = (input.take(), output.take())
        app.input.close()
        app.output.close()
        app.tell(.received([1]))
        app.tell(.closed(nil))
        app.settle()
        #expect(input.take() == [] && output.take() == [])
        #expect(app.read(1) == nil && app.write(1) == -1)
    }

    @Test func bytesThatWereReadAreNotToldAnyMore() {
        let app = ChannelApp.opened()
        let log = StreamLog()
        app.input.delegate = log
        log.onEvent { stream, event in
            var bytes: [UInt8] = [0, 0]
            if event == .openCompleted { _ = (stream as? InputStream)?.read(&bytes, maxLength: 2) }
        }
        app.tell(.received([1]))
        app.input.open()
        app.input.schedule(in: .main, forMode: .default)
        app.settle()
        #expect(log.take() == ["open"])
    }

    @Test func aRunLoopOfTheMainQueueIsTheMainOne() {
        let app = ChannelApp.opened()
        let log = StreamLog()
        app.input.delegate = log
        nonisolated(unsafe) let input = app.input
        DispatchQueue.main.sync {
            input.schedule(in: .current, forMode: .default)
            input.open()
        }
        app.settle()
        #expect(log.take() == ["open"])
    }

    @Test func aRunLoopThatNeverTurnsIsNotWaitedForTwice() {
        let errands = RunLoopErrands(patience: .milliseconds(100))
        func milliseconds(_ work: () -> Void) -> UInt64 {
            let start = DispatchTime.now().uptimeNanoseconds
            work()
            return (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
        }
        errands.began()
        #expect(milliseconds { errands.settle() } >= 100)
        // The world stops waiting; otherwise two thousand more waits would take 200 s.
        #expect(milliseconds { for _ in 0..<2000 { errands.settle() } } < 200_000)
    }

    @Test func aRunLoopThatTurnsIsWaitedFor() {
        let errands = RunLoopErrands(patience: .seconds(30))
        errands.began()
        DispatchQueue.global().async { errands.ended() }
        errands.settle()
        #expect(errands.isIdle)
    }

    /// An app's thread that does nothing but run its run loop goes on as long as a stream is in it.
    @Test func aStreamKeepsARunLoopGoing() {
        let app = ChannelApp.opened()
        let log = StreamLog()
        nonisolated(unsafe) let input = app.input
        input.delegate = log
        let (ready, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread {
            input.schedule(in: .current, forMode: .default)
            input.open()
            ready.signal()
            RunLoop.current.run()
            over.signal()
        }.start()
        ready.wait()
        log.onEvent { stream, event in if event == .endEncountered { stream.close() } }
        app.tell(.received([1]))
        app.settle()
        #expect(log.take() == ["open", "bytes"])
        _ = app.read(1)
        app.tell(.closed(nil))
        #expect(over.wait(timeout: .now() + .seconds(300)) == .success, "and ends with it")
    }
}
