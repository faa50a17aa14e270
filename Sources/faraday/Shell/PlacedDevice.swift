import BluetoothTypes
import FaradayBridge
import FaradaySimulation

/// A device that stands in a world of the tool: `NAME[=ALIAS][@METERS]`.
struct PlacedDevice {
    var device: ChosenDevice
    var alias: String?
    var meters = 1.0

    /// Reads the value of an option; throws what is wrong.
    init(_ text: String, of option: String) throws {
        var name = text[...]
        // A path may have an @.
        if let at = text.lastIndex(of: "@"), !ChosenDevice.isFile(text) {
            name = text[..<at]
            meters = try OptionValues.meters(
                String(text[text.index(after: at)...]), of: "\(option) NAME@METERS")
        }
        let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        device = try ChosenDevice(argument: String(parts[0]))
        if parts.count == 2 { alias = try OptionValues.deviceName(String(parts[1])) }
    }

    /// Adds it, with its steps and what is printed of it.
    func add(
        to world: World, replay: DeviceReplay = .lenient, _ steps: Steps, _ journal: Journal
    ) -> Device {
        var definition = device.definition(name: alias)
        if device.hasConversation { definition.rules?.replay = replay }
        let added = world.add(journal.watching(definition), at: .meters(meters))
        steps.add(for: added, device)
        journal.line(added.name, "is a \(device.kind), \(meters) m away")
        return added
    }
}
