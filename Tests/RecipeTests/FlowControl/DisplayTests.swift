import FaradayTesting
import Foundation
import Testing

/// What the tests ask of an app.
protocol DisplayApp: AnyObject {
    var isReady: Bool { get }
    func show(_ picture: Data)
}

@Suite(.enabled(if: World().holdsAppWork)) struct DisplayTests {
    func showsThePicture(_ launch: () -> some DisplayApp) async throws {
        let world = World.current
        let shown = World.Lock<[UInt8]>([])
        world.add(
            DeviceDefinition(name: "Display") {
                DeviceAdvertising(services: ["FF40"])
                DeviceService("FF40") {
                    DeviceCharacteristic("FF41", .writeWithoutResponse)
                        .onWrite { write in shown.withLock { $0 += write.value } }
                }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.isReady })
        app.show(Data(count: 3_500))
        try await world.run(for: .seconds(30))
        #expect(shown.withLock { $0.count } == 3_500)
    }

    @Test(.simulated(seed: 7)) func waitsForRoom() async throws {
        try await showsThePicture(MendedDisplay.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func showsThePicture() async throws {
        try await showsThePicture(NaiveDisplay.init)
    }
}
