#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting
import Testing

/// The examples of Documentation/AccessorySetup.md.
@Suite struct AccessoryPageTests {
    @Test("picking an accessory", .simulated(seed: 2870))
    func picking() async throws {
        let world = World.current
        let tag = world.add(.tag(io: .displayOnly))
        world.add(.tag("Other"))

        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(.iOS(26)).configure(AppManifest(accessorySetup: keys))
        phone.onAccessoryPicker { picker in .choose(tag) }
        let app = phone.run { SampleApp() }
        try await world.run(until: { app.value == 7 })
        #expect(phone.isAccessory(tag) && phone.bonds.count == 1)
    }

    @Test("closing the picker", .simulated(seed: 2871))
    func closing() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = world.addPhone(.iOS(26))
            .configure(AppManifest(accessorySetup: AccessorySetupKeys(services: ["FD01"])))

        phone.onAccessoryPicker { picker in
            switch picker.page {
            case .list where picker.entries.isEmpty: .wait
            case .list: .choose(tag)
            case .confirmation: .after(.seconds(2), .accept)
            case .name: .name("Keys")
            case .finishInApp, .authorization: .accept
            case .migration, .rename: .cancel
            }
        }
        let app = phone.run { SampleApp() }
        try await world.run(until: { app.accessory != nil })
        #expect(phone.accessoryNames == ["Tag"], "the app's item does not ask for a name")
    }

    @Test("an app whose accessory is set up already", .simulated(seed: 2872))
    func known() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = world.addPhone(.iOS(26))
            .configure(AppManifest(accessorySetup: AccessorySetupKeys(services: ["FD01"])))

        phone.setUpAccessory(tag)
        let app = phone.run { SampleApp() }
        try await world.run(until: { app.value == 7 })
        phone.renameAccessory(tag, to: "Keys")  // in Settings
        try await world.run(until: { app.accessory?.displayName == "Keys" })
        phone.removeAccessory(tag)
        try await world.run(until: { app.accessory == nil })
    }
}
#endif
