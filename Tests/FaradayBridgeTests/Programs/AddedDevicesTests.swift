import BluetoothPort
import FaradaySimulation
import PortProtocol
import Testing

@testable import FaradayBridge

@Suite("Simulated devices beside lent Bluetooth")
struct AddedDevicesTests {
    private let real = World(seed: 1).addPhone(name: "real")
    private let phone = World(seed: 2).addPhone(name: "simulated devices")

    private func session(_ desk: any ProgramDesk) -> ProgramSession { ProgramSession(desk) { _, _ in } }

    @Test("A program says by its phone's name which devices it sees")
    func choice() throws {
        let desk = LentBluetooth(real, beside: AddedDevices(of: phone))
        func admitted(_ name: String) throws -> any PortProvider {
            try desk.admit(.init(phone: name, app: "app"), session(desk)).get()
        }
        #expect(try admitted("") is CombinedProvider)
        let both = try #require(try admitted("both") as? CombinedProvider)
        #expect(both.real === real)
        #expect(both.portName == "real and simulated devices")
        #expect(try admitted("real") === real)
        let app = try #require(try admitted("simulated") as? Phone)
        #expect(app.id == phone.id && app.world === phone.world)
        #expect(throws: ProgramRefusal("there is no phone 'Bob' here, but both, real, simulated")) {
            _ = try admitted("Bob")
        }
    }

    @Test("Without simulated devices a program that wants them is told so")
    func none() {
        let desk = LentBluetooth(real)
        let refusal = desk.admit(.init(phone: "simulated", app: "app"), session(desk))
        #expect(throws: ProgramRefusal("there are no simulated devices here")) { _ = try refusal.get() }
    }

    @Test("Each program is an app of its own, and leaves its number to the next one")
    func numbers() throws {
        let desk = LentBluetooth(real, beside: AddedDevices(of: phone))
        func join(_ session: ProgramSession) throws -> UInt32 {
            let phone = try desk.admit(.init(phone: "simulated", app: "app"), session).get() as? Phone
            return try #require(phone).app.rawValue
        }
        let sessions = (0..<3).map { _ in session(desk) }
        #expect(try sessions.map(join) == [1, 2, 3])
        desk.left(sessions[1], nil)
        #expect(try join(session(desk)) == 2)
    }

    @Test("A program with a restore identifier and its background mode has a manager")
    func restorable() async throws {
        let desk = LentBluetooth(real, beside: AddedDevices(of: phone))
        let session = session(desk)
        let hello = PortFrame.Hello(phone: "simulated", app: "app", backgroundModes: 1)
        session.receive(PortFrame.hello(hello).bytes)
        session.receive(PortFrame.open(1, .central(.init(restoreIdentifier: "central"))).bytes)
        try await phone.world.run(for: .seconds(1))
        #expect(phone.world.misuses.isEmpty)
        session.close()
    }
}
