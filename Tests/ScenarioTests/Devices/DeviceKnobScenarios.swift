import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// Behaviour of real devices that a definition can describe.
@Suite struct DeviceKnobScenarios {
    @Test(
        "Behaviour ATT 10: without a configuration descriptor no app can subscribe, and notifications are dropped",
        .simulated(seed: 801))
    func noConfiguration() async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "bare") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", [.read, .notify], value: [1]).withoutConfiguration()
                    DeviceCharacteristic("FF02", .notify)
                }
            })
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("bare") }
        try await app.explored()
        try await app.notify("FF01")
        #expect(app.lines.last == "notify FF01 false ATT 10")
        try await app.notify("FF02")
        #expect(app.lines.last == "notify FF02 true")
        let (position, lines) = (world.trace.count, app.lines)
        device.update("FF01", [2])
        try await world.run(for: .seconds(1))
        #expect(app.lines == lines)
        let isOnAir = world.trace.dropFirst(position).contains { record in
            guard record.node == phone.id, record.direction == .up,
                case .hci(.acl(let data)) = record.payload
            else { return false }
            return data.data.dropFirst(4).first == 0x1B  // Handle Value Notification
        }
        #expect(isOnAir)
        #expect(try await app.read("FF01").hasPrefix("value FF01 [2]"))
    }

    @Test(
        "Behaviour ATT 6: a device without Prepare Write accepts only what fits into one request",
        .simulated(seed: 802), arguments: [true, false])
    func noPreparedWrites(accepts: Bool) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "small", acceptsPreparedWrites: accepts) {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") { DeviceCharacteristic("FF01", [.read, .write]) }
            })
        let app = world.addPhone().run { AttributeProbe("small") }
        try await app.explored()
        try await world.run(for: .seconds(1))
        #expect(try await app.write("FF01", [UInt8](repeating: 1, count: 182)) == "written FF01")
        let long = try await app.write("FF01", [UInt8](repeating: 2, count: 183))
        #expect(long == (accepts ? "written FF01" : "written FF01 ATT 6"))
        #expect(try await app.read("FF01").hasPrefix(accepts ? "value FF01 [2" : "value FF01 [1"))
    }

    @Test(
        "Behaviour 3.10, CB 7: the error that an app gets when the device ends the link, by reason",
        .simulated(seed: 803), arguments: DeviceDisconnectReason.allCases)
    func disconnectReason(_ reason: DeviceDisconnectReason) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR"))
        let app = world.addPhone().run { AttributeProbe("HR") }
        try await app.connected()
        try await world.run(for: .seconds(1))
        strap.disconnect(reason: reason)
        try await world.run(until: { app.lines.last?.hasPrefix("lost") == true })
        switch reason {
        case .userTerminated, .lowResources, .poweringOff: #expect(app.lines.last == "lost CB 7")
        case .authenticationFailure, .unsupportedFeature, .unitKeyPairing, .unacceptableParameters:
            #expect(app.lines.last == "lost CB 0")
        }
    }

    @Test(
        "Behaviour 2.14, 2.41: a report without RSSI has 127, and a test can set a device's RSSI",
        .simulated(seed: 804))
    func signalStrength() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR"), at: .meters(10))
        device.setRSSI(127, -60, -61)
        let phone = world.addPhone()
        let scanner = phone.run { ScanningApp(services: ["180D"]) }
        try await world.run(until: { scanner.signals.count >= 4 })
        #expect(scanner.signals.prefix(4) == [127, -60, -61, -61])
        device.setRSSI()
        scanner.forget()
        try await world.run(until: { scanner.signals.count >= 2 })
        #expect(scanner.signals.allSatisfy { $0 < -50 && $0 != -61 })

        let app = phone.run { AttributeProbe("HR") }
        try await app.connected()
        device.setRSSI(-33)
        #expect(try await app.line("rssi") { app.peripheral?.readRSSI() } == "rssi -33")
    }

    @Test("A test can set the RSSI of a phone too", .simulated(seed: 807))
    func signalStrengthOfAPhone() async throws {
        let world = World.current
        let server = world.addPhone(name: "server")
        server.setRSSI(-77)
        let advertiser = server.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        let scanner = world.addPhone(name: "scanner").run { ScanningApp() }
        try await world.run(until: { scanner.signals.count >= 2 })
        #expect(Set(scanner.signals) == [-77])
        withExtendedLifetime(advertiser) {}
    }

    @Test("Behaviour 2.21, 2.23: the advertised name may differ from the GAP name", .simulated(seed: 805))
    func names() async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "Acme Strap 2000") { DeviceAdvertising(name: "HR", services: ["180D"]) })
        let phone = world.addPhone()
        let scanner = phone.run { ScanningApp() }
        let app = phone.run { AttributeProbe("HR") }
        try await app.connected()
        #expect(app.peripheral?.name == "HR")
        try await app.line("name")
        #expect(app.lines.last == "name Acme Strap 2000" && app.peripheral?.name == "Acme Strap 2000")
        #expect(scanner.seen == SeenAdvertisement(name: "HR", services: ["180D"]))

        device.rename("Acme")
        device.disconnect()
        try await app.line("lost")
        scanner.forget()
        try await world.run(until: { scanner.seen != nil })
        #expect(scanner.seen?.name == "HR")
    }

    @Test(
        "Behaviour 9.7: a phone without data length extension says so, and sends and receives only short packets",
        .simulated(seed: 806), arguments: [27, 100, 251] as [UInt16])
    func dataLength(_ length: UInt16) async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "D") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", [.read], value: [UInt8](repeating: 1, count: 150))
                }
            })
        var profile = OSProfile.iOS(18)
        profile.dataLength = length
        let phone = world.addPhone(profile)
        let app = phone.run { AttributeProbe("D") }
        try await app.explored()
        #expect(try await app.read("FF01").hasPrefix("value FF01 [1"))
        let longest = world.trace.compactMap { record -> Int? in
            guard record.node == phone.id, record.direction == .up,
                case .hci(.acl(let data)) = record.payload
            else { return nil }
            return data.data.count
        }.max()
        #expect(longest == min(Int(length), 155))
        // The device requests 251, because its host wants that on every link.
        let changes = world.trace.compactMap { record -> UInt16? in
            guard record.node == device.id, case .hci(.event(.leDataLengthChange(let event))) = record.payload
            else { return nil }
            return event.maxTxOctets
        }
        #expect(changes.last == (length == 27 ? nil : length))
        // LL_UNKNOWN_RSP for the device's LL_LENGTH_REQ.
        let refusals = world.trace.filter { record in
            guard record.node == phone.id, case .air(let frame) = record.payload,
                case .data(let pdu) = frame.kind, pdu.llid == .control
            else { return false }
            return (try? LL.ControlPDU(bytes: pdu.payload)) == .unknownRsp(unknownType: 0x14)
        }
        #expect(refusals.isEmpty == (length > 27))
    }
}
