#if !canImport(Darwin)
import BluetoothPort
import FaradayTesting
import Foundation
import Testing

@testable import FaradayNative

/// What only the native adapter has: a log, and tables with an end.
@Suite struct NativeAdapterTests {
    private final class Silent: CentralSink, PeripheralSink {
        func receive(_ event: Central.Event, _ delivery: Delivery) {}
        func receive(_ event: Peripheral.Event, _ delivery: Delivery) {}
    }

    @Test(.simulated(seed: 81, misuse: .record)) func whatAVeneerSawGoesToTheLog() {
        let logged = Lock<[Misuse]>([])
        let adapter = NativeAdapter(radio: World.current.addPhone()) { misuse in
            logged.withLock { $0.append(misuse) }
        }
        #expect(adapter.authorization == .allowedAlways && adapter.portName == "CoreBluetooth")
        let sink = Silent()
        let misuse = Misuse(kind: .foreignObject, call: "here", message: "100 % of nothing")
        adapter.openCentral(ManagerOptions(), sink: sink).send(.reportMisuse(misuse))
        adapter.openPeripheral(ManagerOptions(), sink: sink).send(.reportMisuse(misuse))
        #expect(logged.withLock { $0 } == [misuse, misuse])
        let nobody = PeerIdentifier(high: 1, low: 2)
        let port = adapter.openCentral(ManagerOptions(), sink: sink)
        #expect(port.send(.connect(nobody, .init())) == .ignored)
        #expect(logged.withLock { $0.last?.kind } == .notPoweredOn)
    }

    @Test(.simulated(seed: 82)) func anAnswerToNothingGoesToTheLog() async throws {
        let logged = Lock<[Misuse.Kind]>([])
        let adapter = NativeAdapter(radio: World.current.addPhone()) { misuse in
            logged.withLock { $0.append(misuse.kind) }
        }
        let sink = Silent()
        let port = adapter.openPeripheral(ManagerOptions(), sink: sink)
        #expect(port.send(.respond(RequestIdentifier(rawValue: 7), code: 0, value: nil)) == .ignored)
        #expect(logged.withLock { $0 } == [.unknownRequest])
    }

    @Test("A port lends the framework's objects on their queue, and none after its end", .simulated)
    func lentObjects() async throws {
        let world = World.current
        let adapter = NativeAdapter(radio: world.addPhone())
        let sink = Silent()
        let port = adapter.openCentral(ManagerOptions(), sink: sink)
        try await world.sleep(for: .seconds(1))
        let objects = try #require(port as? any NativeCentralObjects)
        let nobody = PeerIdentifier(high: 1, low: 2)
        let isOn = objects.withNativeObjects(of: nobody) { manager, peripheral in
            manager.state == .poweredOn && peripheral == nil
        }
        #expect(isOn == true)
        // The port can be used in it.
        #expect(objects.withNativeObjects(of: nil) { _, _ in port.mtu(of: nobody) } == 0)
        port.close()
        #expect(objects.withNativeObjects(of: nil) { _, _ in true } == nil)
    }

    private final class Thing {
        var isInUse: Bool
        init(isInUse: Bool) { self.isInUse = isInUse }
    }

    @Test func aTableKeepsWhatIsInUseAndTheMostRecentOfTheRest() throws {
        var table = RecentTable<Int, Thing>(limit: 10) { $0.isInUse }
        for key in 0..<1000 { table.insert(Thing(isInUse: key % 100 == 0), for: key) }
        let kept = (0..<1000).filter { table[$0] != nil }
        #expect(kept.filter { $0 % 100 == 0 } == Array(stride(from: 0, to: 1000, by: 100)))
        #expect(kept.count <= 30)
        #expect((990..<1000).allSatisfy { table[$0] != nil })
        // What is seen again is recent again, and what is removed is gone.
        table.insert(try #require(table[990]), for: 990)
        for key in 1000..<1009 { table.insert(Thing(isInUse: false), for: key) }
        #expect(table[990] != nil)
        #expect((1000..<1009).allSatisfy { table[$0] != nil })
        #expect(table.remove(990) != nil && table[990] == nil && table.remove(990) == nil)
    }

    @Test func identifiersGoThereAndBack() {
        let peer = PeerIdentifier(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(peer.uuid.uuidString == peer.description)
        #expect(PeerIdentifier(peer.uuid) == peer)
        for uuid in ["180D", "12345678", "01234567-89AB-CDEF-0123-456789ABCDEF"] as [BluetoothUUID] {
            #expect(BluetoothUUID(uuid.native) == uuid)
            #expect(BluetoothUUID(uuid.native).width == uuid.width)
        }
    }

    @Test(arguments: [
        (PortError.local(code: 6), "CBErrorDomain", 6), (.local(code: 18), "CBErrorDomain", 18),
        (.att(code: 0x05), "CBATTErrorDomain", 5), (.att(code: 0x85), "CBATTErrorDomain", 0x85),
    ])
    func errorsAreReadByDomainAndCode(_ error: PortError, _ domain: String, _ code: Int) {
        #expect(PortError(NSError(domain: domain, code: code)) == error)
        #expect(PortError(NSError(domain: NSPOSIXErrorDomain, code: code)) == .unknown)
    }
}
#endif
