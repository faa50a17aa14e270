import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// A layer between a phone's model and its host, put there by the owner of the stack: what it takes away, the host never
/// sees, and the model waits for the answer.
package protocol HostLayer: AnyObject {
    /// The model asks for the services at the other end of a link. Returns whether the host must not see it.
    ///
    /// - Parameters:
    ///   - connection: The connection handle of the link.
    ///   - link: The link, as the stack knows it.
    ///   - services: The services that are looked for; empty for all.
    func isDiscoveryTaken(
        on connection: UInt16, _ link: Host.LinkID, of services: [BluetoothUUID]
    ) -> Bool
}

extension PhoneStack {
    /// Whether a layer takes the command away.
    func isTaken(_ command: Host.Command, by layer: any HostLayer) -> Bool {
        guard case .gatt(.procedure(let link, _, .discoverPrimaryServices(let services))) = command,
            let connection = host.connectionHandle(of: link)
        else { return false }
        return layer.isDiscoveryTaken(on: connection, link, of: services)
    }

    /// The system gives a link up, and apps get `error`. Does nothing if the link has ended.
    package mutating func end(_ link: Host.LinkID, saying error: PortError, at now: Instant) {
        change(at: now) { $0.router.end(link, saying: error, into: &$0.effects) }
    }
}
