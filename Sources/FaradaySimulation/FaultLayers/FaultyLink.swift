import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// What the layers keep of a link: packets that wait, and what the next response meets. Used only under the world's lock, so
/// no property is checked for exclusive access.
final class FaultyLink {
    /// What happens to a response.
    enum Plan {
        /// It does not arrive.
        case loss
        /// It does not arrive, and the link ends.
        case lossAndEnd(Fault.LinkEnd)
        /// When the central has it, the link ends.
        case endAfter(Fault.LinkEnd)
        /// Its bytes change.
        case change(FiringFault)
    }

    /// What a packet of a peripheral belongs to.
    enum Kind: Hashable {
        case response
        case notification
        case signal
    }

    /// A packet, when it may go on.
    struct Held {
        var packet: HCI.ACLData
        var due: Instant
        /// Whether the host counts it among those that the controller has.
        var isOfHost: Bool
    }

    /// One direction, at the peripheral's host.
    struct Line {
        /// In order: the first one holds up all others.
        var held: [Held] = []
        /// The PDU that the fault in `fault` concerns, as far as it has arrived.
        var collected: [UInt8] = []
        var length = 0
        var fault: FiringFault?
        /// A PDU that the next one of the same operation overtakes.
        var overtaken: (frame: [UInt8], operation: Fault.Operation, latest: Instant)?
        /// The operation of the PDU that is going through, for what it overtakes.
        var operation: Fault.Operation?
        /// Whether nothing goes through any more.
        var isCut = false

        /// A PDU of this direction is lost for good. The link layer keeps the order, so whatever is behind it is lost
        /// too, with what waits here.
        mutating func cut() {
            self = Line()
            isCut = true
        }
    }

    let link: RadioLink
    @exclusivity(unchecked) var up = Line()
    @exclusivity(unchecked) var down = Line()
    /// How many packets the controller has that its host did not send.
    @exclusivity(unchecked) var owed = 0
    /// What the next response on ATT meets.
    @exclusivity(unchecked) var response: Plan?
    /// Whether the last value that was read is not the peripheral's, so that there is no further part of it.
    @exclusivity(unchecked) var hasMadeUpValue = false
    /// What the next answer of the peripheral to a request about a channel meets.
    @exclusivity(unchecked) var signal: Plan?
    /// Whether the next such answer of the central does not arrive.
    @exclusivity(unchecked) var losesSignalOfCentral = false
    /// Whether no packet arrives at either end any more.
    @exclusivity(unchecked) private(set) var isSilent = false
    /// When the central has a packet of this kind, the link ends.
    @exclusivity(unchecked) var ending: (kind: Kind, end: Fault.LinkEnd)?
    /// The last discovery request of each kind, to tell a new procedure from one that goes on.
    @exclusivity(unchecked) var discoveries:
        [(operation: Fault.Operation, first: ATT.Handle, last: ATT.Handle)] = []

    init(_ link: RadioLink) { self.link = link }

    var central: NodeID { link.central.controller.node }
    var peripheral: NodeID { link.peripheral.controller.node }
    var handle: UInt16 { link.peripheral.handle }
    var isOver: Bool { !link.central.isOpen && !link.peripheral.isOpen }

    /// When something may go on by itself, after `now`. What is due already waits for room in the controller.
    func nextDue(after now: Instant) -> Instant? {
        [up.held.first?.due, down.held.first?.due, up.overtaken?.latest, down.overtaken?.latest]
            .compactMap { $0 }.filter { $0 > now }.min()
    }

    /// No packet arrives any more, in either direction.
    func silence() {
        up.cut()
        down.cut()
        isSilent = true
    }

    /// Nothing is kept of the link any more.
    func clear() {
        (up, down) = (Line(), Line())
        (response, signal, ending, owed) = (nil, nil, nil, 0)
        losesSignalOfCentral = false
    }
}
