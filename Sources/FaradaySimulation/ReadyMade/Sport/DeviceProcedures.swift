import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// What a device does about a request to a control point.
struct ProcedureAnswer<OpCode: ProcedureOpCode>: Sendable {
    /// What is indicated when the procedure has ended.
    var response: ProcedureResponse<OpCode>
    /// How long the procedure takes; other requests are refused meanwhile.
    var duration = Nanoseconds.milliseconds(20)
    /// What happens after the answer.
    var afterwards: (@Sendable (Device) -> Void)?
}

extension DeviceCharacteristic {
    /// A control point whose answers name the op code of the request.
    ///
    /// A client that is not subscribed gets the error `unconfigured`, and a request during a procedure the error `busy`.
    /// What is no request is answered by the device itself.
    static func procedures<Request, OpCode>(
        _ point: ControlPoint<Request, ProcedureResponse<OpCode>>,
        busy: ATT.ErrorCode = .procedureAlreadyInProgress,
        unconfigured: ATT.ErrorCode = .cccdImproperlyConfigured,
        _ run: @escaping @Sendable (Request, DeviceWrite) -> ProcedureAnswer<OpCode>
    ) -> DeviceCharacteristic {
        let isBusy = Lock(false)
        return DeviceCharacteristic(point)
            .onWrite(answering: { write, finish in
                let device = write.device
                guard device.isSubscribed(write.link, to: point.response) else {
                    return finish(.failure(.error(unconfigured)))
                }
                let isFree = isBusy.withLock { busy in
                    defer { busy = true }
                    return !busy
                }
                guard isFree else { return finish(.failure(.error(busy))) }
                let answer = answer(to: write, run)
                finish(.success(()))
                device.world.after(answer.duration) {
                    isBusy.withLock { $0 = false }
                    device.send(answer.response, of: point.response, to: write.link)
                    answer.afterwards?(device)
                }
            })
    }

    private static func answer<Request: WireValue, OpCode>(
        to write: DeviceWrite, _ run: @Sendable (Request, DeviceWrite) -> ProcedureAnswer<OpCode>
    ) -> ProcedureAnswer<OpCode> {
        do {
            return run(try Request(bytes: write.value), write)
        } catch {
            let code = OpCode(rawValue: write.value.first ?? 0)
            let isUnknown = if case .unknownCode = error.reason { true } else { write.value.isEmpty }
            return ProcedureAnswer(
                response: .init(code, isUnknown ? .opCodeNotSupported : .invalidParameter))
        }
    }
}

/// Numbers between limits that wander by chance.
struct Wandering: Sendable {
    private(set) var value: Double
    let limits: ClosedRange<Double>
    /// The largest change per step.
    let step: Double

    init(_ value: Double, in limits: ClosedRange<Double>, step: Double) {
        self.value = min(max(value, limits.lowerBound), limits.upperBound)
        self.limits = limits
        self.step = step
    }

    /// Moves the value by up to one step up or down.
    @discardableResult
    mutating func move(_ draw: UInt64) -> Double {
        let share = Double(draw % 2001) / 1000 - 1
        value = min(max(value + share * step, limits.lowerBound), limits.upperBound)
        return value
    }
}

extension Double {
    /// This number, moved towards another one by a step at most.
    func moved(towards goal: Double, by step: Double) -> Double {
        self < goal ? min(goal, self + step) : max(goal, self - step)
    }
}
