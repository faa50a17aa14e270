import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What changes about a device while it runs, and while centrals are linked to it.
extension Device {
    /// Replaces all advertising sets, and starts the new ones as after a power-on. While a central is connected, those
    /// wait that don't go on meanwhile.
    ///
    /// A set that can't go on air is left out and is a `World.Mistake`, as in `World.add`.
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

    /// Gives the device another GAP name, of which 248 bytes are kept, and shows it in the advertising sets that show
    /// the name.
    ///
    /// Centrals that subscribed to Service Changed are told that the name's attribute changed, so a phone reads it
    /// again; others read the name when they connect next. An extended set shortens a name that is too long for it.
    public func rename(_ name: String) {
        perform { node, now in
            node.note(.rename(name))
            node.definition.name = name
            node.renameAdvertising(at: now)
            node.ask(.setDeviceName(Array(name.utf8)), at: now)
        }
    }
}
