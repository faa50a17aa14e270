import class BluetoothPort.Lock
import Dispatch
import FaradayClient
import FaradaySimulation

/// A read through the async client and both stacks: `await peripheral.read(_:)`, in a loop of one task.
enum ClientRead {
    static func measure(_ options: Options) throws -> Fields {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            throw BenchmarkError("this system has no task executors")
        }
        let count = options.operations(100_000, quick: 5_000)
        let world = World(seed: 1)
        world.add(BenchDevice.definition(), at: .meters(1))
        let central = world.addPhone().run { Central() }
        let path = CharacteristicPath(
            BenchDevice.uuid(BenchDevice.readableText), of: BenchDevice.uuid(BenchDevice.serviceText))
        let found = Lock<Peripheral?>(nil)
        try perform(in: world) {
            for try await sighting in central.scan(for: [path.service.uuid]) {
                found.withLock { $0 = sighting.peripheral }
                break
            }
        }
        guard let peripheral = found.withLock({ $0 }) else { throw BenchmarkError("found no sensor") }
        func read(_ number: Int) throws {
            try perform(in: world) {
                for _ in 0..<number {
                    let value = try await peripheral.read(path)
                    guard value.count == BenchDevice.value.count else {
                        throw BenchmarkError("read other bytes")
                    }
                }
            }
        }
        try read(max(500, count / 10))
        let samples = try (0..<options.repetitions(usual: 5)).map { _ in
            try Sample.timing {
                try read(count)
                return count
            }
        }
        return Sample.summary(samples)
    }

    /// Runs a body as a simulated test runs: while it is suspended, the world moves by itself.
    ///
    /// A thread that drives the world for a task, with `world.run(until:)`, has to check its condition after each
    /// part of the task, so each read would also change threads twice.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static func perform(in world: World, _ body: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Lock<Result<Void, any Error>?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task {
            do {
                try await world.simulate(body)
                outcome.withLock { $0 = .success(()) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            end.signal()
        }
        end.wait()
        try outcome.withLock { $0 }?.get()
    }
}
