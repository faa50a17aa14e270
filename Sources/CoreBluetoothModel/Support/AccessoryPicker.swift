import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What the picker of AccessorySetupKit shows its user.
public struct AccessoryPicker: Hashable, Sendable, CustomStringConvertible {
    /// An accessory in the picker's list.
    public struct Entry: Hashable, Sendable {
        /// Its number; it stays the same while the picker is up.
        public var identifier: AccessoryIdentifier
        /// The name of the app's display item that fits it.
        public var itemName: String
        /// The name that it advertises.
        public var advertisedName: String?
        public var address: DeviceAddress
        /// The strength of its signal in dBm, when it was found.
        public var rssi: Int
    }

    /// What the picker asks.
    public enum Page: Hashable, Sendable {
        /// Which accessory to set up; the list is in `entries` and may be empty.
        case list
        /// Whether the app may use this accessory, which another app has already.
        case confirmation(Entry)
        /// What to call this accessory.
        case name(Entry)
        /// To go on in the app: this accessory is set up.
        case finishInApp(Entry)
        /// Whether these peripherals, which the app knew before, become accessories.
        case migration([String])
        /// What to call an accessory that the app asks to rename; with its name.
        case rename(String)
        /// Whether the app may use an accessory for more than before; with its name.
        case authorization(String)
    }

    /// Unique on its phone: its number stays while the picker is up.
    public let number: UInt32
    /// The app that shows it.
    public let app: AppID
    /// What it asks.
    public let page: Page
    /// The accessories in its list, in the order in which they were found.
    public let entries: [Entry]

    /// What the picker asks, in one line.
    public var description: String { text(naming: "\(app)") }

    /// The same with another name for the app.
    package func text(naming app: String) -> String {
        switch page {
        case .list where entries.isEmpty: "searching"
        case .list: "found " + entries.map { $0.label }.joined(separator: ", ")
        case .confirmation(let entry): "may \(app) use \(entry.label), which another app uses?"
        case .finishInApp(let entry): "go on in \(app) with \(entry.label)"
        case .name(let entry): "a name for \(entry.label)?"
        case .migration(let names): "migrate \(names.joined(separator: ", "))?"
        case .rename(let name): "another name for \(name)?"
        case .authorization(let name): "may \(app) use \(name) for something else?"
        }
    }
}

extension AccessoryPicker.Entry {
    /// The item's name, and what the accessory calls itself.
    var label: String { advertisedName.map { "\(itemName) (\($0))" } ?? itemName }
}

/// What the user does with the picker.
public indirect enum AccessoryPickerReply: Hashable, Sendable {
    /// Taps the accessory that was found first; waits while there is none.
    case chooseFirst
    /// Taps this accessory; does nothing if it is not in the list any more.
    case choose(AccessoryPicker.Entry)
    /// Taps the first accessory for the display item of this name; waits while there is none.
    case chooseItem(String)
    /// Taps the accessory with this address; waits while it is not in the list.
    case chooseAddress(DeviceAddress)
    /// Taps the button that allows what the page asks, or that keeps the name.
    case accept
    /// Types a name.
    case name(String)
    /// Closes the picker.
    case cancel
    /// Does nothing; the user is asked again when the picker shows something else.
    case wait
    /// Gives the reply after this time.
    case after(Nanoseconds, AccessoryPickerReply)
}
