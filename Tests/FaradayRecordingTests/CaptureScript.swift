import BluetoothPort
import BluetoothTypes
import BluetoothWire

@testable import FaradayRecording

/// A machine with the time of a test, whose packets are read as a stranger would.
struct CaptureScript {
    var time = MonotonicInstant.zero
    private var capture = PortCapture()
    /// What no reader could make sense of.
    private(set) var problems: [String] = []
    /// The request of each link that was written last.
    private var requests: [UInt16: ATT.Opcode] = [:]

    init(managers: Int = 1) {
        for _ in 0..<managers { _ = capture.open(at: time) }
    }

    mutating func command(
        _ command: Central.Command, _ result: CommandResult = .accepted, by manager: Int = 0
    ) {
        let ticket = capture.begin(command, by: manager, at: time)
        capture.end(command, ticket, result, by: manager, at: time)
        time += .milliseconds(1)
    }

    mutating func event(_ event: Central.Event, of manager: Int = 0, mtu: Int? = nil) {
        capture.handle(event, of: manager, mtu: mtu, at: time)
        time += .milliseconds(1)
    }

    mutating func close(_ manager: Int) { capture.close(manager, at: time) }

    /// A line for each packet since the last time: an event by its name, data with its direction and opcode.
    mutating func lines() -> [String] { capture.take().compactMap { line($0) } }

    private mutating func line(_ packet: RecordedPacket) -> String? {
        do {
            switch try HCI.Packet(h4: packet.bytes) {
            case .event(.unknown): return "notice"
            case .event(let event): return "\("\(event)".prefix { $0 != "(" })"
            case .command(let command): return "\("\(command)".prefix { $0 != "(" })"
            case .acl(let data):
                let frame = try L2CAP.BasicFrame(bytes: data.data)
                let pdu = try ATT.PDU(bytes: frame.payload)
                check(pdu, data.connectionHandle, packet.direction)
                return (packet.direction == .toHost ? "< " : "> ") + "\(pdu.opcode)"
            }
        } catch {
            problems.append("\(error): \(packet.bytes)")
            return nil
        }
    }

    /// A response is one to the last request.
    private mutating func check(_ pdu: ATT.PDU, _ link: UInt16, _ direction: CaptureDirection) {
        switch pdu {
        case .client(.request(let request)): requests[link] = request.opcode
        case .server(.response(let response)):
            let request = requests.removeValue(forKey: link)
            let isError =
                if case .error(let error) = response { error.requestOpcode == request } else { false }
            if !isError, response.opcode.rawValue != (request?.rawValue ?? 0) &+ 1 {
                problems.append("\(response) to \(request.map { "\($0)" } ?? "nothing")")
            }
        default: break
        }
        let isOfServer = if case .server = pdu { true } else { false }
        if isOfServer != (direction == .toHost) { problems.append("\(pdu) goes the wrong way") }
    }
}
