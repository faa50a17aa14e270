import BluetoothHost
import BluetoothPort
import BluetoothWire

extension LocalServer {
    /// What one peripheral manager has in the server.
    struct Manager: Sendable {
        var session: SessionID
        /// In the order they were added.
        var services: [PublishedService] = []
        /// Updates that the host has not sent yet.
        var updatesInFlight = 0
        /// `updateValue` returned false since the last `readyToUpdateSubscribers` (behaviour 6.19).
        var owesReadiness = false
    }

    /// One link's use of the server.
    struct Client: Sendable {
        let link: Host.LinkID
        /// The central as managers hand it out.
        var central: Peripheral.Subscriber
        /// The values that it has subscribed to, in that order.
        var subscriptions: [ATT.Handle] = []
        /// Updates that the host has not sent yet, by manager.
        var updatesInFlight: [(session: SessionID, count: Int)] = []
    }

    /// How a manager names a characteristic.
    struct Name: Hashable, Sendable {
        let session: SessionID
        let identifier: AttributeIdentifier
    }
}

extension LocalServer.Client {
    /// Counts an update that was given to the host (1) or was sent (-1). Returns false if none is open.
    @discardableResult
    mutating func countUpdate(of session: SessionID, by change: Int) -> Bool {
        if let index = updatesInFlight.firstIndex(where: { $0.session == session }) {
            guard updatesInFlight[index].count + change >= 0 else { return false }
            updatesInFlight[index].count += change
            return true
        }
        guard change > 0 else { return false }
        updatesInFlight.append((session, change))
        return true
    }
}
