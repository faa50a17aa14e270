import BluetoothPort
import BluetoothTypes
import RandomCases
import Testing

@testable import FaradayBridge
@testable import FaradaySimulation

/// A program's process may end at any moment. The world is in virtual time, and there is no socket: what passes is the same.
@Suite("A program that ends in the middle")
struct SeveredProgramTests {
    private final class Lab {
        let world = World(seed: 1)
        let strap: Device
        let band: Device
        let phone: Phone
        let desk: ServedPhones
        private let otherWire = ProgramWire()
        let other: ProgramConversation

        init() throws {
            strap = world.add(ProgramConversation.device("Strap", "180D"))
            band = world.add(ProgramConversation.device("Band", "180F"))
            phone = world.addPhone(name: "phone")
            desk = ServedPhones([phone])
            other = ProgramConversation(otherWire.connect("other", to: desk), service: "180F")
            let other = other
            try world.run(until: { other.story.isDone })
        }

        /// A program runs until it is cut, or has done everything.
        func run(_ wire: ProgramWire) throws -> ProgramConversation {
            let one = ProgramConversation(wire.connect("one", to: desk), service: "180D")
            try world.run(until: { one.story.isDone || wire.isCut })
            return one
        }

        var managers: Int { world.lock.withLock { $0.phone(phone.id).stack.status.managerCount } }
        var scans: Int { world.lock.withLock { $0.phone(phone.id).stack.status.openScans.count } }
        /// The app that joined second.
        var state: AppState { phone.app(2).appState }
    }

    private static func length() throws -> Int {
        let wire = ProgramWire()
        let one = try Lab().run(wire)
        #expect(one.story.isDone)
        return wire.frames
    }

    @Test(
        "Wherever its connection is cut, its app has ended, its link and its managers are gone, and other apps don't notice",
        arguments: [0, 0.5, 1])
    func cuts(_ passes: Double) throws {
        let length = try Self.length()
        #expect(length > 40)
        // Each frame is cut in one of the three ways: after 0, 3, 6 ... frames, after 2, 5, 8 ..., and in the middle of the
        // others. With more cases each is cut in all ways.
        let isWhole = randomCases(1) > 1
        let first = isWhole || passes == 0 ? 1 : passes == 1 ? 2 : 3
        for frame in stride(from: first, through: length, by: isWhole ? 1 : 3) {
            let lab = try Lab()
            let (wire, before) = (ProgramWire(cut: .init(frame: frame, passes: passes)), lab.other.story)
            _ = try lab.run(wire)
            try lab.world.run(for: .seconds(5))
            // Before the end of its hello there is no app.
            let isUnknown = frame == 1 && passes < 1
            #expect(lab.state == (isUnknown ? .foreground : .terminated), "frame \(frame)")
            #expect(lab.strap.connectionCount == 0, "frame \(frame)")
            #expect(lab.managers == 2 && lab.scans == 0, "frame \(frame)")
            #expect(lab.other.story == before, "frame \(frame)")
            lab.band.update("FF01", [9])
            // The app starts again, and can do all it did, since nothing of it is in the way.
            let again = ProgramWire()
            let one = try lab.run(again)
            #expect(one.story.isDone && one.story.troubles.isEmpty, "frame \(frame): \(one.story)")
            #expect(lab.other.story.values == before.values + [[9]], "frame \(frame)")
            again.end()
        }
    }
}
