import BluetoothTypes

/// The one call of the world for which a driver of a machine waits. Earlier calls are harmless: they do nothing.
package struct DeviceMachineAlarm: Sendable {
    private var due: Instant?

    package init() {}

    /// The machine is due at this time now. Returns it if a call has to be asked for.
    package mutating func move(to due: Instant?) -> Instant? {
        defer { self.due = due }
        return due == self.due ? nil : due
    }

    /// A call has come that was asked for. Returns whether it is the one that counts.
    package mutating func takes(_ call: Instant) -> Bool {
        guard due == call else { return false }
        due = nil
        return true
    }
}
