import CoreBluetooth
import FaradayTesting
import Testing

/// The sample app's whole life, as a story.
@Suite struct SampleFlowTests {
    /// What the story says without times and columns, from the first line of the session on.
    private static func story(_ world: World) -> [String] {
        world.storyText().split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    @Test(
        "Behaviour 28.5, 28.24: pick, connect, read, remove: the story of an app with one accessory",
        .simulated(seed: 2880))
    func wholeLife() async throws {
        let world = World.current
        let tag = world.add(.tag(), at: .meters(1))
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(.iOS(26)).configure(AppManifest(accessorySetup: keys))
        let app = phone.run { SampleApp() }
        try await world.run(until: { app.value == 7 })
        #expect(phone.bonds.count == 1)
        app.remove()
        try await world.run(for: .seconds(3))
        #expect(app.accessory == nil && phone.bonds.isEmpty && tag.connectionCount == 0)
        let story = Self.story(world).filter {
            !$0.hasPrefix("--") || $0.contains("picker") || $0.contains("user")
        }
        #expect(story == Self.golden, "\(story.joined(separator: "\n"))")
    }

    private static let golden: [String] = []
}
