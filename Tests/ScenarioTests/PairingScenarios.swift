import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Pairing from an app's view: the app does nothing for it, and its requests take as long as the user needs.
@Suite struct PairingScenarios {
    /// A device with an open, an encrypted and an authenticated value.
    private static func lock(_ security: DeviceSecurity, name: String = "Lock") -> DeviceDefinition {
        DeviceDefinition(name: name) {
            security
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", .read, value: [1])
                DeviceCharacteristic("FF02", [.read, .write, .notify], value: [2], requires: .encrypted)
                DeviceCharacteristic("FF03", [.read, .write], value: [3], requires: .authenticated)
            }
        }
    }

    /// The alerts that a phone's user got, in order.
    private final class Alerts: Sendable {
        private let all = Lock<[PairingAlert]>([])
        func note(_ alert: PairingAlert) { all.withLock { $0.append(alert) } }
        var prompts: [PairingPrompt] { all.withLock { $0.map(\.prompt) } }
        var count: Int { prompts.count }
    }

    private static func watch(
        _ phone: Phone, _ reply: @escaping @Sendable (PairingAlert) -> PairingReply = { _ in .accept }
    ) -> Alerts {
        let alerts = Alerts()
        phone.onPairing { alert in
            alerts.note(alert)
            return reply(alert)
        }
        return alerts
    }

    @Test(
        "A device that asks for security pairs once; with the bond each later link is only encrypted",
        .simulated(seed: 300))
    func aReconnectionIsNoPairing() async throws {
        let world = World.current
        let (pairings, encryptions) = (Lock(0), Lock(0))
        let definition = Self.lock(DeviceSecurity(requires: .encrypted)).watched { _, event in
            if case .paired = event { pairings.withLock { $0 += 1 } }
            if case .secured = event { encryptions.withLock { $0 += 1 } }
        }
        let lock = world.add(definition)
        let app = world.addPhone().run { Explorer() }
        for round in 1...3 {
            try await world.run(until: { app.isReady && encryptions.withLock { $0 } == round })
            lock.requestSecurity()
            try await world.run(for: .seconds(5))
            #expect(pairings.withLock { $0 } == 1, "in round \(round)")
            lock.disconnect()
            try await world.run(until: { lock.connectionCount == 0 })
        }
    }

    @Test(
        "Behaviour 5.31, 5.32: a refused read waits for the alert, and the phone repeats it",
        .simulated(seed: 301))
    func aReadPairs() async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity()))
        let phone = world.addPhone()
        let alerts = Self.watch(phone) { _ in .after(.seconds(4), .accept) }
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.lines = []
        let start = world.now
        app.read("FF02")
        app.read("FF01")
        try await world.run(until: { app.lines.count == 2 })
        #expect(app.lines == ["FF02 = [2]", "FF01 = [1]"])
        #expect(alerts.prompts == [.consent])
        #expect(world.now - start > .seconds(4), "the read takes as long as the user needs")
        #expect(phone.pairingAlerts.isEmpty)
        #expect(phone.bonds.count == 1 && lock.bonds.count == 1)
        #expect(phone.bonds.first?.peer == lock.address)
        let link = try #require(lock.links.first)
        #expect(lock.security(of: link)?.level == .encrypted)

        app.read("FF02")
        try await world.run(until: { app.lines.count == 3 })
        #expect(alerts.count == 1, "an encrypted link shows no more alerts")
    }

    @Test(
        "Behaviour 5.33, 9.14: if the user cancels or ignores the alert, the request fails with the peer's code",
        .simulated(seed: 302), arguments: [PairingReply.reject, .ignore])
    func aRefusedPairingFailsTheRequest(_ reply: PairingReply) async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity()))
        let phone = world.addPhone()
        _ = Self.watch(phone) { _ in reply }
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.lines = []
        let start = world.now
        app.read("FF02")
        app.write("FF02", [9])
        try await world.run(until: { !app.lines.isEmpty }, timeout: .seconds(90))
        let patience = world.now - start
        try await world.run(until: { app.lines.count == 2 }, timeout: .seconds(90))
        #expect(app.lines == ["FF02 error 5", "FF02 written 5"])
        #expect(phone.bonds.isEmpty && lock.bonds.isEmpty)
        #expect(phone.pairingAlerts.isEmpty, "the alert closes by itself")
        if reply == .ignore { #expect(patience >= .seconds(29) && patience < .seconds(32)) }
    }

    /// A pairing method with protection against man-in-the-middle attacks.
    struct Method: Sendable, CustomTestStringConvertible {
        let name: String
        let security: DeviceSecurity
        let prompts: @Sendable ([PairingPrompt]) -> Bool
        var testDescription: String { name }
    }

    static let methods: [Method] = methods(.offered) + methods(.off)

    private static func methods(_ kind: DeviceSecurity.SecureConnections) -> [Method] {
        let title = kind == .off ? "legacy" : "Secure Connections"
        let shows: @Sendable ([PairingPrompt]) -> Bool = { $0 == [.enterPasskey] }
        let types: @Sendable ([PairingPrompt]) -> Bool = { prompts in
            if case .display = prompts.first { prompts.count == 1 } else { false }
        }
        let compares: @Sendable ([PairingPrompt]) -> Bool = { prompts in
            if case .compare = prompts.first { prompts.count == 1 } else { false }
        }
        var methods = [
            Method(
                name: "\(title), the device shows a passkey",
                security: DeviceSecurity(.displayOnly, secureConnections: kind), prompts: shows),
            Method(
                name: "\(title), the device has a passkey on its label",
                security: DeviceSecurity(.displayOnly, secureConnections: kind, passkey: 42), prompts: shows),
            Method(
                name: "\(title), the device has a keyboard",
                security: DeviceSecurity(.keyboardOnly, secureConnections: kind), prompts: types),
        ]
        if kind == .offered {
            methods.append(
                Method(
                    name: "\(title), numeric comparison",
                    security: DeviceSecurity(.displayYesNo, secureConnections: .required), prompts: compares))
        }
        return methods
    }

    @Test("Each method gives an authenticated link", .simulated(seed: 303), arguments: methods)
    func authenticated(_ method: Method) async throws {
        let world = World.current
        let lock = world.add(Self.lock(method.security))
        let phone = world.addPhone()
        let alerts = Self.watch(phone)
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.lines = []
        app.read("FF03")
        try await world.run(until: { !app.lines.isEmpty })
        #expect(app.lines == ["FF03 = [3]"])
        #expect(method.prompts(alerts.prompts), "\(alerts.prompts)")
        let bond = try #require(lock.bonds.first)
        #expect(bond.isAuthenticated)
        #expect(bond.usesSecureConnections == (method.security.secureConnections != .off))
    }

    @Test(
        "A wrong passkey fails the request; the next one may try again", .simulated(seed: 304),
        arguments: [DeviceSecurity.SecureConnections.offered, .off])
    func aWrongPasskey(_ kind: DeviceSecurity.SecureConnections) async throws {
        let world = World.current
        let lock = world.add(
            Self.lock(DeviceSecurity(.displayOnly, secureConnections: kind, passkey: 123_456)))
        let phone = world.addPhone()
        let typed = Lock<UInt32>(111_111)
        let alerts = Self.watch(phone) { _ in .after(.seconds(2), .passkey(typed.withLock { $0 })) }
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.lines = []
        app.read("FF03")
        try await world.run(until: { app.lines.count == 1 }, timeout: .seconds(60))
        #expect(app.lines == ["FF03 error 5"])
        #expect(lock.bonds.isEmpty)
        typed.withLock { $0 = 123_456 }
        try await world.run(for: .seconds(60))
        app.read("FF03")
        try await world.run(until: { app.lines.count == 2 }, timeout: .seconds(60))
        #expect(app.lines.last == "FF03 = [3]")
        #expect(alerts.count == 2)
    }

    @Test(
        "Just Works is not enough for an authenticated value: pairing again does not help",
        .simulated(seed: 305))
    func justWorksIsNotAuthenticated() async throws {
        let world = World.current
        world.add(Self.lock(DeviceSecurity(.noInputNoOutput)))
        let phone = world.addPhone()
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.lines = []
        app.read("FF03")
        try await world.run(until: { app.lines.count == 1 }, timeout: .seconds(60))
        #expect(app.lines == ["FF03 error 5"])
    }

    @Test(
        "Behaviour 6.6: subscribing, writing and long writes start pairing as reading does",
        .simulated(seed: 306))
    func everyRequestPairs() async throws {
        let world = World.current
        let requests: [(Explorer) -> Void] = [
            { $0.subscribe("FF02") }, { $0.write("FF02", [9]) },
            { $0.write("FF02", [UInt8](repeating: 9, count: 400)) },
        ]
        for (index, ask) in requests.enumerated() {
            let lock = world.add(Self.lock(DeviceSecurity(), name: "Lock \(index)"))
            let app = world.addPhone(name: "phone \(index)").run { Explorer(name: "Lock \(index)") }
            try await world.run(until: { app.isReady })
            app.lines = []
            ask(app)
            try await world.run(until: { app.lines.count == 1 })
            #expect(app.lines == [index == 0 ? "FF02 notifying true" : "FF02 written 0"])
            #expect(lock.bonds.count == 1)
            app.letGo()
        }
    }

    @Test(
        "Behaviour 3.16: with a bond the link is encrypted before didConnect, without an alert",
        .simulated(seed: 307), arguments: [DeviceSecurity.SecureConnections.offered, .off])
    func theBondComesBack(_ kind: DeviceSecurity.SecureConnections) async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity(.displayOnly, secureConnections: kind)))
        let phone = world.addPhone()
        let alerts = Self.watch(phone)
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.read("FF03")
        try await world.run(until: { app.lines.last == "FF03 = [3]" })
        for end in [{ lock.disconnect() }, { lock.reset(after: .seconds(1)) }, { phone.restartBluetooth() }] {
            let connections = app.connections
            end()
            try await world.run(until: { app.connections > connections })
            let link = try #require(lock.links.first)
            #expect(lock.security(of: link)?.level == .authenticated, "before didConnect")
            try await world.run(until: { app.isReady })
            app.lines = []
            app.read("FF03")
            try await world.run(until: { app.lines == ["FF03 = [3]"] })
        }
        #expect(alerts.count == 1)
    }

    @Test(
        "Behaviour 3.14, 3.17: if the device forgot the bond, each connect fails with code 14 until the phone forgets it too",
        .simulated(seed: 308))
    func theDeviceForgot() async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity()))
        let phone = world.addPhone()
        let alerts = Self.watch(phone)
        let app = phone.run { Explorer(reconnects: false) }
        try await world.run(until: { app.isReady })
        app.read("FF02")
        try await world.run(until: { app.lines.last == "FF02 = [2]" })
        lock.forgetBonds()
        lock.disconnect()
        try await world.run(until: { lock.connectionCount == 0 })
        for _ in 0..<2 {
            app.lines = []
            app.connectAgain()
            try await world.run(until: { !app.lines.isEmpty })
            #expect(app.lines == ["failed 14"])
            try await world.run(until: { lock.connectionCount == 0 })
        }
        phone.forget(lock)
        app.lines = []
        app.connectAgain()
        try await world.run(until: { app.isReady })
        app.read("FF02")
        try await world.run(until: { app.lines.last == "FF02 = [2]" })
        #expect(alerts.count == 2)
    }

    @Test(
        "A phone that forgot the bond pairs again, and the device accepts the new bond", .simulated(seed: 309)
    )
    func thePhoneForgot() async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity()))
        let phone = world.addPhone()
        let alerts = Self.watch(phone)
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.read("FF02")
        try await world.run(until: { app.lines.last == "FF02 = [2]" })
        let old = try #require(lock.bonds.first)
        app.lines = []
        phone.forget(lock)
        try await world.run(until: { app.lines.first == "lost 7" && app.isReady })
        app.read("FF02")
        try await world.run(until: { app.lines.last == "FF02 = [2]" })
        #expect(alerts.count == 2)
        #expect(lock.bonds.count == 1 && lock.bonds.first != old)
    }

    @Test(
        "Behaviour 3.14: a peer with another key goes silent when encryption starts: code 15",
        .simulated(seed: 310))
    func theKeysDiffer() async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity()))
        let phone = world.addPhone()
        let app = phone.run { Explorer(reconnects: false) }
        try await world.run(until: { app.isReady })
        app.read("FF02")
        try await world.run(until: { app.lines.last == "FF02 = [2]" })
        app.letGo()
        try await world.run(until: { lock.connectionCount == 0 })
        var bond = try #require(lock.bonds.first)
        bond.keyAsPeripheral?.value[0] ^= 1
        lock.setBonds([bond])
        app.lines = []
        app.connectAgain()
        try await world.run(until: { !app.lines.isEmpty }, timeout: .seconds(60))
        #expect(app.lines == ["failed 15"])
    }

    @Test("Behaviour 5.36: a Security Request right after connecting shows the alert", .simulated(seed: 311))
    func aSecurityRequestPairs() async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity(.displayOnly, requires: .authenticated)))
        let phone = world.addPhone()
        let alerts = Self.watch(phone)
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady && !lock.bonds.isEmpty })
        #expect(alerts.prompts == [.enterPasskey])
        app.lines = []
        app.read("FF03")
        try await world.run(until: { app.lines == ["FF03 = [3]"] })
    }

    @Test(
        "Two phones pair by comparing numbers; the peripheral's app only sees the read", .simulated(seed: 312)
    )
    func phonesPairWithEachOther() async throws {
        let world = World.current
        let server = world.addPhone(name: "server", at: .meters(1))
        let client = world.addPhone(name: "client")
        let alerts = (Self.watch(server), Self.watch(client))
        let publisher = server.run { EncryptedPublisher() }
        try await world.run(until: { publisher.isAdvertising })
        let app = client.run { Explorer(name: "secret") }
        try await world.run(until: { app.isReady })
        app.lines = []
        app.read("FF02")
        try await world.run(until: { !app.lines.isEmpty })
        #expect(app.lines == ["FF02 = [7]"])
        guard case .compare(let one) = alerts.0.prompts.first,
            case .compare(let other) = alerts.1.prompts.first
        else {
            Issue.record("\(alerts.0.prompts) \(alerts.1.prompts)")
            return
        }
        #expect(one == other)
        #expect(server.bonds.count == 1 && client.bonds.count == 1)
    }

    @Test(
        "Behaviour 3.33, 3.34: a bonded device with private addresses keeps its identifier; an unbonded one does not",
        .simulated(seed: 313))
    func privateAddresses() async throws {
        let world = World.current
        let security = DeviceSecurity(privacy: .resolvable(every: .minutes(15)))
        let lock = world.add(Self.lock(security))
        let phone = world.addPhone()
        let app = phone.run { Explorer(reconnects: false) }
        let stranger = world.addPhone(name: "stranger").run { Explorer(name: "nobody") }
        try await world.run(until: { app.isReady })
        app.read("FF02")
        try await world.run(until: { app.lines.last == "FF02 = [2]" })
        let identifier = try #require(app.peripheral?.identifier)
        app.letGo()
        try await world.run(until: { lock.connectionCount == 0 })
        app.central.scanForPeripherals(
            withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        stranger.central.scanForPeripherals(
            withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        try await world.run(for: .minutes(40))
        #expect(app.discovered == [identifier])
        #expect(stranger.discovered.count >= 3, "one for each address")
        app.connectAgain()
        try await world.run(until: { app.connections == 2 })
        #expect(app.peripheral?.identifier == identifier)
    }

    @Test(
        "An alert ends when the radio goes off, and a late answer does not count for the next alert",
        .simulated(seed: 314))
    func answersBelongToOneAlert() async throws {
        let world = World.current
        let lock = world.add(Self.lock(DeviceSecurity(.displayOnly, passkey: 123_456)))
        let phone = world.addPhone()
        _ = Self.watch(phone) { _ in .ignore }
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady })
        app.read("FF03")
        try await world.run(until: { phone.pairingAlerts.count == 1 })
        let old = try #require(phone.pairingAlerts.first)
        phone.setBluetooth(false)
        try await world.run(for: .seconds(1))
        #expect(phone.pairingAlerts.isEmpty)
        phone.setBluetooth(true)
        try await world.run(until: { app.connections == 2 && app.isReady })
        app.read("FF03")
        try await world.run(until: { phone.pairingAlerts.count == 1 })
        phone.answer(old, with: .passkey(123_456))
        try await world.run(for: .seconds(5))
        #expect(lock.bonds.isEmpty && phone.pairingAlerts.count == 1)
        phone.answer(phone.pairingAlerts[0], with: .passkey(123_456))
        try await world.run(until: { app.lines.last == "FF03 = [3]" })
        #expect(phone.pairingAlerts.isEmpty && lock.bonds.count == 1)
    }

    @Test("A read that comes while a Security Request's alert is up waits for it", .simulated(seed: 315))
    func aReadJoinsTheAlertThatIsUp() async throws {
        let world = World.current
        world.add(Self.lock(DeviceSecurity(requires: .encrypted)))
        let phone = world.addPhone()
        let alerts = Self.watch(phone) { _ in .after(.seconds(8), .accept) }
        let app = phone.run { Explorer() }
        try await world.run(until: { app.isReady && !phone.pairingAlerts.isEmpty })
        app.read("FF02")
        try await world.run(until: { !app.lines.isEmpty })
        #expect(app.lines == ["FF02 = [2]"])
        #expect(alerts.count == 1)
    }

    /// A peripheral app whose value requires an encrypted link.
    private final class EncryptedPublisher: NSObject, CBPeripheralManagerDelegate {
        private var manager: CBPeripheralManager!
        private(set) var isAdvertising = false

        override init() {
            super.init()
            manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "publisher"))
        }

        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            guard peripheral.state == .poweredOn else { return }
            let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
            service.characteristics = [
                CBMutableCharacteristic(
                    type: CBUUID(string: "FF02"), properties: .read, value: nil,
                    permissions: .readEncryptionRequired)
            ]
            peripheral.add(service)
            peripheral.startAdvertising([
                CBAdvertisementDataLocalNameKey: "secret",
                CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FF00")],
            ])
        }

        func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: Error?) {
            isAdvertising = true
        }

        func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
            request.value = Data([7])
            peripheral.respond(to: request, withResult: .success)
        }
    }
}
