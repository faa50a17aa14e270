import BluetoothTypes

extension World {
    /// What faults in a world like this one can name: its devices and their characteristics, in a fixed order.
    package var faultSurroundings: FaultSurroundings {
        lock.withLock { state in
            let names = state.displayNames
            var surroundings = FaultSurroundings()
            for node in state.nodes {
                guard let device = node as? DeviceNode else { continue }
                surroundings.devices.append(names[node.id.index])
                for characteristic in device.definition.services.flatMap(\.characteristics)
                where !surroundings.characteristics.contains(characteristic.uuid) {
                    surroundings.characteristics.append(characteristic.uuid)
                }
            }
            return surroundings
        }
    }
}
