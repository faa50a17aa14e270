import BluetoothCryptography
import BluetoothWire

/// What files say of each device, before anything is learned from it.
struct Gathering {
    /// Advertising of one device in one file as one view saw it.
    struct Source: Hashable {
        var identity: DeviceIdentity
        var file: Int
        var view: CaptureView
    }

    private(set) var advertising: [Source: AdvertisingLog] = [:]
    private(set) var links: [LinkRecord] = []
    /// Devices in the order in which the files name them.
    private(set) var order: [DeviceIdentity] = []
    private var known: Set<DeviceIdentity> = []
    /// The addresses of adapters, and the lasting ones of devices with private addresses.
    private var addresses: [DeviceIdentity: DeviceAddress] = [:]
    /// Packets that can't be read.
    var unread = 0
    /// Keys of links, and of private addresses, that hosts tell their controllers, which they do again and again.
    private(set) var keys: [LinkKey] = []
    private var keyBytes: Set<[UInt8]> = []
    private var resolvingKeys: [ResolvingKey] = []
    private var knownResolvingKeys: Set<ResolvingKey> = []
    /// Given keys that resolve no address.
    private(set) var uselessKeys: [[UInt8]] = []
    /// More keys are of no use.
    private static let mostResolvingKeys = 64

    /// What was rebuilt from what a framework showed.
    private var rebuilt: Set<RebuiltView> = []

    private struct RebuiltView: Hashable {
        var file: Int
        var view: CaptureView
    }

    mutating func noteRebuilt(file: Int, _ view: CaptureView) {
        rebuilt.insert(RebuiltView(file: file, view: view))
    }

    func isRebuilt(file: Int, _ view: CaptureView) -> Bool {
        rebuilt.contains(RebuiltView(file: file, view: view))
    }

    mutating func note(_ identity: DeviceIdentity) {
        if known.insert(identity).inserted { order.append(identity) }
    }

    mutating func add(_ key: LinkKey) {
        if keyBytes.insert(key.bytes).inserted { keys.append(key) }
    }

    mutating func add(_ key: ResolvingKey) {
        if knownResolvingKeys.insert(key).inserted { resolvingKeys.append(key) }
    }

    /// Changes the log of a device.
    mutating func log(_ source: Source, _ change: (inout AdvertisingLog) -> Void) {
        note(source.identity)
        change(&advertising[source, default: AdvertisingLog()])
    }

    /// Begins a link; returns its place.
    mutating func begin(_ link: LinkRecord) -> Int {
        note(link.identity)
        links.append(link)
        return links.count - 1
    }

    mutating func change(_ link: Int, _ change: (inout LinkRecord) -> Void) { change(&links[link]) }

    /// An adapter is the device of this address.
    mutating func name(_ adapter: DeviceIdentity, _ address: DeviceAddress) { addresses[adapter] = address }

    /// The device of an identity that may be an adapter's.
    private func resolved(_ identity: DeviceIdentity) -> DeviceIdentity {
        addresses[identity].map(DeviceIdentity.init) ?? identity
    }

    /// Knows adapters by their addresses, private addresses by those that devices tell their centrals or by keys that
    /// resolve them, and the roles of all links.
    ///
    /// - Parameter given: Keys that somebody gave, 16 bytes each, most significant first.
    mutating func finish(resolving given: [[UInt8]] = []) {
        for index in links.indices {
            links[index].guessRoles()
            note(links[index].identity)
            guard let address = links[index].toldAddress, links[index].identity.address?.isResolvable == true
            else { continue }
            addresses[links[index].identity] = address
        }
        resolve(given)
        for index in links.indices { links[index].identity = resolved(links[index].identity) }
        for (source, log) in advertising.sorted(by: { $0.value.first ?? 0 < $1.value.first ?? 0 }) {
            let identity = resolved(source.identity)
            guard identity != source.identity else { continue }
            advertising[source] = nil
            let place = Source(identity: identity, file: source.file, view: source.view)
            advertising[place, default: AdvertisingLog()].join(log)
        }
        var seen: Set<DeviceIdentity> = []
        order = order.map(resolved).filter { seen.insert($0).inserted }
    }

    /// Joins the private addresses that one key has made.
    private mutating func resolve(_ given: [[UInt8]]) {
        let told = links.flatMap(\.resolvingKeys) + resolvingKeys
        let unresolved = order.filter { $0.address?.isResolvable == true }
        var seen: Set<[UInt8]> = []
        // Those with an address first: a given key is perhaps one of them.
        let keys =
            told.filter { $0.address != nil }
            + given.filter { $0.count == 16 }.map { ResolvingKey(bytes: $0.reversed()) }
        var useful: Set<[UInt8]> = []
        for key in keys where seen.insert(key.bytes).inserted && seen.count <= Self.mostResolvingKeys {
            guard let resolver = IdentityKey(wire: key.bytes) else { continue }
            let own = unresolved.filter { resolver.resolves($0.address?.value ?? 0) }
            guard let first = own.first else { continue }
            useful.insert(key.bytes)
            let known = key.address?.address ?? own.compactMap { addresses[$0] }.first
            guard let address = known ?? first.address else { continue }
            for identity in own where identity != DeviceIdentity(address) { addresses[identity] = address }
        }
        uselessKeys = given.filter { !useful.contains($0.reversed()) }
    }
}
