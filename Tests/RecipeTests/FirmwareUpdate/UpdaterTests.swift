import FaradayTesting
import Foundation
import Testing

/// What the tests ask of an app.
protocol UpdaterApp: AnyObject {
    var isDone: Bool { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct UpdaterTests {
    /// A pump that stores blocks, and says after each of them how many bytes it has.
    private func pump(_ flash: World.Lock<[UInt8]>) -> DeviceDefinition {
        DeviceDefinition(name: "Pump") {
            DeviceAdvertising(services: ["FF60"])
            DeviceService("FF60") {
                DeviceCharacteristic("FF61", .write).onWrite { write in
                    let count = flash.withLock { flash in
                        flash += write.value
                        return flash.count
                    }
                    write.device.update("FF62", [UInt8(count & 0xFF), UInt8(count >> 8)])
                }
                DeviceCharacteristic("FF62", [.read, .notify], value: [0, 0])
            }
        }
    }

    /// The pump forgets to answer once.
    func goesOnWithoutAnAnswer(_ launch: (Data) -> some UpdaterApp) async throws {
        let world = World.current
        let flash = World.Lock<[UInt8]>([])
        world.add(pump(flash))
        world.inject(.notification("FF62").nth(20).isLost())
        let image = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 39) })
        let app = world.addPhone(.iOS(18)).run { launch(image) }
        try await world.run(until: { app.isDone }, timeout: .minutes(2))
        #expect(Data(flash.withLock { $0 }) == image)
    }

    /// The link drops after the pump has stored a block, and before the phone knows it.
    func goesOnAfterADrop(_ launch: (Data) -> some UpdaterApp) async throws {
        let world = World.current
        let flash = World.Lock<[UInt8]>([])
        world.add(pump(flash))
        world.inject(.write("FF61").nth(60).dropsLink(.timeout, .between))
        let image = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 39) })
        let app = world.addPhone(.iOS(18)).run { launch(image) }
        try await world.run(until: { app.isDone }, timeout: .minutes(2))
        try #require(flash.withLock { $0.count } == image.count)
        #expect(Data(flash.withLock { $0 }) == image)
    }

    @Test(.simulated(seed: 7)) func hasAWatchdog() async throws {
        try await goesOnWithoutAnAnswer(MendedUpdater.init)
    }

    @Test(.simulated(seed: 7)) func asksThePump() async throws {
        try await goesOnAfterADrop(MendedUpdater.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func goesOnWithoutAnAnswer() async throws {
        try await goesOnWithoutAnAnswer(NaiveUpdater.init)
    }

    @Test(.failsAsPrinted, .simulated(seed: 7)) func goesOnAfterADrop() async throws {
        try await goesOnAfterADrop(NaiveUpdater.init)
    }
}
