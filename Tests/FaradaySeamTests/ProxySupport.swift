// What the proxies in this folder need. `faraday seam` writes this file; don't edit it.

import Foundation

/// Gives each real object one proxy, which is the same as long as somebody holds it.
nonisolated final class ProxyTable<Real: AnyObject, Proxy: AnyObject>: @unchecked Sendable {
    private struct Entry {
        weak var real: Real?
        weak var proxy: Proxy?
    }

    // Recursive: while a proxy is made, the real object may call back and ask for another one.
    private let lock = NSRecursiveLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var room = 16

    init() {}

    /// The proxy of a real object; `make` makes it if there is none.
    func proxy(for real: Real, make: (Real) -> Proxy) -> Proxy {
        lock.withLock {
            // Another object may have had the same address.
            if let entry = entries[ObjectIdentifier(real)], entry.real === real, let proxy = entry.proxy {
                return proxy
            }
            let proxy = make(real)
            insert(proxy, for: real)
            return proxy
        }
    }

    /// Says which proxy a real object has, if it was made elsewhere.
    func insert(_ proxy: Proxy, for real: Real) {
        lock.withLock {
            if entries.count >= room {
                entries = entries.filter { $0.value.proxy != nil }
                room = max(16, 2 * entries.count)
            }
            entries[ObjectIdentifier(real)] = Entry(real: real, proxy: proxy)
        }
    }

    /// How many entries there are, with those of proxies that are gone and not removed yet.
    var count: Int { lock.withLock { entries.count } }
}

/// A proxy: it has a real object behind it.
nonisolated protocol RealObjectHolder: AnyObject {
    var heldObject: AnyObject { get }
}

/// The real object behind a facade, for a call that takes nothing else.
nonisolated func realObject<Real>(of facade: Any, as type: Real.Type, in call: StaticString) -> Real {
    if let real = facade as? Real { return real }
    if let real = (facade as? any RealObjectHolder)?.heldObject as? Real { return real }
    fatalError(
        "\(call) takes the real \(type) behind a facade; it was given a \(Swift.type(of: facade)). "
            + "A spy goes with spies: give a proxy only what came from proxies or from the module.")
}
