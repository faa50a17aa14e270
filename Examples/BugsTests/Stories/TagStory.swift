import Bugs
import FaradayTesting
import Foundation

extension Bug {
    /// The app connects again at once, also to a tag that ends each link at once.
    static let tag = Bug(folder: "Tag", plan: [.write("FF41").nth(1).fails(.unlikelyError)]) {
        world, version in
        let links = World.Lock<[Instant]>([])
        world.add(tagDevice { time in links.withLock { $0.append(time) } })
        let phone = world.addPhone()
        let app: any TagApp = phone.run {
            switch version {
            case .buggy: BuggyTag(key: Data("key".utf8), later: phone.later)
            case .mended: MendedTag(key: Data("key".utf8), later: phone.later)
            }
        }

        try await world.run(for: .minutes(3))
        let times = links.withLock { $0 }
        let most = times.map { start in times.filter { $0 >= start && $0 < start + .minutes(1) }.count }.max()
        try expect(most ?? 0 <= 10, or: .repeated("\(most ?? 0) links to the tag in a minute"))
        withExtendedLifetime(app) {}
    }

    /// A tag that ends links whose owner does not write its key.
    private static func tagDevice(_ connected: @escaping @Sendable (Instant) -> Void) -> DeviceDefinition {
        let friends = World.Lock<Set<DeviceLink>>([])
        return DeviceDefinition(name: "Tag") {
            DeviceAdvertising(services: ["FF40"])
            DeviceService("FF40") {
                DeviceCharacteristic("FF41", .write).onWrite { write in
                    guard write.value == Array("key".utf8) else { throw ATT.ErrorCode(rawValue: 0x80) }
                    friends.withLock { _ = $0.insert(write.link) }
                }
            }
            DeviceBehaviour.onEvent { device, event in
                guard case .connected(let link) = event else { return }
                connected(device.world.now)
                device.world.after(.seconds(3)) {
                    if !friends.withLock({ $0.contains(link) }) { device.disconnect(link) }
                }
            }
        }
    }
}
