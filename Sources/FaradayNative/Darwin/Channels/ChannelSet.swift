import BluetoothPort
import CoreBluetooth
import Foundation

/// The open channels of one manager, by identifier; confined to the manager's queue.
final class ChannelSet {
    /// The queue on which streams deliver their events.
    var queue: DispatchQueue?
    /// The receiver of events.
    var tell: (ChannelIdentifier, ChannelEvent) -> Void = { _, _ in }
    private var drivers: [ChannelIdentifier: ChannelDriver] = [:]
    private var lastIdentifier: UInt64 = 0

    /// Retains a channel, because it closes with its last reference (regression 120); nothing is read before `open`.
    func adopt(_ channel: CBL2CAPChannel) -> Channel {
        lastIdentifier += 1
        let identifier = ChannelIdentifier(rawValue: lastIdentifier)
        drivers[identifier] = ChannelDriver(channel) { [weak self] event in
            if case .closed = event { self?.drivers[identifier] = nil }
            self?.tell(identifier, event)
        }
        return Channel(identifier: identifier, psm: channel.psm)
    }

    /// Starts the transfer of bytes, after the port's user has got the channel.
    func open(_ identifier: ChannelIdentifier) {
        guard let queue else { return }
        drivers[identifier]?.open(on: queue)
    }

    /// Performs a command of the port's user for a channel; `false` when the channel is closed.
    func handle(_ command: ChannelCommand, on identifier: ChannelIdentifier) -> Bool {
        guard let driver = drivers[identifier] else { return false }
        switch command {
        case .send(let bytes): driver.send(bytes)
        case .consume(let count): driver.consume(count)
        case .close:
            drivers[identifier] = nil
            driver.close()
        }
        return true
    }

    /// Closes all channels without an event.
    func closeAll() {
        for driver in drivers.values { driver.close() }
        drivers = [:]
    }
}
