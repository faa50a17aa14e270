import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// Why a test failed, where the state of its world tells: the end of the report.
package enum Hint: Hashable, Sendable {
    case timeNeverMoved
    case noPhone
    /// A phone scans, and there is nothing else in the world.
    case nobodyElse(phone: String)
    case noManager
    case letGo(phone: String, at: Instant)
    case radio(phone: String, RadioState)
    case permission(phone: String, Authorization)
    case openAlert(phone: String, String)
    /// `limit`: as far as it is heard.
    case outOfRange(device: String, phone: String, metres: Double, limit: Double)
    case off(device: String)
    case removed(device: String)
    /// `isDefined`: whether its definition has any advertising set.
    case silent(device: String, isDefined: Bool)
    case connectedElsewhere(device: String, to: String)
    case notConnectable(device: String)
    case otherServices(device: String, advertised: [BluetoothUUID], wanted: [BluetoothUUID])
    /// A phone connects to an address that no device has.
    case stranger(phone: String, String)
    /// The last that an app heard was an error, and it has asked for nothing since.
    case quietSince(Instant, String)
    case realTime
    case misuse(World.MisuseReport, count: Int)
}

extension Hint: CustomStringConvertible {
    package var description: String { sentence.asciiLine }

    private var sentence: String {
        switch self {
        case .timeNeverMoved: "time never moved: nobody ran the world (world.run(until:), world.run(for:))."
        case .noPhone: "the world has no phone: call world.addPhone()."
        case .nobodyElse(let phone):
            "\(phone) scans, and there is no device in the world: call world.add(_:)."
        case .noManager:
            "no manager was opened in this world. Does the app use a shared instance that was made earlier? Make the "
                + "app's objects in the test, inside phone.run { }."
        case .letGo(let phone, let time):
            "the app's object was let go at \(time): \(phone) has no manager any more. Keep it in a variable to the "
                + "end of the test (withExtendedLifetime(app) {})."
        case .radio(let phone, let radio): "Bluetooth is \(radio) on \(phone)."
        case .permission(let phone, let authorization):
            "the app may not use Bluetooth on \(phone): its authorization is \(authorization)."
        case .openAlert(let phone, let message):
            "\(phone) shows an alert that nobody has answered: \(message)"
        case .realTime:
            "no app waits for anything of its phone. What waits in real time (a task that sleeps, asyncAfter, a Timer) does not "
                + "see virtual time: use world.pace(), or .simulated(capturesUnstructuredTasks: true) for tasks."
        case .quietSince(let time, let event):
            "the app has asked for nothing since it heard of an error at \(time): \(event)."
        case .misuse(let report, let count):
            (count == 1 ? "" : "\(count) misuses of the API, the first: ") + report.description
        case .outOfRange, .off, .removed, .silent, .connectedElsewhere, .notConnectable, .otherServices,
            .stranger:
            unheard
        }
    }

    /// Why a phone does not find a device.
    private var unheard: String {
        switch self {
        case .outOfRange(let device, _, let metres, let limit) where metres >= Position.outOfRange.x / 2:
            "\(device) is out of range; it would be heard to \(Self.round(limit)) m."
        case .outOfRange(let device, let phone, let metres, let limit):
            "\(device) is \(Self.round(metres)) m away from \(phone), and would be heard to \(Self.round(limit)) m."
        case .off(let device): "\(device) is off."
        case .removed(let device): "\(device) was removed from the world."
        case .silent(let device, let isDefined):
            isDefined
                ? "\(device) does not advertise."
                : "\(device) does not advertise: its definition has no DeviceAdvertising."
        case .connectedElsewhere(let device, let other):
            "\(device) does not advertise while it is connected to \(other)."
        case .notConnectable(let device): "\(device) advertises, but not as connectable."
        case .otherServices(let device, let advertised, let wanted):
            "\(device) advertises \(Self.list(advertised)), and the app scans for \(Self.list(wanted))."
        case .stranger(let phone, let peer):
            "\(phone) connects to \(peer), whose address no device has: it was removed or has another address."
        default: ""
        }
    }

    /// Without parts of a metre where there are ten.
    private static func round(_ length: Double) -> String {
        HappeningText.metres(length < 10 ? length : Double(Int(min(length, 1e12) + 0.5)))
    }

    private static func list(_ uuids: [BluetoothUUID]) -> String {
        uuids.isEmpty ? "no service" : uuids.map(\.label).joined(separator: ", ")
    }
}
