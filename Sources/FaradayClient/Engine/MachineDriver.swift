import BluetoothPort

/// A machine of the client: a value into which calls, events and alarms go, and which leaves what it wants in `outputs`.
protocol DrivenMachine {
    associatedtype Output

    /// What the driver carries out next, in this order.
    var outputs: [Output] { get set }

    /// Adds what follows from the changes since the last call. The driver calls it before it takes the outputs.
    mutating func settle()
}

extension DrivenMachine {
    mutating func settle() {}
}

/// Runs a machine for threads that call at any time: it changes the machine under a lock, and carries out what the machine
/// wants.
///
/// Outputs are carried out by one thread at a time, in order, without the lock. A thread that finds another one at it leaves
/// its outputs to that one.
///
/// ```swift
/// driver.perform { $0.begin(request) } carryOut: { carryOut($0) }
/// ```
final class MachineDriver<Machine: DrivenMachine>: Sendable {
    private struct State {
        var machine: Machine
        var isDraining = false
        var lastNumber: UInt64 = 0

        /// - Parameter outputs: Empty; the machine gets its memory for what it wants next.
        mutating func takeOutputs(_ outputs: inout [Machine.Output]) {
            machine.settle()
            swap(&machine.outputs, &outputs)
            isDraining = !outputs.isEmpty
        }
    }

    private let state: Lock<State>

    init(_ machine: sending Machine) { state = Lock(State(machine: machine)) }

    /// Looks at the machine.
    func look<Result>(_ body: (Machine) -> Result) -> Result { state.withLock { body($0.machine) } }

    /// The next number for something that the machine knows by its number.
    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Changes the machine while outputs are carried out, or where the change makes none. New outputs follow.
    func change(_ body: (inout Machine) -> Void) { state.withLock { body(&$0.machine) } }

    /// Changes the machine, then carries out what it wants, unless another thread does or a call of this one.
    func perform(_ body: (inout Machine) -> Void, carryOut: (Machine.Output) -> Void) {
        var outputs: [Machine.Output] = []
        state.withLock { state in
            body(&state.machine)
            if !state.isDraining { state.takeOutputs(&outputs) }
        }
        while !outputs.isEmpty {
            // Each is taken out, since it would be copied otherwise.
            outputs.reverse()
            while let output = outputs.popLast() { carryOut(output) }
            state.withLock { $0.takeOutputs(&outputs) }
        }
    }
}
