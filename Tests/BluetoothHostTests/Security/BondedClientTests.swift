import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// What a server keeps for clients that are bonded (Core 6.0, Vol 3, Part G, 2.5.2.1 and 3.3.3.3).
@Suite struct BondedClientTests {
    private static let token = Host.Token(1)
    /// The first service's handles: value 16, configuration 17.
    private static let value: ATT.Handle = 16
    private static let changed: ATT.Handle = GATTServer.serviceChangedHandle

    private static func service(_ uuid: UInt16) -> GATT.ServiceDefinition {
        GATT.ServiceDefinition(
            uuid: BluetoothUUID(uuid),
            characteristics: [
                .init(
                    uuid: BluetoothUUID(0x2A37), properties: [.read, .notify],
                    permissions: [.readEncrypted, .notifyEncrypted], value: .stored([1]))
            ])
    }

    /// The peripheral's central is bonded, and subscribed to all that there is.
    private static func subscribed() -> EncryptingPair {
        var pair = HostPairingTests.pair()
        // A client that is there learns of new services in its own way: this one finds them.
        pair.lose()
        pair.perform(.gatt(.addService(token, service(0x180D))), at: .peripheral)
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        pair.perform(.gatt(.procedure(pair.link(.central), token, .write(value + 1, [1, 0]))), at: .central)
        pair.perform(
            .gatt(.procedure(pair.link(.central), token, .write(changed + 1, [2, 0]))), at: .central)
        pair.perform(.gatt(.procedure(pair.link(.central), token, .write(11, [1]))), at: .central)
        return pair
    }

    private static func notify(_ pair: inout EncryptingPair) -> Bool? {
        let token = Host.Token(99)
        pair.perform(
            .gatt(.update(pair.link(.peripheral), token, value, [7], .notification)), at: .peripheral)
        for event in pair.takeEvents(.peripheral) {
            if case .updateSent(_, token, .success(let isSent)) = event { return isSent }
        }
        return nil
    }

    @Test("each change of a bonded client's state is told, and kept")
    func told() {
        var pair = Self.subscribed()
        let bonds = pair.takeEvents(.peripheral).bonds
        #expect(bonds.count == 4, "the pairing, two subscriptions, features")
        #expect(
            bonds.last?.subscriptions == [
                .init(handle: Self.value, value: .notifications),
                .init(handle: Self.changed, value: .indications),
            ])
        #expect(bonds.last?.clientFeatures == 1 && bonds.last?.databaseHash?.count == 16)
        pair.perform(
            .gatt(.procedure(pair.link(.central), Self.token, .write(Self.value + 1, [0, 0]))), at: .central)
        #expect(
            pair.takeEvents(.peripheral).bonds.last?.subscriptions == [
                .init(handle: Self.changed, value: .indications)
            ])
        pair.perform(
            .gatt(.procedure(pair.link(.central), Self.token, .write(Self.value + 1, [0, 0]))), at: .central)
        #expect(pair.takeEvents(.peripheral).bonds.isEmpty, "nothing changed")
    }

    @Test("subscriptions come back with the encryption, not before")
    func restored() {
        var pair = Self.subscribed()
        pair.lose()
        pair.connect()
        pair.forgetEvents()
        #expect(Self.notify(&pair) == false)
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        let events = pair.takeEvents(.peripheral)
        #expect(events.subscriptions == [Self.value])
        #expect(events.bonds.isEmpty, "nothing is new")
        #expect(Self.notify(&pair) == true)
        #expect(
            pair.takeEvents(.central).contains(
                .valueReceived(pair.link(.central), Self.value, [7], .notification)))
    }

    @Test("a restarted host with the same database goes on as before")
    func restarted() {
        var pair = Self.subscribed()
        pair.restart(.peripheral)
        pair.perform(.gatt(.addService(Self.token, Self.service(0x180D))), at: .peripheral)
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(Self.notify(&pair) == true)
        #expect(
            pair.takeEvents(.central).filter { if case .valueReceived = $0 { true } else { false } }.count
                == 1)
    }

    @Test("a client whose database changed while it was away is told before it hears anything else")
    func changedMeanwhile() {
        var pair = Self.subscribed()
        pair.lose()
        pair.perform(.gatt(.addService(Self.token, Self.service(0x180F))), at: .peripheral)
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        let received = pair.takeEvents(.central).filter {
            if case .valueReceived = $0 { true } else { false }
        }
        #expect(
            received == [
                .valueReceived(pair.link(.central), Self.changed, [1, 0, 0xFF, 0xFF], .indication)
            ])
        // It confirmed, and so knows.
        let bonds = pair.takeEvents(.peripheral).bonds
        #expect(bonds.count == 1)
        #expect(Self.notify(&pair) == true)
        pair.lose()
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(
            pair.takeEvents(.central).filter { if case .valueReceived = $0 { true } else { false } }.isEmpty)
    }

    @Test("a service that goes takes the subscriptions to it out of the bonds of those who are away")
    func removedMeanwhile() {
        var pair = Self.subscribed()
        pair.lose()
        pair.forgetEvents()
        pair.perform(.gatt(.removeService(Self.value - 2)), at: .peripheral)
        #expect(pair.takeEvents(.peripheral).bonds.map { $0.subscriptions.map(\.handle) } == [[Self.changed]])
    }

    @Test("without a bond nothing is kept")
    func notBonded() {
        var pair = HostPairingTests.pair { own, _ in own.isBondable = false }
        pair.perform(.gatt(.addService(Self.token, Self.service(0x180D))), at: .peripheral)
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        pair.perform(
            .gatt(.procedure(pair.link(.central), Self.token, .write(Self.value + 1, [1, 0]))), at: .central)
        #expect(Self.notify(&pair) == true)
        pair.lose()
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(Self.notify(&pair) == false)
    }

    @Test("a subscription that needs encryption can't be made without")
    func subscribing() {
        var pair = HostPairingTests.pair()
        pair.perform(.gatt(.addService(Self.token, Self.service(0x180D))), at: .peripheral)
        pair.forgetEvents()
        pair.perform(
            .gatt(.procedure(pair.link(.central), Self.token, .write(Self.value + 1, [1, 0]))), at: .central)
        #expect(
            pair.takeEvents(.central) == [
                .procedureEnded(
                    pair.link(.central), Self.token, .failed(.error(.insufficientAuthentication)))
            ])
        #expect(pair.takeEvents(.peripheral).isEmpty)
    }

    @Test("a bonded link that is not encrypted is told to encrypt, not to pair")
    func keyNotInUse() {
        var pair = Self.subscribed()
        pair.lose()
        pair.connect()
        pair.forgetEvents()
        pair.perform(.gatt(.procedure(pair.link(.central), Self.token, .read(Self.value))), at: .central)
        #expect(
            pair.takeEvents(.central) == [
                .procedureEnded(pair.link(.central), Self.token, .failed(.error(.insufficientEncryption)))
            ])
    }
}
