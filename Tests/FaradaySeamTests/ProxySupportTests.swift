import Foundation
import Testing

/// What proxies need.
@Suite struct ProxySupportTests {
    private final class Real {}
    private final class Proxy: RealObjectHolder {
        let real: Real
        init(_ real: Real) { self.real = real }
        var heldObject: AnyObject { real }
    }

    @Test func aRealObjectHasOneProxyAsLongAsThatLives() {
        let table = ProxyTable<Real, Proxy>()
        let real = Real()
        var proxy: Proxy? = table.proxy(for: real, make: Proxy.init)
        #expect(table.proxy(for: real, make: Proxy.init) === proxy)
        #expect(proxy?.real === real)
        weak let gone = proxy
        proxy = nil
        #expect(gone == nil)
        #expect(table.proxy(for: real, make: Proxy.init).real === real)
    }

    @Test func aProxyThatWasMadeElsewhereIsFound() {
        let table = ProxyTable<Real, Proxy>()
        let proxy = Proxy(Real())
        table.insert(proxy, for: proxy.real)
        #expect(table.proxy(for: proxy.real) { _ in fatalError("there is one") } === proxy)
    }

    @Test func proxiesThatAreGoneTakeNoRoom() {
        let table = ProxyTable<Real, Proxy>()
        var kept: [Proxy] = []
        for number in 0..<10_000 {
            let proxy = table.proxy(for: Real(), make: Proxy.init)
            if number % 1000 == 0 { kept.append(proxy) }
        }
        #expect(table.count <= 32)
        for proxy in kept { #expect(table.proxy(for: proxy.real, make: Proxy.init) === proxy) }
    }

    @Test func aProxyMayBeMadeWhileAnotherOneIsMade() {
        let table = ProxyTable<Real, Proxy>()
        let (outer, inner) = (Real(), Real())
        var found: Proxy?
        let proxy = table.proxy(for: outer) { real in
            found = table.proxy(for: inner, make: Proxy.init)
            return Proxy(real)
        }
        #expect(proxy.real === outer)
        #expect(found?.real === inner)
    }

    @Test func threadsGetTheSameProxy() {
        let table = ProxyTable<Real, Proxy>()
        let reals = (0..<8).map { _ in Real() }
        let lock = NSLock()
        nonisolated(unsafe) var found: [Proxy] = []
        DispatchQueue.concurrentPerform(iterations: 800) { [reals = Held(value: reals)] number in
            let proxy = table.proxy(for: reals.value[number % 8], make: Proxy.init)
            lock.withLock { found.append(proxy) }
        }
        #expect(Set(found.map { ObjectIdentifier($0) }).count == 8)
    }

    @Test func theRealObjectIsFound() {
        let real = Real()
        #expect(realObject(of: real, as: Real.self, in: "P.f(_:)") === real)
        #expect(realObject(of: Proxy(real), as: Real.self, in: "P.f(_:)") === real)
    }

    #if os(macOS) || os(Linux)
    @Test func aSpyIsNoRealObject() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class PeripheralSpy {}
            _ = realObject(of: PeripheralSpy(), as: Real.self, in: "CentralManagerProxy.connect(_:options:)")
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            output.contains(
                "CentralManagerProxy.connect(_:options:) takes the real Real behind a facade; it was given a "
                    + "PeripheralSpy. A spy goes with spies: give a proxy only what came from proxies or from the module."
            ))
    }
    #endif
}

/// Takes a value to other threads.
private struct Held<Value>: @unchecked Sendable {
    let value: Value
}
