#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
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
        let words = [
            "ASAccessorySession", "activate", "icker", "user:", "accessory", "ccessory", "completion",
            "CBCentralManager is", "didUpdateState",
        ]
        let story = Self.story(world).filter { line in words.contains { line.contains($0) } }
        #expect(story == Self.golden, "\(story.joined(separator: "\n"))")
    }

    private static let golden = [
        "-> an ASAccessorySession is created", "-> activate", "<- activated", "-> showPicker for Tag",
        "<- pickerDidPresent", "-- picker of app 1: searching", "-- picker of app 1: found Tag (Tag)",
        "-- user: chooses the first accessory", "<- pickerSetupPairing",
        "<- accessoryAdded Tag (accessory 1), authorized", "<- pickerDidDismiss",
        "<- completion handler: no error", "-> a CBCentralManager is created",
        "<- didUpdateState poweredOff", "<- didUpdateState poweredOn", "-> removeAccessory 1",
        "<- accessoryRemoved Tag (accessory 1)", "<- didUpdateState poweredOff",
        "<- completion handler: no error", "-> the CBCentralManager is gone",
    ]
}
#endif
