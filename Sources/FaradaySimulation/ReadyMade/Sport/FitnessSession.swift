import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// What a machine does about a request, and what it says about it afterwards.
struct FitnessReply: Sendable {
    var response: FitnessMachine.Response
    var status: FitnessMachine.Status?
    var training: FitnessMachine.TrainingStatus?
    /// A status that follows later.
    var later: (after: Nanoseconds, FitnessMachine.Status)?
}

/// Who controls a fitness machine, and whether somebody trains.
struct FitnessSession: Sendable {
    enum Phase { case idle, running, paused }

    var controller: DeviceLink?
    private(set) var phase = Phase.idle
    /// Seconds of training.
    private(set) var elapsed = 0.0
    private var time: Instant?

    /// How many seconds have passed since the last call.
    mutating func seconds(until now: Instant) -> Double {
        let passed = time.map { (now - $0).inSeconds } ?? 0
        time = now
        if phase == .running { elapsed += passed }
        return passed
    }

    mutating func start() -> Bool {
        guard phase != .running else { return false }
        if phase == .idle { elapsed = 0 }
        phase = .running
        return true
    }

    mutating func end(_ kind: FitnessMachine.StopKind) -> Bool {
        guard phase == .running || phase == .paused && kind == .stop else { return false }
        phase = kind == .stop ? .idle : .paused
        return true
    }

    mutating func reset() { (controller, phase, elapsed) = (nil, .idle, 0) }

    /// What the training is doing.
    var training: FitnessMachine.TrainingStatus {
        switch phase {
        case .idle: .init(.idle)
        case .running: .init(.manualMode)
        case .paused: .init(.other, text: "Paused")
        }
    }
}

/// A simulated fitness machine: a plain state machine that hears requests and the time.
protocol SimulatedMachine: Sendable {
    associatedtype Record: FitnessMachineRecord
    var session: FitnessSession { get set }
    /// Lets time pass.
    mutating func advance(to now: Instant)
    /// What the machine measures.
    mutating func record(_ draw: UInt64) -> Record
    /// Takes a target, or says why not.
    mutating func take(_ target: FitnessMachine.Target) -> ProcedureResult
    /// A training begins; what the last one measured is forgotten.
    mutating func begin()
    /// Forgets everything.
    mutating func reset()
    /// Begins a spin-down, if the machine has that.
    mutating func spinDown(_ control: FitnessMachine.SpinDownControl) -> FitnessReply
}

extension SimulatedMachine {
    mutating func spinDown(_ control: FitnessMachine.SpinDownControl) -> FitnessReply {
        FitnessReply(response: .init(.spinDownControl, .opCodeNotSupported))
    }

    /// Fitness Machine Service 1.0, 4.16: without control, only the request for it is granted; it lasts until the link
    /// ends, or until a reset.
    mutating func reply(
        to request: FitnessMachine.Request, from link: DeviceLink, at now: Instant
    ) -> FitnessReply {
        advance(to: now)
        let refused = FitnessReply(response: .init(request.opCode, .controlNotPermitted))
        if case .requestControl = request {
            guard session.controller == nil || session.controller == link else { return refused }
            session.controller = link
            return FitnessReply(response: .init(.requestControl))
        }
        guard session.controller == link else { return refused }
        return perform(request)
    }

    private mutating func perform(_ request: FitnessMachine.Request) -> FitnessReply {
        var reply = FitnessReply(response: .init(request.opCode))
        let failed = FitnessReply(response: .init(request.opCode, .operationFailed))
        switch request {
        case .requestControl: return reply
        case .reset:
            reset()
            session.reset()
            reply.status = .reset
            reply.training = session.training
        case .startOrResume:
            let isNew = session.phase == .idle
            guard session.start() else { return failed }
            if isNew { begin() }
            reply.status = .startedOrResumed
            reply.training = session.training
        case .stopOrPause(let kind):
            guard session.end(kind) else { return failed }
            reply.status = .stoppedOrPaused(kind)
            reply.training = session.training
        case .set(let target):
            reply.response.result = take(target)
            if reply.response.result == .success { reply.status = .targetChanged(target) }
        case .spinDown(let control): return spinDown(control)
        }
        return reply
    }
}

/// The parts of the definition that all machines have.
struct FitnessMachineParts<Machine: SimulatedMachine>: Sendable {
    typealias FM = FitnessMachine
    let machine: Lock<Machine>
    let data: TypedCharacteristic<Machine.Record>

    init(_ machine: Machine, _ data: TypedCharacteristic<Machine.Record>) {
        self.machine = Lock(machine)
        self.data = data
    }

    /// The service's data tells apps what the machine is before they connect.
    static func advertising(_ kind: FM.MachineKinds) -> DeviceAdvertising {
        var advertising = DeviceAdvertising(services: [FM.service])
        advertising.data.structures.append(
            .serviceData(FM.service, FM.Availability(kinds: kind).bytes))
        return advertising
    }

    var trainingStatus: DeviceCharacteristic {
        DeviceCharacteristic(FM.trainingStatus, [.read, .notify])
            .onRead(FM.trainingStatus) { [machine] _ in machine.withLock { $0.session.training } }
    }

    var controlPoint: DeviceCharacteristic {
        DeviceCharacteristic.procedures(FM.controlPoint) { [machine] request, write in
            let now = write.device.world.now
            let reply = machine.withLock { $0.reply(to: request, from: write.link, at: now) }
            return ProcedureAnswer(response: reply.response) { device in
                if let status = reply.status { device.update(FM.status, status) }
                if let training = reply.training { device.update(FM.trainingStatus, training) }
                guard let (delay, status) = reply.later else { return }
                device.world.after(delay) { device.update(FM.status, status) }
            }
        }
    }

    /// Notifications of 20 bytes at most fit every link; the parts go out one after the other.
    func notifying(every interval: Nanoseconds) -> DeviceBehaviour {
        DeviceBehaviour.notifying(data, every: interval) { [machine, data] device in
            let (draw, now) = (device.draw("training"), device.world.now)
            let record = machine.withLock { machine in
                machine.advance(to: now)
                return machine.record(draw)
            }
            let pieces = record.pieces(upTo: 20)
            for piece in pieces.dropLast() { device.update(data, piece) }
            return pieces.last
        }
    }

    /// The control ends with its link.
    var releasing: DeviceBehaviour {
        DeviceBehaviour.onEvent { [machine] _, event in
            guard case .disconnected(let link) = event else { return }
            machine.withLock { if $0.session.controller == link { $0.session.controller = nil } }
        }
    }
}

/// The heart of somebody who trains: it follows the effort, and beats a little unevenly.
struct Heart: Sendable {
    private var rate = 70.0

    /// - Parameter effort: Watts.
    mutating func follow(effort: Double, for seconds: Double) {
        rate = rate.moved(towards: min(190, 70 + effort * 0.4), by: 0.8 * seconds)
    }

    func beatsPerMinute(_ draw: UInt64) -> UInt8 { UInt8(min(max(rate, 40), 220)) + UInt8(draw % 3) }
}
