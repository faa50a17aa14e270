import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Changes of a device while it runs and while centrals are connected to it.
extension Device {
    /// Replaces all advertising sets, and starts the new ones as after a power-on. While a central is connected, sets
    /// without `continuesWhileConnected` wait.
    ///
    /// A set that can't be advertised is left out and is a `World.Mistake`, as in `World.add`.
    public func setAdvertising(
        _ sets: [DeviceAdvertising], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        let name = name
        let (sets, problems) = DefinitionCheck.checked(sets, name: name)
        for problem in problems {
            world.report(
                "device \(name): \(problem)",
                at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        }
        perform { node, now in
            node.note(.setAdvertising(sets: sets.count))
            node.replaceAdvertising(sets, at: now)
        }
    }

    /// Changes the device's GAP name, and the name in the advertising sets that carry it. The first 248 bytes are kept.
    ///
    /// Centrals that subscribed to Service Changed get an indication for the name's attribute, so a phone reads it
    /// again. Others read the name when they connect next. An extended set shortens a name that does not fit.
    public func rename(_ name: String) {
        perform { node, now in
            node.note(.rename(name))
            node.definition.name = name
            node.renameAdvertising(at: now)
            node.ask(.gatt(.setDeviceName(Array(name.utf8))), at: now)
        }
    }
}
