import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// When a device's advertising sets are on air.
extension DeviceNode {
    /// Whether centrals may connect.
    var isConnectable: Bool { sets.isConnectable }

    /// Gives the host an order about a set.
    private func carryOut(_ order: DeviceAdvertisingSets.Order?, _ index: Int, at now: Instant) {
        guard let order else { return }
        let id = Host.AdvertisingSetID(UInt8(index))
        switch order {
        case .start:
            let parameters = definition.advertising[index].parameters(
                name: definition.name, isConnectable: isConnectable)
            host.handle(.gap(.startAdvertising(id, parameters)), at: now)
        case .stop: host.handle(.gap(.stopAdvertising(id)), at: now)
        }
    }

    func startAdvertising(at now: Instant) {
        sets.isSilenced = false
        for index in sets.indices { startSet(index, at: now) }
    }

    private func startSet(_ index: Int, at now: Instant) {
        carryOut(sets.start(index, definition.advertising[index], at: now), index, at: now)
    }

    private func stopSet(_ index: Int, at now: Instant) { carryOut(sets.stop(index), index, at: now) }

    /// Stops all sets; they do not restart by themselves.
    func silence(at now: Instant) {
        sets.isSilenced = true
        for index in sets.indices { stopSet(index, at: now) }
    }

    func startDelayedSets(at now: Instant) {
        guard sets.contains(.delayed) else { return }
        for index in sets.indices {
            let order = sets.startIfDue(
                index, definition.advertising[index], isLinked: !links.isEmpty, at: now)
            carryOut(order, index, at: now)
        }
    }

    /// Starts the sets that are off and may be on air.
    func restartAdvertising(at now: Instant) {
        guard isOn else { return }
        for index in sets.indices {
            carryOut(
                sets.restart(index, definition.advertising[index], isLinked: !links.isEmpty), index, at: now)
        }
    }

    func advertisingEnded(_ index: Int, _ status: HCI.ErrorCode, at now: Instant) {
        guard sets.indices.contains(index) else { return }
        sets.ended(index, definition.advertising[index])
        if status == .success, !links.isEmpty {
            for index in sets.indices {
                carryOut(sets.pause(index, definition.advertising[index]), index, at: now)
            }
        }
        restartAdvertising(at: now)
    }

    func replaceAdvertising(_ new: [DeviceAdvertising], at now: Instant) {
        for index in sets.indices { stopSet(index, at: now) }
        definition.advertising = new
        sets.replace(count: new.count)
        sets.isSilenced = false
        guard isOn else { return }
        for index in sets.indices
        where new[index].delay > .zero || DeviceAdvertisingSets.mayRun(new[index], isLinked: !links.isEmpty) {
            startSet(index, at: now)
        }
        drainHost(at: now)
    }

    func setConnectable(_ isConnectable: Bool, at now: Instant) {
        guard isConnectable != self.isConnectable else { return }
        sets.isConnectable = isConnectable
        guard isOn else { return }
        for index in sets.indices where sets[index] == .running && definition.advertising[index].isConnectable
        {
            stopSet(index, at: now)
        }
        restartAdvertising(at: now)
    }

    /// Puts the new name into the sets that carry the device's name.
    func renameAdvertising(at now: Instant) {
        for (index, advertising) in definition.advertising.enumerated()
        where sets[index] == .running && advertising.addsName {
            let parameters = advertising.parameters(
                name: definition.name, isConnectable: isConnectable)
            host.handle(
                .gap(
                    .updateAdvertisingData(
                        Host.AdvertisingSetID(UInt8(index)), data: parameters.data,
                        scanResponse: parameters.scanResponse)), at: now)
        }
    }
}
