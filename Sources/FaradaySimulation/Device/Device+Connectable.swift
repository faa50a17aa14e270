import BluetoothHost
import BluetoothTypes
import BluetoothWire

extension Device {
    /// Whether centrals may connect; `true` unless `setConnectable(_:)` said otherwise.
    public var isConnectable: Bool { perform { node, _ in node.isConnectable } }

    /// Sets whether centrals may connect to the device, which advertises on all the same.
    ///
    /// While it is not connectable, its connectable sets advertise with the same data as scannable ones; a connectable
    /// extended set, which has no scan response, as a non-connectable one; a directed set is silent (Core 6.0, Vol 3,
    /// Part C, 9.3.2). Phones find the device and report it as not connectable (behaviour 2.15). An app's `connect`
    /// waits until the device is connectable again (behaviour 3.1). Links stay: `disconnect()` ends them. The setting
    /// holds until it is changed, also when the device is switched off and on or gets other advertising sets.
    ///
    /// ```swift
    /// strap.setConnectable(false)
    /// strap.disconnect()
    /// try await world.run(for: .minutes(5))  // the app's connect waits
    /// strap.setConnectable(true)
    /// ```
    public func setConnectable(_ isConnectable: Bool) {
        perform { node, now in
            node.note(.setConnectable(isConnectable))
            node.setConnectable(isConnectable, at: now)
            node.drainHost(at: now)
        }
    }
}

extension DeviceAdvertising {
    /// Whether the set's kind lets centrals connect.
    var isConnectable: Bool {
        switch kind {
        case .connectable, .directed: true
        case .scannable, .nonConnectable: false
        }
    }

    /// Whether the set is on air while the device is not connectable.
    var runsUnconnectable: Bool {
        if case .directed = kind { false } else { true }
    }
}
