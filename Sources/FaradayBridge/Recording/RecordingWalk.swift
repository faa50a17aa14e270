import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// What a recording does with a device: finds it, connects, discovers everything, reads, subscribes, follows a script, listens, and
/// ends the connection. Events go in, commands come out; it has no clock.
package struct RecordingWalk: Sendable {
    /// Which device is recorded.
    package struct Target: Hashable, Sendable {
        /// Its advertised name.
        package var name: String?
        /// A service that it advertises.
        package var service: BluetoothUUID?
        /// The identifier that the phone has for it.
        package var identifier: PeerIdentifier?

        package init(
            name: String? = nil, service: BluetoothUUID? = nil, identifier: PeerIdentifier? = nil
        ) {
            (self.name, self.service, self.identifier) = (name, service, identifier)
        }
    }

    /// What is done after the subscriptions.
    package enum ScriptStep: Hashable, Sendable {
        case write(BluetoothUUID, [UInt8], withResponse: Bool)
        case read(BluetoothUUID)
        case wait(Nanoseconds)
    }

    package enum Output: Hashable, Sendable {
        case send(Central.Command)
        /// A line about what happens.
        case tell(String)
        /// Call `timePassed` after this time.
        case wait(Nanoseconds)
        /// It is over.
        case finish(Ending)
    }

    /// How a recording went.
    package enum Ending: Hashable, Sendable {
        case done
        /// Nothing, or not all, could be recorded.
        case incomplete(String)
        /// Bluetooth, or the controller, can't be used.
        case unavailable(String)
    }

    private enum Task: Hashable, Sendable {
        case command(Central.Command)
        case step(ScriptStep)
        case tell(String)
    }

    private let target: Target
    private let script: [ScriptStep]
    private let listening: Nanoseconds
    private var peer: PeerIdentifier?
    private var tasks: [Task] = []
    private var current: Central.Command?
    private var isConnected = false
    private var isFinished = false
    private var isDiscovered = false
    private var characteristics: [Central.Characteristic] = []
    private var outputs: [Output] = []

    /// How long a device is heard before the connection, so that its interval shows.
    private let hearing: Nanoseconds
    private var isHearing = false
    /// How long the device's own values are heard before the script.
    private static let pauseBeforeScript = Nanoseconds.seconds(3)

    /// `hearing` is how long the device is heard before the connection, so that its interval shows; `listening` how long its
    /// values are heard at the end.
    package init(
        _ target: Target, script: [ScriptStep] = [], hearing: Nanoseconds = .seconds(5),
        listening: Nanoseconds
    ) {
        (self.target, self.script, self.hearing, self.listening) = (target, script, hearing, listening)
    }

    /// Whether the device was found.
    package var hasFound: Bool { peer != nil }

    package mutating func handle(_ event: Central.Event) -> [Output] {
        guard !isFinished else { return [] }
        switch event {
        case .stateChanged(.poweredOn):
            tell("listens for \(target)")
            send(.scan(Central.ScanRequest(allowsDuplicates: true)))
        case .stateChanged(let state): if let problem = state.problem { finish(.unavailable(problem)) }
        case .discovered(let found, let seen, _): hear(found, seen)
        case .connected(let found) where found.identifier == peer: connected(found.identifier)
        case .failedToConnect(peer, let error):
            finish(.incomplete("the device did not connect: \(error.map { "\($0)" } ?? "no reason")"))
        case .disconnected(peer, let error, _, _): disconnected(error)
        default: answered(event)
        }
        return take()
    }

    /// A wait is over.
    package mutating func timePassed() -> [Output] {
        guard !isFinished else { return [] }
        if isHearing, let peer {
            isHearing = false
            send(.stopScan)
            tell("connects")
            send(.connect(peer, Central.ConnectOptions()))
        } else {
            next()
        }
        return take()
    }

    /// Ends before everything was done.
    package mutating func stop() -> [Output] {
        guard !isFinished else { return [] }
        tasks = []
        if let peer, isConnected {
            send(.cancelConnection(peer))
        } else {
            finish(hasFound ? .done : .incomplete("\(target) was not heard"))
        }
        return take()
    }

    // MARK: Steps

    private mutating func hear(_ found: Central.Peer, _ seen: Advertisement) {
        guard peer == nil, target.fits(found, seen) else { return }
        peer = found.identifier
        isHearing = true
        tell("hears \(seen.localName ?? found.name ?? "a device without a name")")
        outputs.append(.wait(hearing))
    }

    private mutating func connected(_ peer: PeerIdentifier) {
        guard !isConnected else { return }
        isConnected = true
        tell("discovers services")
        current = .discoverServices(peer, nil)
        send(.discoverServices(peer, nil))
    }

    private mutating func disconnected(_ error: PortError?) {
        let problem = "the device disconnected before everything was discovered"
        finish(isDiscovered ? .done : .incomplete(problem))
    }

    /// Goes on when the answer to the present request is here.
    private mutating func answered(_ event: Central.Event) {
        guard let peer, isConnected else { return }
        switch event {
        case .servicesDiscovered(peer, let found, _):
            for service in found {
                tasks.append(.command(.discoverIncludedServices(peer, nil, service: service.identifier)))
                tasks.append(.command(.discoverCharacteristics(peer, nil, service: service.identifier)))
            }
        case .characteristicsDiscovered(peer, _, let found, _):
            characteristics += found
            let commands = found.map {
                Task.command(.discoverDescriptors(peer, characteristic: $0.identifier))
            }
            tasks.insert(contentsOf: commands, at: 0)
        case .descriptorsDiscovered(peer, _, let found, _):
            for item in found where item.uuid != "2902" {
                tasks.append(.command(.readDescriptor(peer, item.identifier)))
            }
        default: break
        }
        if let command = current, command.isAnswered(by: event) {
            current = nil
            next()
        }
    }

    private mutating func next() {
        guard let peer, isConnected, current == nil else { return }
        guard !tasks.isEmpty else {
            if isDiscovered { return send(.cancelConnection(peer)) }
            isDiscovered = true
            addUse(peer)
            return next()
        }
        switch tasks.removeFirst() {
        case .command(let command): ask(command)
        case .tell(let text):
            tell(text)
            next()
        case .step(let step): perform(step, peer)
        }
    }

    /// After the discovery: reads, subscriptions, the script, and a time to listen.
    private mutating func addUse(_ peer: PeerIdentifier) {
        let readable = characteristics.filter { $0.properties & 0x02 != 0 }
        let updating = characteristics.filter { $0.properties & 0x30 != 0 }
        tasks.append(.tell("reads \(readable.count) of \(characteristics.count) characteristics"))
        tasks += readable.map { .command(.readCharacteristic(peer, $0.identifier)) }
        tasks.append(.tell("subscribes to \(updating.count)"))
        tasks += updating.map { .command(.setNotify(peer, $0.identifier, true)) }
        if !script.isEmpty {
            // What the device sends by itself is no answer to the script.
            tasks.append(.tell("listens before the script"))
            tasks.append(.step(.wait(Self.pauseBeforeScript)))
        }
        tasks += script.map { .step($0) }
        tasks.append(.tell("listens for \(listening.seconds) s"))
        tasks.append(.step(.wait(listening)))
    }

    private mutating func perform(_ step: ScriptStep, _ peer: PeerIdentifier) {
        switch step {
        case .wait(let time): outputs.append(.wait(time))
        case .read(let uuid):
            guard let item = item(uuid) else { return next() }
            tell("reads \(uuid)")
            ask(.readCharacteristic(peer, item.identifier))
        case .write(let uuid, let bytes, let withResponse):
            guard let item = item(uuid) else { return next() }
            tell("writes \(bytes.count) byte\(bytes.count == 1 ? "" : "s") to \(uuid)")
            let command = Central.Command.writeCharacteristic(
                peer, item.identifier, bytes, withResponse ? .withResponse : .withoutResponse)
            if withResponse { return ask(command) }
            send(command)
            next()
        }
    }

    private mutating func item(_ uuid: BluetoothUUID) -> Central.Characteristic? {
        let found = characteristics.first { $0.uuid == uuid }
        if found == nil { tell("the device has no characteristic \(uuid); the line is left out") }
        return found
    }

    private mutating func ask(_ command: Central.Command) {
        current = command
        send(command)
    }

    // MARK: Outputs

    private mutating func send(_ command: Central.Command) { outputs.append(.send(command)) }

    private mutating func tell(_ text: String) { outputs.append(.tell(text)) }

    private mutating func finish(_ ending: Ending) {
        isFinished = true
        outputs.append(.finish(ending))
    }

    private mutating func take() -> [Output] {
        defer { outputs = [] }
        return outputs
    }
}

