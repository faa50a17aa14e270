import BluetoothTypes

/// For tools that show what happens to a device.
extension DeviceDefinition {
    /// The same device; `action` is called for every event of the device.
    public func watched(_ action: @escaping @Sendable (Device, DeviceBehaviour.Event) -> Void) -> Self {
        var copy = self
        copy.behaviours.append(.onEvent(action))
        return copy
    }

    /// The same device; `action` is called for every write to a characteristic, before the characteristic's own
    /// handler. It is called even if that handler refuses the write.
    public func watchedWrites(_ action: @escaping @Sendable (DeviceWrite) -> Void) -> Self {
        var copy = self
        for service in copy.services.indices {
            for index in copy.services[service].characteristics.indices {
                copy.services[service].characteristics[index].watchWrites(action)
            }
        }
        return copy
    }
}

extension DeviceCharacteristic {
    fileprivate mutating func watchWrites(_ action: @escaping @Sendable (DeviceWrite) -> Void) {
        guard !properties.isDisjoint(with: [.write, .writeWithoutResponse]) else { return }
        guard answersWrites else {
            let earlier = writeWatcher
            writeWatcher = { write in
                action(write)
                earlier?(write)
            }
            return
        }
        switch write {
        case nil: break
        case .immediate(let body):
            write = .immediate { write in
                action(write)
                try body(write)
            }
        case .suspending(let body):
            write = .suspending { write in
                action(write)
                try await body(write)
            }
        case .deferred(let body):
            write = .deferred { write, answer in
                action(write)
                body(write, answer)
            }
        }
    }
}
