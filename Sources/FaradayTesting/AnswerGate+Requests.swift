import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

extension AnswerGate {
    /// Answers a central's request when it has passed the gate, for a fake device that is written with
    /// `CBPeripheralManager`.
    ///
    /// `answer` decides as without the gate, and may set the request's value. It runs on the manager's queue: at once, or
    /// when the request passes later. It does not run for a request that the gate refuses. The manager's phone is a
    /// simulated one; elsewhere there is no virtual time, and `answer` runs at once.
    ///
    /// ```swift
    /// func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    ///     reads.respond(to: request, of: peripheral) {
    ///         request.value = Data([1])
    ///         return .success
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request; for a list of writes, the first one.
    ///   - manager: The manager that got the request.
    ///   - answer: Returns `.success`, or the error that the central gets.
    public func respond(
        to request: CBATTRequest, of manager: CBPeripheralManager, _ answer: @escaping () -> CBATTError.Code
    ) {
        guard let world = (manager.phone as? any SimulatedPhoneProvider)?.simulatedWorld else {
            return manager.respond(to: request, withResult: answer())
        }
        // All three are used on the manager's queue only, where this method was called.
        nonisolated(unsafe) let (request, manager, answer) = (request, manager, answer)
        pass(in: world) { error in
            manager.callBack {
                let refusal = error.map { CBATTError.Code(rawValue: Int($0.rawValue)) ?? .unlikelyError }
                manager.respond(to: request, withResult: refusal ?? answer())
            }
        }
    }
}