extension RecordingWalk.Target: CustomStringConvertible {
    package var description: String {
        switch (name, service, identifier) {
        case (let name?, _, _): "a device named \(name)"
        case (nil, let service?, _): "a device with service \(service)"
        case (nil, nil, let identifier?): "the device \(identifier)"
        case (nil, nil, nil): "any device"
        }
    }

    fileprivate func fits(_ found: Central.Peer, _ seen: Advertisement) -> Bool {
        if let name, seen.localName != name, found.name != name { return false }
        if let identifier, found.identifier != identifier { return false }
        if let service, !seen.serviceUUIDs.contains(service) { return false }
        return seen.isConnectable != false
    }
}

extension ManagerState {
    /// Why nothing can be recorded in this state; `nil` if another one may follow.
    fileprivate var problem: String? {
        switch self {
        case .unknown, .resetting, .poweredOn: nil
        case .unsupported: "this host has no Bluetooth LE that can be used"
        case .unauthorized:
            "this program may not use Bluetooth: allow it to the terminal, on a Mac in System Settings,"
                + " Privacy & Security, Bluetooth"
        case .poweredOff: "Bluetooth is off: switch it on"
        }
    }
}

extension Central.Command {
    /// Whether an event ends what the command began.
    fileprivate func isAnswered(by event: Central.Event) -> Bool {
        switch (self, event) {
        case (.discoverServices, .servicesDiscovered),
            (.discoverIncludedServices, .includedServicesDiscovered),
            (.discoverCharacteristics, .characteristicsDiscovered),
            (.discoverDescriptors, .descriptorsDiscovered):
            true
        case (.readCharacteristic(_, let item), .characteristicValue(_, let answered, _)),
            (.readDescriptor(_, let item), .descriptorValue(_, let answered, _)),
            (.writeCharacteristic(_, let item, _, _), .characteristicWritten(_, let answered, _)),
            (.setNotify(_, let item, _), .notifyStateChanged(_, let answered, _, _)):
            item == answered
        default: false
        }
    }
}
