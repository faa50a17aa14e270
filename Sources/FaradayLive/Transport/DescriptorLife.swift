import BluetoothPort

/// Closes a descriptor exactly once, at the latest when its owner is released.
final class DescriptorLife: Sendable {
    private let open: Lock<Int32?>

    init(_ descriptor: Int32) { open = Lock(descriptor) }

    deinit { close() }

    /// Closes it; returns whether it was open.
    @discardableResult
    func close() -> Bool {
        guard let descriptor = release() else { return false }
        Descriptor.close(descriptor)
        return true
    }

    /// Passes the ownership of the descriptor to the caller; `nil` when it is closed or was already passed
    /// on.
    func release() -> Int32? {
        open.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }
}
