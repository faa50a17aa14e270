import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A simulated device in a world. A test's calls take effect at the current virtual time.
///
/// ```swift
/// let strap = world.add(.heartRateMonitor(), at: .meters(2))
/// strap.move(to: .outOfRange, for: .seconds(30))
/// ```
///
/// A handle: copies name the same device. May be used from any thread and from handlers.
public struct Device: Hashable, Sendable {
    /// The world that the device is in.
    public let world: World
    /// The device's number in that world.
    public let id: NodeID

    /// Whether both name the same device of the same world.
    public static func == (left: Device, right: Device) -> Bool {
        left.id == right.id && left.world === right.world
    }

    /// Hashes the device's number.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    func perform<Result>(_ body: (DeviceNode, Instant) -> Result) -> Result {
        // The closure has the number alone: with the device it would retain the world, 170 instructions each time.
        world.perform(on: id) { [id] node, now in
            guard let device = node as? DeviceNode else { preconditionFailure("node \(id) is not a device") }
            return body(device, now)
        }
    }

    // MARK: State

    /// The device's name.
    public var name: String {
        perform { node, _ in node.definition.name.isEmpty ? node.name : node.definition.name }
    }
    /// How many links the device has.
    public var connectionCount: Int { perform { node, _ in node.links.count } }
    /// Whether any advertising set is enabled.
    public var isAdvertising: Bool {
        perform { node, _ in node.sets.contains(.running) }
    }
    /// How many centrals are subscribed to `characteristic`.
    public func subscriberCount(of characteristic: BluetoothUUID) -> Int {
        perform { node, _ in
            node.characteristics.indices.filter { node.uuid(at: $0) == characteristic }
                .reduce(0) { $0 + node.characteristics[$1].subscribers.count }
        }
    }

    // MARK: Values

    /// Sets the value of every characteristic with this UUID, and sends the value to all subscribers.
    ///
    /// A UUID that the device does not have is a `World.Mistake`; nothing changes then.
    ///
    /// A device has buffers for `DeviceDefinition.updateQueueDepth` values to each central. When they are full, as they
    /// are in a burst that is faster than the link, the central does not get the value; the story of the test says so.
    /// `DeviceBehaviour.onReadyToUpdate(_:)` tells when there is room again.
    ///
    /// ```swift
    /// while sample < samples.count, device.update("2A37", samples[sample]) { sample += 1 }
    /// ```
    ///
    /// - Returns: Whether there was room for the value at each subscriber.
    @discardableResult
    public func update(
        _ characteristic: BluetoothUUID, _ value: [UInt8], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Bool {
        if let hasRoom = perform({ DeviceUpdates(node: $0, now: $1).set(characteristic, to: value) }) {
            return hasRoom
        }
        world.report(
            "device \(name) has no characteristic \(characteristic.label), so it can't be updated",
            at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        return false
    }

    /// Sets the value of one characteristic and sends the value to all subscribers. The characteristic is named by its
    /// place in the present definition.
    ///
    /// - Parameters:
    ///   - service: The place of the service among the device's services, from 0 on.
    ///   - characteristic: The place of the characteristic in that service, from 0 on.
    ///   - value: The new value, at most 512 bytes.
    /// - Returns: Whether the device has that place, and there was room for the value at each subscriber. Services may
    ///   change while the device runs, so a missing place is not an error.
    @discardableResult
    public func update(service: Int, characteristic: Int, _ value: [UInt8]) -> Bool {
        perform { node, now in
            let index = node.characteristics.firstIndex {
                $0.service == service && $0.index == characteristic
            }
            guard let index else { return false }
            let updates = DeviceUpdates(node: node, now: now)
            return updates.set(at: [index], of: node.uuid(at: index), to: value) == true
        }
    }

    /// The next 64 random bits for a purpose, from the world's seed.
    ///
    /// Each device has one stream for each purpose: a draw for one purpose does not change the draws for another. A
    /// purpose is any name and needs no declaration; two spellings are two streams.
    ///
    /// ```swift
    /// let jitter = Nanoseconds.microseconds(Int(device.draw("jitter") % 500))
    /// ```
    public func draw(_ purpose: String) -> UInt64 {
        perform { node, _ in node.draw(purpose) }
    }

    // MARK: Life

    /// Moves the device at once. `World.add` lists how far a device is received; `.outOfRange` is 10,000 km away.
    public func move(to position: Position) { world.move(id, to: position) }

    /// Moves the device, and moves it back to where it was after `time`.
    public func move(to position: Position, for time: Nanoseconds) { world.move(id, to: position, for: time) }

    /// Switches the device off without notifying its peers: their links end by supervision timeout.
    public func powerOff() {
        world.setPowered(id, false)
        perform { node, now in node.powerOff(at: now) }
    }

    /// Switches the device on again after `powerOff`; it advertises as its definition says.
    public func powerOn() {
        world.setPowered(id, true)
        perform { node, now in node.start(at: now) }
    }

    /// Resets the device as a watchdog does: it switches off without notifying its peers, and on again after `time`.
    ///
    /// The phone notices it when the supervision timeout has passed (`CBError.connectionTimeout`). A link without its
    /// first packets yet ends as a failed connection (`CBError.connectionFailed`).
    public func reset(after time: Nanoseconds = .milliseconds(100)) {
        powerOff()
        world.after(time) { powerOn() }
    }

    /// Stops every advertising set, until `startAdvertising()` or the next power-on.
    public func stopAdvertising() {
        perform { node, now in
            node.note(.stopAdvertising)
            node.silence(at: now)
            node.drainHost(at: now)
        }
    }

    /// Starts every advertising set of the definition.
    public func startAdvertising() {
        perform { node, now in
            node.note(.startAdvertising)
            node.startAdvertising(at: now)
            node.drainHost(at: now)
        }
    }

    /// Asks every connected central for other connection parameters; the central may refuse (Core 6.0, Vol 3, Part A,
    /// 4.20).
    ///
    /// - Parameters:
    ///   - interval: The shortest and the longest connection interval, 7.5 ms…4 s.
    ///   - latency: How many connection events the device may skip, 0…499.
    ///   - supervisionTimeout: How long a silent link lasts, 100 ms…32 s.
    public func requestParameters(
        interval: ClosedRange<Nanoseconds>, latency: UInt16 = 0, supervisionTimeout: Nanoseconds
    ) {
        let wish = Host.ConnectionParameters(
            minimumInterval: interval.lowerBound, maximumInterval: interval.upperBound, latency: latency,
            supervisionTimeout: supervisionTimeout)
        perform { node, now in
            node.note(
                .requestParameters(interval, latency: latency, supervisionTimeout: supervisionTimeout))
            for link in node.links { node.ask(.link(.updateParameters(link.id, wish)), at: now) }
        }
    }
}

extension World {
    /// Adds a device to the world. The device starts at once.
    ///
    /// Parts of the definition that are not possible are left out, and each is a `World.Mistake` at this line: a text
    /// that is not a UUID, more advertising data than a set holds (31 bytes, and 31 in the scan response), services
    /// that include one that the definition does not have, more than 240 sets.
    ///
    /// In clear air, with the path loss of an open field, a phone receives the device up to this distance:
    ///
    /// | transmit power | heard to |
    /// |---|---|
    /// | -20 dBm | 56 m |
    /// | 0 dBm (the default) | 559 m |
    /// | 4 dBm | 886 m |
    /// | 8 dBm (as a phone sends) | 1404 m |
    ///
    /// - Parameters:
    ///   - definition: The definition of the device.
    ///   - position: The position of the device; by default one metre from the origin, where phones are placed.
    ///   - fileID: The caller's file, for reports.
    ///   - filePath: The path of that file.
    ///   - line: The caller's line.
    @discardableResult
    public func add(
        _ definition: DeviceDefinition, at position: Position = .meters(1), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Device {
        let definition = definition.checked(
            by: self, at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        let id = addNode(
            name: definition.name, txPower: definition.txPower, at: position,
            configure: { $0.channelSounding = definition.channelSounding?.radio },
            { id in
                let address = definition.address ?? self.entropy.randomStaticAddress(of: id)
                return DeviceNode(
                    id: id, attachment: RuleAttachment(to: definition, of: id, self.entropy),
                    address: address, world: self)
            })
        return Device(world: self, id: id)
    }
}
