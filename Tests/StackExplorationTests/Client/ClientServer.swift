import AppPromises
import FaradayClient
import FaradayTesting

/// An app that is a peripheral through the client: it publishes, advertises, sends values and takes channels, each again
/// after an error.
struct ClientServer: Sendable {
    let world: World
    let peripheral: LocalPeripheral
    private let psm = World.Lock<UInt16>(0)

    init(_ world: World, _ peripheral: LocalPeripheral) {
        (self.world, self.peripheral) = (world, peripheral)
    }

    /// Serves until the task is cancelled.
    func serve() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await again { try await publish() } }
            group.addTask { await again { try await advertise() } }
            group.addTask { await again { try await takeChannels() } }
            group.addTask { await again { try await sendValues() } }
        }
    }

    private func again(_ body: () async throws -> Void) async {
        while !Task.isCancelled {
            try? await body()
            try? await world.sleep(for: .seconds(1))
        }
    }

    private func publish() async throws {
        guard peripheral.services.isEmpty else { return }
        try await peripheral.publish(
            LocalService(Bench.service) {
                LocalCharacteristic(Bench.value).onRead { _ in Bench.pattern(150) }
                LocalCharacteristic(Bench.written, .write).onWrite { [world] _, _ in
                    try? await world.sleep(for: .milliseconds(30))
                }
                LocalCharacteristic(Bench.beats, .notify)
                LocalCharacteristic(Bench.commands, .writeWithoutResponse).onWrite { _, _ in }
                LocalCharacteristic(Bench.secret, value: [6], encrypted: .read)
                LocalCharacteristic(Bench.number).onRead { [psm] _ in psm.withLock { $0 } }
            })
    }

    private func advertise() async throws {
        guard !peripheral.services.isEmpty else { return }
        try await peripheral.advertise(name: "Server", services: [Bench.service])
    }

    private func sendValues() async throws {
        try await peripheral.update(Bench.beats, to: [3], within: .seconds(5))
    }

    private func takeChannels() async throws {
        let published = try await peripheral.publishChannel()
        psm.withLock { $0 = published.psm }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for try await incoming in published.incoming {
                group.addTask {
                    do {
                        for try await bytes in incoming.channel.incoming {
                            try await incoming.channel.send(bytes)
                        }
                    } catch {}
                }
            }
        }
    }
}
