import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol LoggerApp: AnyObject {
    var samples: [Int] { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct LoggerTests {
    /// The logger sends ten thousand numbers, each one more than the one before, as fast as the link takes them.
    func getsEachSample(_ launch: () -> some LoggerApp) async throws {
        let world = World.current
        let next = World.Lock(0)
        let send: @Sendable (Device) -> Void = { logger in
            while next.withLock({ $0 < 10_000 && logger.update("FF71", [UInt8($0 & 0xFF), UInt8($0 >> 8)]) })
            {
                next.withLock { $0 += 1 }
            }
        }
        world.add(
            DeviceDefinition(name: "Logger") {
                DeviceAdvertising(services: ["FF70"])
                DeviceService("FF70") { DeviceCharacteristic("FF71", .notify) }
                DeviceBehaviour.onEvent { logger, event in
                    if case .subscribed("FF71", _) = event { send(logger) }
                }
                DeviceBehaviour.onReadyToUpdate { logger, _ in send(logger) }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.samples.count >= 10_000 })
        let wrong = zip(app.samples, 0...).filter { $0 != $1 }
        #expect(wrong.count == 0, "the first (sample, expected): \(wrong.first ?? (0, 0))")
    }

    @Test(.simulated) func takesTheValueAtOnce() async throws {
        try await getsEachSample(MendedLogger.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated) func getsEachSample() async throws {
        try await getsEachSample(NaiveLogger.init)
    }
}
