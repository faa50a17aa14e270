import AppPromises
import FaradayClient
import FaradayTesting

/// The lab's service, as values.
enum Bench {
    static let service: BluetoothUUID = "FFE0"
    static let value = TypedCharacteristic<[UInt8]>("FFE1", of: service)
    static let written = TypedCharacteristic<[UInt8]>("FFE2", of: service)
    static let beats = TypedCharacteristic<[UInt8]>("FFE3", of: service)
    static let commands = TypedCharacteristic<[UInt8]>("FFE4", of: service)
    static let secret = TypedCharacteristic<[UInt8]>("FFE6", of: service)
    static let number = TypedCharacteristic<UInt16>("ABDD3056-28FA-441D-A470-55A75A52553A", of: service)

    static func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place &* 31 >> 3) }
    static func pattern(_ count: Int, from start: Int = 0) -> [UInt8] { (start..<start + count).map(byte) }
}

/// An app that uses one peripheral through the client in several tasks, in any way. Each request has a time limit, and ends
/// by then with its result or with an error of the client.
struct ClientApp: Sendable {
    let promises: Promises
    private let current: World.Lock<Peripheral>
    private let hasFoundAgain = World.Lock(false)
    let hasEnded = World.Lock(false)
    let values = World.Lock(0)

    private var world: World { promises.world }

    init(_ peripheral: Peripheral, _ promises: Promises) {
        (current, self.promises) = (World.Lock(peripheral), promises)
        peripheral.maintainConnection(.exponential(from: .milliseconds(200), upTo: .seconds(5)))
    }

    var peripheral: Peripheral { current.withLock { $0 } }

    /// The app has found the same peer under another address, and lets go of the old one.
    func replace(with peripheral: Peripheral) async {
        hasFoundAgain.withLock { $0 = true }
        let old = self.peripheral
        current.withLock { $0 = peripheral }
        peripheral.maintainConnection(.exponential(from: .milliseconds(200), upTo: .seconds(5)))
        await old.disconnect()
    }

    /// Makes requests, one after the other, until the app has ended.
    func work() async {
        while !hasEnded.withLock({ $0 }), !Task.isCancelled {
            let limit = Nanoseconds.milliseconds(200 + promises.below(promises.chance(30) ? 40_000 : 4_000))
            let start = world.now
            let which = promises.below(12)
            await request(which, within: limit)
            // A suspended app's work is late, which is no fault of the client.
            if which != 5, world.now > start + limit + .milliseconds(300), !hasBeenSuspended {
                promises.broke(.late("request \(which) took \(world.now - start) and not \(limit)"))
            }
            try? await world.sleep(for: .milliseconds(1 + promises.below(900)))
        }
    }

    private var hasBeenSuspended: Bool {
        world.firedFaults.contains { "\($0.fault)".contains("suspendsApp") }
    }

    private func request(_ which: Int, within limit: Nanoseconds) async {
        do {
            try await request(which, limit)
        } catch is CancellationError {
            if !hasEnded.withLock({ $0 }) { promises.broke(.unasked("a request was cancelled by nobody")) }
        } catch let error as ClientError {
            if hasEnded.withLock({ $0 }) || hasFoundAgain.withLock({ $0 }) { return }
            if error.reason == .closed || error.reason == .disconnectedByApp {
                promises.broke(.untrue("\(error)"))
            }
        } catch {
            promises.broke(.untrue("an error of another type: \(error)"))
        }
    }

    private func request(_ which: Int, _ limit: Nanoseconds) async throws {
        switch which {
        case 0, 1: _ = try await peripheral.read(Bench.value, within: limit)
        case 2: _ = try await peripheral.read(Bench.secret, within: limit)
        case 3, 4:
            let bytes = [UInt8](repeating: 7, count: 1 + promises.below(300))
            try await peripheral.write(bytes, to: Bench.written, within: limit)
        case 5: try await listen()
        case 6: try await transfer(limit)
        case 7, 8: try await useChannel(limit)
        case 9: _ = try await peripheral.readRSSI(within: limit)
        case 10: _ = try await peripheral.services(within: limit)
        default: try await peripheral.connect(within: limit)
        }
    }

    /// Listens until the link ends; a time limit is for requests, and not for streams.
    private func listen() async throws {
        var count = 0
        for try await _ in peripheral.notifications(of: Bench.beats) {
            count += 1
            if count == 3 { break }
        }
    }

    /// The progress of a transfer rises, and ends with everything.
    private func transfer(_ limit: Nanoseconds) async throws {
        let bytes = [UInt8](repeating: 8, count: 1 + promises.below(3000))
        var last = 0
        for try await progress in peripheral.send(
            bytes, to: Bench.commands.path, withResponse: false, within: limit)
        {
            promises.require(progress.sentCount >= last, .disordered("the progress of a transfer falls"))
            last = progress.sentCount
        }
        promises.require(last == bytes.count, .unanswered("the end of a transfer: \(last) of \(bytes.count)"))
    }

    /// What is sent on a channel comes back in order.
    private func useChannel(_ limit: Nanoseconds) async throws {
        try await withDeadline(limit) {
            let psm = try await peripheral.read(Bench.number)
            let channel = try await peripheral.openChannel(psm: psm)
            let count = 1 + promises.below(6000)
            async let sending: Void = channel.send(Bench.pattern(count))
            var received = 0
            for try await piece in channel.incoming {
                promises.require(
                    piece == Bench.pattern(piece.count, from: received),
                    .disordered("bytes of a channel from \(received) on are others"))
                received += piece.count
                if received >= count { break }
            }
            try await sending
            channel.close()
        }
    }

    /// Reads a stream that goes on after each loss, and reads another one when it ends with an error.
    func watch() async {
        while !hasEnded.withLock({ $0 }), !Task.isCancelled {
            do {
                for try await _ in peripheral.notifications(of: Bench.beats, survivesDisconnection: true) {
                    values.withLock { $0 += 1 }
                }
            } catch let error as ClientError {
                promises.require(
                    error.reason != .disconnected, .untrue("the stream ended with its link: \(error)"))
            } catch {
                promises.broke(.untrue("an error of another type: \(error)"))
            }
            try? await world.sleep(for: .seconds(1))
        }
    }
}
