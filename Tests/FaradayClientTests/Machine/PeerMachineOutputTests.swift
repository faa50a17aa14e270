import BluetoothTypes
import Testing

import enum BluetoothPort.ManagerState
import enum BluetoothPort.PortError
import struct BluetoothPort.AttributeIdentifier
import struct BluetoothPort.PeerIdentifier

@testable import FaradayClient

@Suite("What a peripheral's machine wants after an input") struct PeerMachineOutputTests {
    typealias Step = @Sendable (inout PeerMachine) -> Void

    /// What has happened, and all that the machine wants after the last step.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let wants: [Output]

        init(_ description: String, _ steps: [Step], wants: [Output]) {
            (testDescription, self.steps, self.wants) = (description, steps, wants)
        }
    }

    private static let peer = PeerIdentifier(high: 0, low: 1)
    private static let path = CharacteristicPath("2A19", of: "180F")
    private static let service = AttributeIdentifier(rawValue: 7)
    private static let level = AttributeIdentifier(rawValue: 8)
    private static let options = PortCentral.ConnectOptions()

    private static func ask(_ id: UInt64, _ kind: Request.Kind) -> Step {
        { $0.begin(Request(id: id, kind: kind)) }
    }

    private static func event(_ event: PortCentral.Event) -> Step { { $0.handle(event) } }

    private static func read(_ reader: UInt64, survives: Bool = false) -> Step {
        { $0.addReader(Reader(id: reader, survivesDisconnection: survives), of: path) }
    }

    private static let connected = event(.connected(PortCentral.Peer(identifier: peer, name: nil)))
    private static let lost = event(
        .disconnected(peer, .connectionTimeout, timestamp: 0, isReconnecting: false))
    private static let found = event(
        .servicesDiscovered(
            peer, [PortCentral.Service(identifier: service, uuid: "180F", isPrimary: true)], nil))
    /// Read, write without response, write, notify.
    private static let known = event(
        .characteristicsDiscovered(
            peer, service: service,
            [
                PortCentral.Characteristic(
                    identifier: level, uuid: "2A19", properties: 0x1E, cachedValue: nil)
            ], nil))
    private static let turn: Step = { $0.turnEnded(generation: $0.generation) }
    /// A link on which the characteristic is known, by a request for it.
    private static let ready: [Step] = [
        ask(1, .characteristics(path.service, ["2A19"])), connected, turn, found, turn, known,
    ]
    private static let subscribed: [Step] =
        ready + [read(5), event(.notifyStateChanged(peer, level, isNotifying: true, nil))]

    private static func error(
        _ reason: ClientError.Reason, _ operation: ClientError.Operation, underlying: PortError? = nil,
        isOfValue: Bool = true
    ) -> ClientError {
        var error = ClientError(reason, operation, underlying: underlying)
        error.peripheral = peer
        if isOfValue { (error.service, error.characteristic) = ("180F", "2A19") }
        return error
    }

    private static let lostLink = error(
        .disconnected, .stayConnected, underlying: .connectionTimeout, isOfValue: false)

    static let rows: [Row] = [
        Row(
            "The first request connects", [ask(1, .read(path))],
            wants: [
                .connectionEvent(.connecting), .command(.connect(peer, options)), .activity(true),
                .status(PeerCore.Status(name: nil, connection: .connecting)),
            ]),
        Row("The second one waits for the same link", [ask(1, .read(path)), ask(2, .readRSSI)], wants: []),
        Row(
            "A request that nobody waits for any more ends the attempt",
            [ask(1, .read(path)), { $0.cancel(1) { _, _ in CancellationError() } }],
            wants: [
                .finish(request: 1, .failure(.cancelled)), .command(.cancelConnection(peer)),
                .wake(.cancelled(number: 1), after: .seconds(2)), .connectionEvent(.connectionCancelled),
                .status(PeerCore.Status(name: nil, connection: .disconnected)),
            ]),
        Row(
            "On a link a request is sent at once, and answered by number",
            ready + [ask(2, .readRSSI)], wants: [.command(.readRSSI(peer))]),
        Row(
            "An answer ends its request", ready + [ask(2, .readRSSI), event(.rssi(peer, .success(-60)))],
            wants: [.finish(request: 2, .success(.number(-60)))]),
        Row(
            "A value after a read is its answer",
            ready + [ask(2, .read(path)), event(.characteristicValue(peer, level, .success([90])))],
            wants: [.finish(request: 2, .success(.bytes([90])))]),
        Row(
            "An error of the peripheral is the request's",
            ready + [
                ask(2, .read(path)), event(.characteristicValue(peer, level, .failure(.att(code: 0x80)))),
            ],
            wants: [
                .finish(
                    request: 2,
                    .failure(.client(error(.refused(code: 0x80), .read, underlying: .att(code: 0x80)))))
            ]),
        Row(
            "A deadline ends a request, and its answer is nobody's",
            ready + [
                ask(2, .read(path)), { $0.cancel(2) { $0.error(.deadlineExceeded, $1) } },
            ], wants: [.finish(request: 2, .failure(.client(error(.deadlineExceeded, .read))))]),
        Row(
            "The first reader subscribes", ready + [read(5)],
            wants: [.command(.setNotify(peer, level, true))]),
        Row(
            "Readers hear that they are subscribed",
            ready + [
                read(5), read(6), event(.notifyStateChanged(peer, level, isNotifying: true, nil)),
            ], wants: [.yield(reader: 5, .subscribed), .yield(reader: 6, .subscribed)]),
        Row(
            "A notification goes to all readers",
            subscribed + [read(6), event(.characteristicValue(peer, level, .success([1])))],
            wants: [.yield(reader: 5, .value([1])), .yield(reader: 6, .value([1]))]),
        Row(
            "The last reader unsubscribes", subscribed + [{ $0.removeReader(5, of: path) }],
            wants: [.command(.setNotify(peer, level, false))]),
        Row(
            "A lost link ends requests and readers, each with its place",
            subscribed + [ask(2, .read(path)), lost],
            wants: [
                .finish(
                    request: 2,
                    .failure(.client(error(.disconnected, .read, underlying: .connectionTimeout)))),
                .connectionEvent(.disconnected(lostLink)),
                .yield(
                    reader: 5,
                    .ended(.client(error(.disconnected, .subscribe, underlying: .connectionTimeout)))),
                .activity(false), .status(PeerCore.Status(name: nil, connection: .disconnected)),
            ]),
        Row(
            "Bytes that are sent go out when there is room",
            ready + [ask(2, .send(path, OutgoingBytes(bytes: [1, 2, 3], pieceLength: 2, isWatched: true)))],
            wants: [.pump]),
        Row(
            "Each piece is told to who wants to know",
            ready + [
                ask(2, .send(path, OutgoingBytes(bytes: [1, 2, 3], pieceLength: 2, isWatched: true))),
                { $0.pump(hasRoom: true, limit: 20) }, { $0.pieceSent(of: 2, isTaken: true) },
            ], wants: [.progress(request: 2, 2), .pump]),
        Row(
            "A closed machine has ended everything once",
            subscribed + [ask(2, .read(path)), { $0.close() }],
            wants: [
                .finish(request: 2, .failure(.client(error(.closed, .read)))),
                .yield(reader: 5, .ended(.client(error(.closed, .subscribe)))),
                .activity(false), .status(PeerCore.Status(name: nil, connection: .disconnected)),
            ]),
    ]

    @Test(arguments: rows) func wants(_ row: Row) throws {
        var machine = PeerMachine(peer: Self.peer, name: nil, radio: .poweredOn)
        for step in row.steps {
            machine.outputs = []
            step(&machine)
            machine.settle()
        }
        #expect(machine.outputs == row.wants)
    }
}
