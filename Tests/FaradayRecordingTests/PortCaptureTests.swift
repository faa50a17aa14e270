import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayRecording

/// What a recording writes, event by event, without a phone.
@Suite("A port's commands and events become packets")
struct PortCaptureTests {
    private static let peer = PeerIdentifier(high: 1, low: 2)
    private static let service = Central.Service(
        identifier: AttributeIdentifier(rawValue: 1), uuid: "FF00", isPrimary: true)
    private static let item = Central.Characteristic(
        identifier: AttributeIdentifier(rawValue: 2), uuid: "FF01", properties: 0x1A, cachedValue: nil)

    /// A capture of one manager with a link on which a service and a characteristic were discovered.
    private static func connected() -> CaptureScript {
        var script = CaptureScript()
        script.event(.connected(Central.Peer(identifier: peer, name: nil)))
        script.command(.discoverServices(peer, nil))
        script.event(.servicesDiscovered(peer, [service], nil))
        script.command(.discoverCharacteristics(peer, nil, service: service.identifier))
        script.event(.characteristicsDiscovered(peer, service: service.identifier, [item], nil))
        _ = script.lines()
        return script
    }

    @Test("A discovery is asked for to its end")
    func discovery() {
        var script = CaptureScript()
        script.event(.connected(Central.Peer(identifier: Self.peer, name: nil)))
        script.command(.discoverServices(Self.peer, nil))
        script.event(.servicesDiscovered(Self.peer, [Self.service], nil))
        #expect(
            script.lines() == [
                "notice", "leConnectionComplete", "> READ_BY_GROUP_TYPE_REQ", "< READ_BY_GROUP_TYPE_RSP",
                "> READ_BY_GROUP_TYPE_REQ", "< ERROR_RSP",
            ])
    }

    @Test("A name that is not the advertised one was read of the device, and an MTU was exchanged")
    func nameAndMTU() {
        var script = CaptureScript()
        var seen = Advertisement()
        seen.localName = "Short"
        script.event(.discovered(.init(identifier: Self.peer, name: "Short"), seen, rssi: -50))
        script.event(.connected(.init(identifier: Self.peer, name: "Short")), mtu: 23)
        #expect(script.lines() == ["notice", "leAdvertisingReport", "leConnectionComplete"])
        script.event(.nameChanged(Self.peer, "The whole name"))
        #expect(script.lines() == ["> READ_BY_TYPE_REQ", "< READ_BY_TYPE_RSP"])
        script.event(.nameChanged(Self.peer, "The whole name"), mtu: 185)
        #expect(script.lines() == ["> EXCHANGE_MTU_REQ", "< EXCHANGE_MTU_RSP"])
    }

    @Test("A second request is written when the first is answered, also if its answer comes earlier")
    func turns() {
        var script = Self.connected()
        let id = Self.item.identifier
        script.command(.readCharacteristic(Self.peer, id))
        script.command(.writeCharacteristic(Self.peer, id, [1], .withResponse))
        script.command(.writeCharacteristic(Self.peer, id, [2], .withoutResponse))
        #expect(script.lines() == ["> READ_REQ", "> WRITE_CMD"])
        script.event(.characteristicWritten(Self.peer, id, nil))
        #expect(script.lines() == [])
        script.event(.characteristicValue(Self.peer, id, .success([7])))
        #expect(script.lines() == ["< READ_RSP", "> WRITE_REQ", "< WRITE_RSP"])
        script.event(.characteristicValue(Self.peer, id, .success([8])))
        #expect(script.lines() == ["< HANDLE_VALUE_NTF"])
    }

    @Test("An ignored command, and one without an answer, hold up nothing")
    func unanswered() {
        var script = Self.connected()
        let id = Self.item.identifier
        script.command(.readCharacteristic(Self.peer, id), .ignored)
        #expect(script.lines() == [])
        script.command(.readCharacteristic(Self.peer, id))
        script.event(.characteristicValue(Self.peer, id, .failure(.notConnected)))
        script.command(.setNotify(Self.peer, id, true))
        #expect(script.lines() == ["> READ_REQ", "> WRITE_REQ"])
        script.command(.writeCharacteristic(Self.peer, id, [1], .withResponse))
        script.event(.characteristicWritten(Self.peer, id, .att(code: 0x80)))
        #expect(script.lines() == [])
        script.time += .seconds(31)
        script.event(.nameChanged(Self.peer, nil))
        script.event(.characteristicValue(Self.peer, id, .success([8])))
        #expect(script.lines() == ["< HANDLE_VALUE_NTF", "> WRITE_REQ", "< ERROR_RSP"])
    }

    @Test("The end of a link in the middle of a request, and a link after it with the same handles")
    func disconnection() {
        var script = Self.connected()
        let id = Self.item.identifier
        script.command(.readCharacteristic(Self.peer, id))
        script.event(
            .disconnected(Self.peer, .peripheralDisconnected, timestamp: 0, isReconnecting: false))
        script.event(.characteristicValue(Self.peer, id, .success([8])))
        #expect(script.lines() == ["> READ_REQ", "disconnectionComplete"])
        // Known to the system from before: what was told already is not told again.
        script.event(.connected(Central.Peer(identifier: Self.peer, name: nil)))
        let known = Central.KnownService(
            service: Self.service, characteristics: [.init(characteristic: Self.item)])
        script.event(.attributesKnown(Self.peer, [known]))
        script.command(.readCharacteristic(Self.peer, id))
        #expect(script.lines() == ["leConnectionComplete", "> READ_REQ"])
    }

    @Test("Long values are read and written in parts, and a changed database is numbered anew")
    func partsAndChanges() {
        var script = Self.connected()
        let id = Self.item.identifier
        script.command(.readCharacteristic(Self.peer, id))
        script.event(.characteristicValue(Self.peer, id, .success([UInt8](repeating: 1, count: 44))))
        #expect(
            script.lines() == [
                "> READ_REQ", "< READ_RSP", "> READ_BLOB_REQ", "< READ_BLOB_RSP", "> READ_BLOB_REQ",
                "< READ_BLOB_RSP",
            ])
        script.command(
            .writeCharacteristic(Self.peer, id, [UInt8](repeating: 1, count: 30), .withResponse))
        script.event(.characteristicWritten(Self.peer, id, nil))
        #expect(
            script.lines() == [
                "> PREPARE_WRITE_REQ", "< PREPARE_WRITE_RSP", "> PREPARE_WRITE_REQ", "< PREPARE_WRITE_RSP",
                "> EXECUTE_WRITE_REQ", "< EXECUTE_WRITE_RSP",
            ])
        script.event(.servicesModified(Self.peer, invalidated: [Self.service.identifier]))
        script.command(.readCharacteristic(Self.peer, id))
        script.event(.characteristicValue(Self.peer, id, .success([8])))
        #expect(script.lines() == [])
    }

    /// Any events in any order, of peers that are known and that are not, for managers that share them.
    @Test func anyOrderGivesPacketsThatDecode() {
        for seed in 0..<UInt64(randomCases(20)) {
            var numbers = SeededNumbers(seed: seed)
            var script = CaptureScript(managers: 2)
            for _ in 0..<400 { RandomPort.step(&script, &numbers) }
            for manager in 0..<2 { script.close(manager) }
            let lines = script.lines()
            #expect(lines.count > 100)
            #expect(script.problems == [], "seed \(seed)")
        }
    }
}
