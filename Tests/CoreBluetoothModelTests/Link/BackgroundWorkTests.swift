import BluetoothHost
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// What the phone does for itself on a link, without a phone.
@Suite struct BackgroundWorkTests {
    private static let all = BackgroundWork.Rules(mtu: 185, readsName: true, subscribesToServiceChanged: true)
    private static let name: [UInt8] = Array("Lamp".utf8)

    @Test("Behaviour 5.10, 5.37, 5.38: MTU, name, Service Changed, each only where the system does it")
    func order() {
        typealias Step = BackgroundWork.Step
        let table: [(UInt16, Bool, Bool, [Step])] = [
            (185, true, true, [.exchangeMTU, .readName, .findGenericAttributeService]),
            (23, true, true, [.readName, .findGenericAttributeService]), (185, false, false, [.exchangeMTU]),
            (23, false, true, [.findGenericAttributeService]), (23, false, false, []),
        ]
        for (mtu, readsName, subscribes, steps) in table {
            var work = BackgroundWork(
                .init(mtu: mtu, readsName: readsName, subscribesToServiceChanged: subscribes))
            work.begin()
            var seen: [Step] = []
            while work.procedure != nil, seen.count < 10 {
                seen.append(work.step)
                #expect(work.ended(.failed(.error(.requestNotSupported))) == .nothing)
            }
            #expect(seen == steps && work.step == .off)
        }
    }

    @Test("Behaviour 5.38: Service Changed is found and subscribed to, step by step")
    func serviceChanged() {
        var work = BackgroundWork(.init(mtu: 23, readsName: false, subscribesToServiceChanged: true))
        work.begin()
        #expect(!work.knowsServiceChanged)
        #expect(work.procedure == .discoverPrimaryServices([BluetoothUUID(0x1801)]))
        _ = work.ended(.services([.init(range: .init(first: 6, last: 9), uuid: BluetoothUUID(0x1801))]))
        #expect(work.procedure == .discoverCharacteristics(.init(first: 6, last: 9)))
        _ = work.ended(
            .characteristics([
                .init(declaration: 7, value: 8, properties: .indicate, uuid: BluetoothUUID(0x2A05))
            ]))
        #expect(work.serviceChanged == 8 && !work.knowsServiceChanged, "the peer would not tell it yet")
        #expect(work.procedure == .discoverDescriptors(.init(first: 9, last: 9)))
        _ = work.ended(.descriptors([.init(handle: 9, uuid: BluetoothUUID(0x2902))]))
        #expect(work.procedure == .write(9, [0x02, 0x00]) && !work.knowsServiceChanged)
        _ = work.ended(.written)
        #expect(work.step == .off && work.knowsServiceChanged)
        work.attributesChanged(in: .init(first: 8, last: 8))
        work.resume()
        #expect(work.step == .findGenericAttributeService, "it may be elsewhere now")
    }

    @Test("A peer without the Generic Attribute service has no Service Changed, and the phone knows")
    func none() {
        for found in [
            [], [GATT.DiscoveredService(range: .init(first: 6, last: 6), uuid: BluetoothUUID(0x1801))],
        ] {
            var work = BackgroundWork(.init(mtu: 23, readsName: false, subscribesToServiceChanged: true))
            work.begin()
            _ = work.ended(.services(found))
            #expect(work.step == .off && work.knowsServiceChanged && work.serviceChanged == nil)
        }
    }

    @Test("Behaviour 4.10: what the phone remembers of Service Changed is not looked for")
    func recalled() {
        var work = BackgroundWork(.init(mtu: 23, readsName: false, subscribesToServiceChanged: true))
        work.recall(serviceChanged: 8)
        work.begin()
        #expect(work.step == .off && work.serviceChanged == 8)
    }

    @Test(
        "Behaviour 5.37: the name is read again after a change of its handle; a change of it alone is no other"
    )
    func renamed() {
        let table: [(ATT.HandleRange, isOnly: Bool, isRead: Bool)] = [
            (.init(first: 2, last: 3), true, true), (.init(first: 3, last: 3), true, true),
            (.init(first: 1, last: 9), false, true), (.init(first: 4, last: 9), false, false),
        ]
        for (range, isOnly, isRead) in table {
            var work = BackgroundWork(.init(mtu: 23, readsName: true, subscribesToServiceChanged: false))
            work.begin()
            #expect(work.ended(.values([.init(handle: 3, value: Self.name)])) == .name(Self.name))
            work.recall(serviceChanged: nil)
            #expect(work.nameMayChange(in: range) == isOnly)
            work.resume()
            #expect((work.step == .readName) == isRead && work.brokenRule == nil)
        }
    }

    @Test("Behaviour 5.37: a name that changes while the phone works is read at the end, once")
    func renamedMeanwhile() {
        var work = BackgroundWork(Self.all)
        work.begin()
        #expect(work.ended(.mtu(100)) == .mtu(100))
        _ = work.ended(.values([.init(handle: 3, value: Self.name)]))
        _ = work.nameMayChange(in: .init(first: 3, last: 3))
        work.resume()
        #expect(work.step == .findGenericAttributeService)
        _ = work.ended(.services([]))
        #expect(work.step == .readName)
        _ = work.ended(.value(Self.name))
        #expect(work.step == .off)
    }
}
