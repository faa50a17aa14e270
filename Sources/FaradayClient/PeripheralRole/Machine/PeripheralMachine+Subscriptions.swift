import BluetoothPort
import BluetoothTypes

/// A stream that is told who is subscribed to a characteristic.
struct SubscriberWatcher: Equatable {
    /// What becomes of the stream.
    struct Receiver: Sendable {
        let send: @Sendable ([RemoteCentral]) -> Void
        let finish: @Sendable () -> Void
    }

    /// The number by which the driver knows the stream.
    let id: UInt64
    let target: AttributeTarget
    /// What it was told last.
    var last: [RemoteCentral] = []
}

extension PeripheralMachine {
    mutating func subscribed(_ central: RemoteCentral, _ identifier: AttributeIdentifier) {
        know(central)
        guard let place = place(of: identifier) else { return }
        let characteristic = services[place.service].characteristics[place.characteristic]
        guard !characteristic.subscribers.contains(central) else { return }
        services[place.service].characteristics[place.characteristic].subscribers.append(central)
        log(.subscribed(central, characteristic.handle.uuid))
        outputs.append(.subscription(.subscribed(central, characteristic.handle)))
        tellWatchers()
    }

    mutating func unsubscribed(_ central: RemoteCentral, _ identifier: AttributeIdentifier) {
        cancelReads(of: central)
        guard let place = place(of: identifier) else { return roomCame() }
        let characteristic = services[place.service].characteristics[place.characteristic]
        guard let index = characteristic.subscribers.firstIndex(of: central) else { return }
        services[place.service].characteristics[place.characteristic].subscribers.remove(at: index)
        log(.unsubscribed(central, characteristic.handle.uuid))
        outputs.append(.subscription(.unsubscribed(central, characteristic.handle)))
        tellWatchers()
        // What was to be sent to it takes no room any more.
        roomCame()
    }

    mutating func updateLengthChanged(_ central: RemoteCentral) {
        know(central)
        outputs.append(.subscription(.maximumUpdateLengthChanged(central)))
    }

    /// Each event of a central says how long updates for it may be now.
    mutating func know(_ central: RemoteCentral) {
        for service in services.indices {
            for place in services[service].characteristics.indices {
                let subscribers = services[service].characteristics[place].subscribers
                guard let index = subscribers.firstIndex(of: central),
                    subscribers[index].maximumUpdateLength != central.maximumUpdateLength
                else { continue }
                services[service].characteristics[place].subscribers[index] = central
            }
        }
    }

    /// The links have ended; the system tells no more about them than the state.
    mutating func dropSubscribers() {
        for service in services.indices {
            for place in services[service].characteristics.indices {
                let characteristic = services[service].characteristics[place]
                services[service].characteristics[place].subscribers = []
                for central in characteristic.subscribers {
                    outputs.append(.subscription(.unsubscribed(central, characteristic.handle)))
                }
            }
        }
        tellWatchers()
    }

    // MARK: Watching

    mutating func watch(_ watcher: SubscriberWatcher) {
        if isClosed { return outputs.append(.watcherEnded(watcher.id)) }
        var watcher = watcher
        watcher.last = find(watcher.target)?.subscribers ?? []
        outputs.append(.subscribers(watcher: watcher.id, watcher.last))
        watchers.append(watcher)
    }

    mutating func stopWatching(_ id: UInt64) { watchers.removeAll { $0.id == id } }

    mutating func tellWatchers() {
        for index in watchers.indices {
            let list = find(watchers[index].target)?.subscribers ?? []
            guard list != watchers[index].last else { continue }
            watchers[index].last = list
            outputs.append(.subscribers(watcher: watchers[index].id, list))
        }
    }
}
