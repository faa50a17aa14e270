import BluetoothPort

/// Where a port over CoreBluetooth can't say what a simulated phone's port says, and why: the suite does not look
/// at these. All else is the same.
///
/// | what | why |
/// |---|---|
/// | `Central.Event.attributesKnown` | the framework shows what the system remembers only as it answers a discovery |
/// | `Peripheral.Event.updateLengthChanged` | no callback: `maximumUpdateValueLength` has changed when it is looked at |
/// | the order of `Advertisement.serviceData` | a dictionary |
/// | identifiers of attributes, and of services that are restored | each port numbers its own |
enum Difference {
    static func hides(_ event: Central.Event) -> Bool {
        if case .attributesKnown = event { true } else { false }
    }

    static func hides(_ event: Peripheral.Event) -> Bool {
        if case .updateLengthChanged = event { true } else { false }
    }
}
