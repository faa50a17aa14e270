import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Two bearers on one link, each with its own database; PDUs go across until both are quiet.
struct BearerPair {
    var central: AttributeBearer
    var peripheral: AttributeBearer
    var centralServer = GATTServer(deviceName: "phone", appearance: 0)
    var peripheralServer = GATTServer(deviceName: "device", appearance: 0)
    /// What the upper layer the peripheral answers.
    var dynamicValues: [ATT.Handle: [UInt8]] = [:]
    var centralEvents: [Host.Event] = []
    var peripheralEvents: [Host.Event] = []
    var longestPDU = 0
    private var nextToken: UInt64 = 0

    init(mtu: UInt16 = 517) {
        let link = AttributeFixture.link
        central = AttributeBearer(link: link, role: .central, preferredMTU: mtu)
        peripheral = AttributeBearer(link: link, role: .peripheral, preferredMTU: 517)
        centralServer.linkOpened(link)
        peripheralServer.linkOpened(link)
    }

    /// Runs one procedure of the central to its end.
    mutating func run(_ procedure: GATT.Procedure) -> GATT.Outcome? {
        nextToken += 1
        var actions: [AttributeBearer.Action] = []
        central.perform(procedure, token: .init(nextToken), at: .zero, into: &actions)
        settle(central: actions)
        for case .procedureEnded(_, .init(nextToken), let outcome) in centralEvents { return outcome }
        return nil
    }

    /// Sends an update of the peripheral's.
    mutating func update(_ handle: ATT.Handle, _ value: [UInt8], _ kind: GATT.UpdateKind) {
        nextToken += 1
        var actions: [AttributeBearer.Action] = []
        peripheral.update(
            value, of: handle, kind: kind, token: .init(nextToken), server: &peripheralServer, at: .zero,
            into: &actions)
        settle(peripheral: actions)
    }

    mutating func settle(
        central first: [AttributeBearer.Action] = [], peripheral second: [AttributeBearer.Action] = []
    ) {
        var queue = first.map { (true, $0) } + second.map { (false, $0) }
        var position = 0
        while position < queue.count {
            let (isCentral, action) = queue[position]
            position += 1
            guard position < 100_000 else {
                Issue.record("the pair does not get quiet")
                return
            }
            var actions: [AttributeBearer.Action] = []
            var answers: [AttributeBearer.Action] = []
            switch (action, isCentral) {
            case (.send(let pdu, let tag), true):
                longestPDU = max(longestPDU, pdu.count)
                if let tag { central.sent(tag, into: &actions) }
                peripheral.received(pdu, server: &peripheralServer, at: .zero, into: &answers)
            case (.send(let pdu, let tag), false):
                longestPDU = max(longestPDU, pdu.count)
                if let tag { peripheral.sent(tag, into: &actions) }
                central.received(pdu, server: &centralServer, at: .zero, into: &answers)
            case (.event(let event), true): centralEvents.append(event)
            case (.event(let event), false):
                peripheralEvents.append(event)
                floorAbove(event, into: &actions)
            case (.failLink(let code), _): Issue.record("the bearer failed: \(code)")
            }
            queue += actions.map { (isCentral, $0) } + answers.map { (!isCentral, $0) }
        }
    }

    /// Reads and writes `dynamicValues`, as an app would.
    private mutating func floorAbove(_ event: Host.Event, into actions: inout [AttributeBearer.Action]) {
        var result: Result<[UInt8], ATT.Failure> = .success([])
        let id: GATT.RequestID?
        switch event {
        case .attributeRead(let request):
            id = request.id
            let value = dynamicValues[request.handle] ?? []
            result =
                request.offset <= value.count
                ? .success(Array(value[request.offset...])) : .failure(.error(.invalidOffset))
        case .attributeWritten(let request):
            id = request.id
            for part in request.parts {
                let old = dynamicValues[part.handle] ?? []
                dynamicValues[part.handle] = old.prefix(part.offset) + part.value
            }
        default: return
        }
        guard let id else { return }
        peripheral.respond(id, result, server: &peripheralServer, at: .zero, into: &actions)
    }
}
