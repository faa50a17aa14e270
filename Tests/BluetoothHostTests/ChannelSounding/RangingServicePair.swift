import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// A Ranging Service and its client, joined without hosts: the attributes have fixed handles.
struct RangingServicePair {
    var server = RangingServer()
    var client = RangingRequestor()
    /// The longest notification.
    var limit = 60
    /// What the server says that it can do.
    var features = RangingServer.features
    /// Characteristics that the server has.
    var characteristics: [BluetoothUUID] = [
        Ranging.Characteristic.features, Ranging.Characteristic.realTimeData,
        Ranging.Characteristic.onDemandData, Ranging.Characteristic.controlPoint,
        Ranging.Characteristic.dataReady, Ranging.Characteristic.dataOverwritten,
    ]
    /// Whether the peer has the service.
    var hasService = true
    /// Numbers of notifications that are lost on the way.
    var lost: Set<Int> = []
    private(set) var notifications = 0
    private(set) var findings: [RangingRequestor.Finding] = []
    /// What the control point said.
    private(set) var responses: [Ranging.Response] = []
    private(set) var subscribed: [BluetoothUUID] = []

    static let link = Host.LinkID(1)
    private static let range = ATT.HandleRange(first: 20, last: 60)

    /// The client sets itself up.
    mutating func begin() -> Bool {
        defer { run() }
        return client.begin()
    }

    /// The handle of a characteristic's value; its declaration is before it, its configuration behind it.
    func handle(_ uuid: BluetoothUUID) -> ATT.Handle {
        21 + 3 * UInt16(characteristics.firstIndex(of: uuid) ?? 10)
    }

    private mutating func run() {
        while let request = client.takeRequest() {
            switch request {
            case .procedure(let procedure):
                if let finding = client.ended(outcome(procedure)) { findings.append(finding) }
            case .command(_, let value): write(value)
            }
        }
    }

    private mutating func outcome(_ procedure: GATT.Procedure) -> GATT.Outcome {
        switch procedure {
        case .discoverPrimaryServices:
            return .services(hasService ? [.init(range: Self.range, uuid: Ranging.service)] : [])
        case .discoverCharacteristics:
            return .characteristics(
                characteristics.map {
                    .init(
                        declaration: handle($0) - 1, value: handle($0),
                        properties: $0 == Ranging.Characteristic.controlPoint
                            ? [.writeWithoutResponse, .indicate] : [.notify, .indicate], uuid: $0)
                })
        case .read: return .value(features.bytes)
        case .discoverDescriptors(let range): return .descriptors([.init(handle: range.first, uuid: "2902")])
        case .write(let handle, let value):
            guard let uuid = characteristics.first(where: { self.handle($0) + 1 == handle }) else {
                return .failed(.linkLost)
            }
            subscribed.append(uuid)
            server.subscribed(Self.link, to: uuid, .init(rawValue: UInt16(value[0])))
            return .written
        default: return .failed(.linkLost)
        }
    }

    /// The client, or a stranger, writes to the control point.
    mutating func write(_ value: [UInt8]) { deliver(server.written(value, on: Self.link, limit: limit)) }

    /// The server's host was reflector.
    mutating func reflect(_ reflection: Host.RangingReflection) {
        deliver(server.reflected(reflection, on: Self.link, limit: limit))
    }

    /// The client's host was initiator.
    mutating func keep(_ procedure: ProcedureResults.Procedure) {
        findings += client.keep(procedure)
        run()
    }

    mutating func deliver(_ outputs: [RangingServer.Output]) {
        for case .update(_, let uuid, let value, _, let token) in outputs {
            if uuid == Ranging.Characteristic.controlPoint, let response = try? Ranging.Response(bytes: value)
            {
                responses.append(response)
            }
            notifications += 1
            if !lost.contains(notifications) { findings += client.received(value, from: handle(uuid)) }
            if let token { deliver(server.sent(token, on: Self.link, limit: limit)) }
            run()
        }
    }

    mutating func takeFindings() -> [RangingRequestor.Finding] {
        defer { findings = [] }
        return findings
    }

    mutating func takeResponses() -> [Ranging.Response] {
        defer { responses = [] }
        return responses
    }

    // MARK: Procedures

    /// Both ends' results of a procedure over a distance, in subevents of so many steps.
    static func results(
        _ counter: UInt16, meters: Double, size: Int = 30
    ) -> (own: ProcedureResults.Procedure, peer: Host.RangingReflection) {
        var tones = SyntheticTones(meters)
        let (own, peer) = tones.bothEnds()
        func subevents(_ steps: [ChannelSounding.Step]) -> [HCI.LECSSubeventResult] {
            stride(from: 0, to: steps.count, by: size).map { start in
                let part = Array(steps[start..<min(start + size, steps.count)])
                let isLast = start + size >= steps.count
                return HCI.LECSSubeventResult(
                    connectionHandle: 1, configID: 0, startACLConnectionEvent: UInt16(start),
                    procedureCounter: counter,
                    progress: .init(procedure: isLast ? .complete : .partial, subevent: .complete),
                    numAntennaPaths: 1, steps: part)
            }
        }
        let peerSteps = zip(own, peer).map { ChannelSounding.Step(channel: $0.channel, $1) }
        return (
            .init(counter: counter, configID: 0, subevents: subevents(own), progress: .init()),
            .init(procedureCounter: counter, configID: 0, txPower: 0, subevents: subevents(peerSteps))
        )
    }
}
