import FaradaySimulation
import Foundation

/// What nodes and links take of the heap, from what the allocator has in use before and after.
enum Memory {
    /// Devices that advertise, with nobody to hear them; and what it takes more when a phone scans.
    static func advertisingDevice(_ options: Options, _ count: Int) throws -> Fields {
        let heap = try Heap()
        let world = World(seed: 1)
        Advertisers.populate(world, 100)
        try world.run(for: .seconds(2))
        let before = heap.bytesInUse
        Advertisers.populate(world, count)
        try world.run(for: .seconds(2))
        let after = heap.bytesInUse

        let phone = world.addPhone(.iOS(18))
        let app = phone.run { ScanningApp(duplicates: false) }
        try world.run(until: { app.sightings >= count }, timeout: .minutes(1))
        let heard = heap.bytesInUse
        return [
            ("bytes", .decimal(Double(after - before) / Double(count), 0)),
            ("bytesWhenHeard", .decimal(Double(heard - before) / Double(count), 0)),
            ("count", .integer(count)),
        ]
    }

    /// Links on which nothing happens, both ends and all floors, against the same nodes without links.
    static func idleLink(_ options: Options) throws -> Fields {
        let groups = options.amount(200, quick: 20)
        let heap = try Heap()
        let (world, apps) = try IdleLinks.scanned(groups: groups)
        let before = heap.bytesInUse
        for app in apps { app.connect() }
        try world.run(until: { apps.allSatisfy { $0.connectionCount == LinkApp.peers } })
        try world.run(for: .seconds(30))
        let after = heap.bytesInUse
        // Otherwise the apps, whose last use is above, would be gone before their links are measured.
        withExtendedLifetime((world, apps)) {}
        let count = groups * LinkApp.peers
        return [
            ("bytes", .decimal(Double(after - before) / Double(count), 0)),
            ("count", .integer(count)),
        ]
    }
}

/// The C library's own account of its heap.
struct Heap {
    private typealias Describe = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    private let describe: Describe

    /// Finds the account; only glibc keeps one.
    init() throws {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_info") else {
            throw BenchmarkError("only glibc tells how much of the heap is in use")
        }
        describe = unsafeBitCast(symbol, to: Describe.self)
    }

    /// How many bytes are allocated now: taken from the system, less what lies free.
    var bytesInUse: Int {
        let text = account
        let taken = Self.last("<system type=\"current\" size=\"", in: text)
        let free = ["fast", "rest"].map { Self.last("<total type=\"\($0)\" count=", in: text, "size=\"") }
        let mapped = Self.last("<total type=\"mmap\" count=", in: text, "size=\"")
        return taken - free.reduce(0, +) + mapped
    }

    private var account: String {
        var bytes: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let file = open_memstream(&bytes, &count) else { return "" }
        _ = describe(0, file)
        fclose(file)
        defer { free(bytes) }
        return bytes.map { String(cString: $0) } ?? ""
    }

    /// The number behind the last `label`, which stands for all arenas.
    private static func last(_ label: String, in text: String, _ next: String = "") -> Int {
        guard let place = text.range(of: label, options: .backwards) else { return 0 }
        var rest = text[place.upperBound...]
        if !next.isEmpty {
            guard let place = rest.range(of: next) else { return 0 }
            rest = rest[place.upperBound...]
        }
        return Int(rest.prefix { $0.isNumber }) ?? 0
    }
}
