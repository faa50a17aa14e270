import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol LabelApp: AnyObject {
    var isReady: Bool { get }
    /// Sends the text, which ends with a line feed.
    func show(_ text: String)
}

@Suite(.enabled(if: World().holdsAppWork)) struct LabelTests {
    func showsALongText(_ launch: () -> some LabelApp) async throws {
        let world = World.current
        let shown = World.Lock<[UInt8]>([])
        world.add(
            DeviceDefinition(name: "Label") {
                DeviceAdvertising(services: ["FF30"])
                DeviceService("FF30") {
                    DeviceCharacteristic("FF31", .writeWithoutResponse)
                        .onWrite { write in shown.withLock { $0 += write.value } }
                }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(until: { app.isReady })
        let text = String(repeating: "Special offer! ", count: 20)
        app.show(text)
        try await world.run(for: .seconds(5))
        #expect(shown.withLock { $0.count } == text.utf8.count + 1)
    }

    @Test(.simulated(seed: 7)) func sendsParts() async throws { try await showsALongText(MendedLabel.init) }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func showsALongText() async throws {
        try await showsALongText(NaiveLabel.init)
    }
}
