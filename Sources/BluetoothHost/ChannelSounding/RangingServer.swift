import BluetoothTypes
import BluetoothWire

/// The Ranging Service of a reflector: sends each client what this end measured in the procedures of its link.
///
/// A client that subscribes to real-time data gets each report when its procedure is over. Others learn that a report is
/// ready, and ask for it at the control point. Segments are sent one after the other, so that a client can stop them.
/// Filters are not supported, and said so in the features.
///
/// Source: Ranging Service 1.0.
package struct RangingServer: Sendable {
    /// What follows from an input.
    package enum Output: Hashable, Sendable {
        /// Replaces the value of a characteristic.
        case value(BluetoothUUID, [UInt8])
        /// Sends a value to one client. Data have a token: tell the server when it has been sent.
        case update(Host.LinkID, BluetoothUUID, [UInt8], GATT.UpdateKind, Host.Token?)
    }

    /// A report that a client can ask for.
    private struct Stored: Hashable, Sendable {
        let counter: UInt16
        let bytes: [UInt8]
    }

    /// Segments on their way, and how to end.
    private struct Stream: Hashable, Sendable {
        let characteristic: BluetoothUUID
        var segments: [Ranging.Segment]
        /// What the control point says after the last one; nil in real time.
        let response: Ranging.Response?
    }

    private struct Client: Hashable, Sendable {
        let link: Host.LinkID
        var subscriptions: [BluetoothUUID: GATT.Subscription] = [:]
        var reports: [Stored] = []
        var stream: Stream?
        /// Reports in real time that wait for the one before.
        var waiting: [Stored] = []

        init(_ link: Host.LinkID) { self.link = link }

        func has(_ uuid: BluetoothUUID) -> Bool { subscriptions[uuid].map { !$0.isEmpty } ?? false }
    }

    private var clients: [Client] = []
    private var lastToken = Self.firstToken

    /// How many reports of a link are kept; a further one takes the place of the oldest.
    package static let capacity = 2
    /// Other updates of a device have smaller tokens.
    private static let firstToken: UInt64 = 1 << 62

    /// What the service can do.
    package static let features: Ranging.Features = [.realTimeData, .retrieveLostSegments, .abortOperation]

    package init() {}

    // MARK: Inputs

    /// The client changed a subscription of one of the service's characteristics.
    package mutating func subscribed(
        _ link: Host.LinkID, to uuid: BluetoothUUID, _ subscription: GATT.Subscription
    ) {
        let index = client(link)
        clients[index].subscriptions[uuid] = subscription
        let data = [Ranging.Characteristic.realTimeData, Ranging.Characteristic.onDemandData]
        if subscription.isEmpty, data.contains(uuid), clients[index].stream?.characteristic == uuid {
            (clients[index].stream, clients[index].waiting) = (nil, [])
        }
    }

    /// The link has ended; its reports are forgotten.
    package mutating func linkLost(_ link: Host.LinkID) { clients.removeAll { $0.link == link } }

    /// This end was reflector in a procedure. `limit` is the longest notification on the link, ATT MTU - 3.
    package mutating func reflected(
        _ reflection: Host.RangingReflection, on link: Host.LinkID, limit: Int
    ) -> [Output] {
        let index = client(link)
        let report = Stored(
            counter: reflection.procedureCounter & 0xFFF, bytes: Ranging.Report(reflection).bytes)
        if clients[index].has(Ranging.Characteristic.realTimeData) {
            clients[index].waiting.append(report)
            if clients[index].waiting.count > Self.capacity { clients[index].waiting.removeFirst() }
            return clients[index].stream == nil ? next(index, limit) : []
        }
        guard clients[index].has(Ranging.Characteristic.onDemandData) else { return [] }
        var outputs: [Output] = []
        clients[index].reports.append(report)
        if clients[index].reports.count > Self.capacity {
            let old = clients[index].reports.removeFirst()
            outputs += tell(index, Ranging.Characteristic.dataOverwritten, old.counter)
        }
        return outputs + tell(index, Ranging.Characteristic.dataReady, report.counter)
    }

    /// A client wrote to the control point.
    package mutating func written(_ value: [UInt8], on link: Host.LinkID, limit: Int) -> [Output] {
        let index = client(link)
        // Without a subscription there is no way to answer.
        guard clients[index].has(Ranging.Characteristic.controlPoint) else { return [] }
        let request: Ranging.Request
        do throws(DecodeError) {
            request = try Ranging.Request(bytes: value)
        } catch {
            if case .unknownCode = error.reason { return [answer(index, .ended(.opCodeNotSupported))] }
            return [answer(index, .ended(.invalidParameter))]
        }
        if clients[index].has(Ranging.Characteristic.realTimeData) {
            return [answer(index, .ended(.invalidParameter))]
        }
        return carryOut(request, index, limit)
    }

    /// A segment was sent, or never will be. Tokens of others are ignored.
    package mutating func sent(_ token: Host.Token, on link: Host.LinkID, limit: Int) -> [Output] {
        guard token.rawValue >= Self.firstToken,
            let index = clients.firstIndex(where: { $0.link == link })
        else { return [] }
        return next(index, limit)
    }

    // MARK: Requests

    private mutating func carryOut(_ request: Ranging.Request, _ index: Int, _ limit: Int) -> [Output] {
        if case .abort = request {
            let isStreaming = clients[index].stream != nil
            clients[index].stream = nil
            return [answer(index, .ended(isStreaming ? .success : .abortUnsuccessful))]
        }
        guard clients[index].stream == nil else { return [answer(index, .ended(.serverBusy))] }
        switch request {
        case .getData(let counter):
            guard let report = report(counter, index) else {
                return [answer(index, .ended(.noRecordsFound))]
            }
            return begin(Self.segments(report, limit), .dataComplete(counter: counter), index, limit)
        case .acknowledge(let counter):
            guard report(counter, index) != nil else { return [answer(index, .ended(.noRecordsFound))] }
            clients[index].reports.removeAll { $0.counter == counter }
            return [answer(index, .ended(.success))]
        case .retrieveSegments(let counter, let first, let last):
            guard let report = report(counter, index) else {
                return [answer(index, .ended(.noRecordsFound))]
            }
            let all = Self.segments(report, limit)
            let end = last == 0xFF ? all.count - 1 : Int(last)
            guard Int(first) <= end, end < all.count else {
                return [answer(index, .ended(.invalidParameter))]
            }
            return begin(
                Array(all[Int(first)...end]),
                .segmentsComplete(counter: counter, first: first, last: UInt8(clamping: end)), index, limit)
        case .setFilter: return [answer(index, .ended(.opCodeNotSupported))]
        case .abort: return []
        }
    }

    private func report(_ counter: UInt16, _ index: Int) -> Stored? {
        clients[index].reports.first { $0.counter == counter }
    }

    private mutating func begin(
        _ segments: [Ranging.Segment], _ response: Ranging.Response, _ index: Int, _ limit: Int
    ) -> [Output] {
        clients[index].stream = Stream(
            characteristic: Ranging.Characteristic.onDemandData, segments: segments, response: response)
        return next(index, limit)
    }

    // MARK: Sending

    /// Sends the next segment of a client, or ends.
    private mutating func next(_ index: Int, _ limit: Int) -> [Output] {
        if let stream = clients[index].stream, stream.segments.isEmpty {
            clients[index].stream = nil
            if let response = stream.response { return [answer(index, response)] }
        }
        if clients[index].stream == nil, !clients[index].waiting.isEmpty {
            let report = clients[index].waiting.removeFirst()
            clients[index].stream = Stream(
                characteristic: Ranging.Characteristic.realTimeData, segments: Self.segments(report, limit),
                response: nil)
        }
        guard let segment = clients[index].stream?.segments.removeFirst(),
            let characteristic = clients[index].stream?.characteristic
        else { return [] }
        lastToken += 1
        return [update(index, characteristic, segment.bytes, Host.Token(lastToken))]
    }

    private static func segments(_ report: Stored, _ limit: Int) -> [Ranging.Segment] {
        var segmenter = Ranging.Segmenter(limit: max(limit, 2))
        return segmenter.append(report.bytes) + segmenter.finish()
    }

    private func tell(_ index: Int, _ uuid: BluetoothUUID, _ counter: UInt16) -> [Output] {
        let value = [UInt8].littleEndian(counter)
        let outputs = [Output.value(uuid, value)]
        return clients[index].has(uuid) ? outputs + [update(index, uuid, value, nil)] : outputs
    }

    private func answer(_ index: Int, _ response: Ranging.Response) -> Output {
        update(index, Ranging.Characteristic.controlPoint, response.bytes, nil)
    }

    private func update(
        _ index: Int, _ uuid: BluetoothUUID, _ value: [UInt8], _ token: Host.Token?
    ) -> Output {
        let wanted = clients[index].subscriptions[uuid] ?? []
        return .update(
            clients[index].link, uuid, value,
            wanted.contains(.notifications) ? .notification : .indication, token)
    }

    private mutating func client(_ link: Host.LinkID) -> Int {
        if let index = clients.firstIndex(where: { $0.link == link }) { return index }
        clients.append(Client(link))
        return clients.count - 1
    }
}

extension Ranging.Report {
    /// The report of what an end measured.
    init(_ reflection: Host.RangingReflection) {
        let paths = reflection.subevents.lazy.map(\.numAntennaPaths).max() ?? 0
        self.init(
            header: .init(
                counter: reflection.procedureCounter, configID: reflection.configID,
                selectedTXPower: reflection.txPower, antennaPaths: UInt8((1 << UInt16(min(paths, 4))) - 1)),
            subevents: reflection.subevents.map { subevent in
                .init(
                    startACLConnectionEvent: subevent.startACLConnectionEvent,
                    frequencyCompensation: subevent.frequencyCompensation, progress: subevent.progress,
                    referencePowerLevel: subevent.referencePowerLevel, steps: subevent.steps.map(\.data))
            })
    }
}
