import BluetoothPort

/// Sees to it that a descriptor is closed exactly once, at the latest when its owner is gone.
final class DescriptorLife: Sendable {
    private let open: Lock<Int32?>

    init(_ descriptor: Int32) { open = Lock(descriptor) }

    deinit { close() }

    /// Closes it; whether it was open.
    @discardableResult
    func close() -> Bool {
        guard let descriptor = release() else { return false }
        Descriptor.close(descriptor)
        return true
    }

    /// Gives the descriptor to someone else; `nil` when it is closed or was given away.
    func release() -> Int32? {
        open.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }
}
