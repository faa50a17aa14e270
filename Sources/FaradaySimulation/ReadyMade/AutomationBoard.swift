import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A board with the Automation IO service: eight digital outputs that are wired to eight digital inputs, one analog
    /// input, and the aggregate of the inputs.
    ///
    /// What a central writes to the outputs is notified as input at once; an output without a level (*tri-state*) reads
    /// as *unknown*. The analog input drifts between 0 and 3,300 mV, drawn from the world's seed.
    ///
    /// The first digital characteristic (2A56) is the outputs', the second one the inputs'.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - interval: The time between two measurements of the analog input.
    public static func automationIO(
        name: String = "IO Board", every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        let board = Lock(IOBoard())
        let seconds = UInt32(clamping: (interval + .seconds(1) - Nanoseconds(1)) / Nanoseconds.seconds(1))
        let count = GATT.DescriptorDefinition.stored(
            AutomationIO.numberOfDigitalsDescriptor, UInt8(IOBoard.count).bytes)
        return DeviceDefinition(name: name) {
            DeviceAdvertising(services: [AutomationIO.service])
            DeviceService(AutomationIO.service) {
                DeviceCharacteristic(
                    AutomationIO.digital, [.read, .write, .writeWithoutResponse],
                    descriptors: [count, .userDescription("Outputs")]
                )
                .onRead(AutomationIO.digital) { _ in board.withLock { $0.outputs } }
                .onWrite(AutomationIO.digital) { states, write in
                    guard try board.withLock({ try $0.write(states) }) else { return }
                    let now = board.withLock { $0 }
                    write.device.update(service: 0, characteristic: 1, now.inputs.bytes)
                    write.device.update(AutomationIO.aggregate, now.aggregate.bytes)
                }
                DeviceCharacteristic(
                    AutomationIO.digital, [.read, .notify],
                    descriptors: [count, .userDescription("Inputs")]
                )
                .onRead(AutomationIO.digital) { _ in board.withLock { $0.inputs } }
                DeviceCharacteristic(
                    AutomationIO.analog, [.read, .notify],
                    descriptors: [
                        .stored(
                            PresentationFormat.descriptor,
                            PresentationFormat(.uint16, exponent: -3, unit: "2728").bytes),
                        .stored(
                            AutomationIO.timeTriggerDescriptor,
                            AutomationIO.TimeTrigger.every(seconds: seconds).bytes),
                    ]
                )
                .onRead(AutomationIO.analog) { _ in board.withLock { $0.millivolts } }
                DeviceCharacteristic(AutomationIO.aggregate, [.read, .notify])
                    .onRead(AutomationIO.aggregate) { _ in board.withLock { $0.aggregate.bytes } }
            }
            DeviceBehaviour.notifying(AutomationIO.analog, every: interval) { device in
                let draw = device.draw("analog input")
                return board.withLock { $0.measure(draw) }
            }
        }
    }
}

/// Outputs, and the inputs that they are wired to.
private struct IOBoard: Sendable {
    static let count = 8

    private(set) var outputs = AutomationIO.Digitals(
        [AutomationIO.State](repeating: .inactive, count: count))
    private(set) var millivolts: UInt16 = 1650

    var inputs: AutomationIO.Digitals {
        .init(outputs.states.map { $0 == .tristate ? .unknown : $0 })
    }

    var aggregate: AutomationIO.Aggregate { .init(digitals: [inputs], analogs: [millivolts]) }

    /// Returns whether an output changed.
    mutating func write(_ new: AutomationIO.Digitals) throws(ATT.ErrorCode) -> Bool {
        guard new.states.count == Self.count else { throw .invalidAttributeValueLength }
        let before = outputs
        outputs = .init(zip(before.states, new.states).map { $1 == .unknown ? $0 : $1 })
        return outputs != before
    }

    mutating func measure(_ draw: UInt64) -> UInt16 {
        let step = Int(draw % 41) - 20
        millivolts = UInt16(min(max(Int(millivolts) + step, 0), 3300))
        return millivolts
    }
}
