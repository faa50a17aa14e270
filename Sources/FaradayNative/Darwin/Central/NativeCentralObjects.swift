import BluetoothPort
import CoreBluetooth
import FaradayRecording

/// A port of `NativeAdapter`'s that lends the framework's own objects, for what the port does not have.
public protocol NativeCentralObjects: Sendable {
    /// Runs `body` on the manager's queue with the manager and the object of a peripheral; returns `nil` if the port is closed.
    ///
    /// The objects belong to the adapter: it is their delegate, and it must stay so. Use them in `body` only.
    ///
    /// - Parameters:
    ///   - peer: The peripheral; the second argument of `body` is `nil` without one, or if the system does not know it.
    ///   - body: Must not wait for events of the port, which come on the same queue.
    func withNativeObjects<Result>(
        of peer: PeerIdentifier?, _ body: (CBCentralManager, CBPeripheral?) -> Result
    ) -> Result?
}

extension NativeCentralPort: NativeCentralObjects {
    func withNativeObjects<Result>(
        of peer: PeerIdentifier?, _ body: (CBCentralManager, CBPeripheral?) -> Result
    ) -> Result? {
        role.run { role -> Result? in
            guard let manager = role.manager else { return nil }
            return body(manager, peer.flatMap(role.peripheral))
        } ?? nil
    }
}

/// A port that is recorded lends the objects of the port behind it.
extension RecordingPort: NativeCentralObjects {
    package func withNativeObjects<Result>(
        of peer: PeerIdentifier?, _ body: (CBCentralManager, CBPeripheral?) -> Result
    ) -> Result? {
        (port as? any NativeCentralObjects)?.withNativeObjects(of: peer, body)
    }
}
