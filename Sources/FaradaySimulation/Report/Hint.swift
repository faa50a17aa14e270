import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Why a test failed, as far as the state of its world shows it: the end of the report.
package enum Hint: Hashable, Sendable {
    case timeNeverMoved
    /// The test has run another world, and not the one that is its own.
    case otherWorld
    case noPhone
    /// A phone scans, and there is no other node in the world.
    case nobodyElse(phone: String)
    case noManager
    case letGo(phone: String, at: Instant)
    case radio(phone: String, RadioState)
    case permission(phone: String, Authorization)
    case openAlert(phone: String, String)
    /// `limit`: the distance that its signal reaches.
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
    /// An app waits in the background, and its manifest does not allow that work there.
    case suspended(app: String, phone: String, since: Instant?, missing: AppManifest.BackgroundModes)
    /// An app has ended, and nobody has started it again.
    case ended(app: String, phone: String, at: Instant?)
    /// An app looked for services, and the device has none of them.
    case noService(device: String, wanted: [BluetoothUUID], has: [BluetoothUUID])
    /// An app looked for characteristics of a service, and the service has none of them.
    case noCharacteristic(
        device: String, service: BluetoothUUID, wanted: [BluetoothUUID], has: [BluetoothUUID])
    /// An app waits for a value, and the device has sent none.
    case neverSent(device: String, BluetoothUUID)
    /// A device replays a conversation, and the app does not do what comes next in it.
    case replayWaits(device: String, String)
    /// The last event that an app got was an error, and the app has made no request since.
    case quietSince(Instant, String)
    /// No app waits for a callback. What its own code waits for is in real time, and why that is so.
    case realTime(String)
    /// No app waits for a callback, and nothing of its own is left to run.
    case nothingAwaited
    case misuse(World.MisuseReport, count: Int)
}

extension Hint: CustomStringConvertible {
    package var description: String { sentence.asciiLine }

    private var sentence: String {
        switch self {
        case .timeNeverMoved: "time never moved: call world.run(until:) or world.run(for:)."
        case .otherWorld:
            "this report is about the test's own world (World.current), in which time never moved: the test ran another world."
        case .noPhone: "the world has no phone: call world.addPhone()."
        case .nobodyElse(let phone):
            "\(phone) scans, and there is no device in the world: call world.add(_:)."
        case .noManager:
            "no manager was created in this world. Does the app use a shared instance that was created earlier? "
                + "Create the app's objects in the test, inside phone.run { }."
        case .letGo(let phone, let time):
            "the app's object was released at \(time): \(phone) has no manager any more. Keep it in a variable until "
                + "the test ends (withExtendedLifetime(app) {})."
        case .radio(let phone, let radio): "Bluetooth is \(radio) on \(phone)."
        case .permission(let phone, let authorization):
            "the app may not use Bluetooth on \(phone): its authorization is \(authorization)."
        case .openAlert(let phone, let message):
            "\(phone) shows an alert that nobody has answered: \(message)"
        case .realTime(let reason):
            "no app waits for a callback. Here code that sleeps, an asyncAfter and a Timer wait in real time (\(reason)), "
                + "and the world does not wait for them: see Documentation/AppTime.md, or use world.pace()."
        case .nothingAwaited:
            "no app waits for a callback, and none has a timer, a task or a block left to run: nothing more comes from it."
        case .quietSince(let time, let event):
            "the app has made no request since it got an error at \(time): \(event)."
        case .misuse(let report, let count):
            (count == 1 ? "" : "\(count) misuses of the API, the first: ") + report.description
        case .outOfRange, .off, .removed, .silent, .connectedElsewhere, .notConnectable, .otherServices,
            .stranger:
            unheard
        case .suspended, .ended, .noService, .noCharacteristic, .neverSent, .replayWaits: unanswered
        }
    }

    /// Why a phone does not find a device.
    private var unheard: String {
        switch self {
        case .outOfRange(let device, _, let metres, let limit) where metres >= Position.outOfRange.x / 2:
            "\(device) is out of range; its signal reaches \(Self.round(limit)) m."
        case .outOfRange(let device, let phone, let metres, let limit):
            "\(device) is \(Self.round(metres)) m away from \(phone); its signal reaches \(Self.round(limit)) m."
        case .off(let device): "\(device) is off."
        case .removed(let device): "\(device) was removed from the world."
        case .silent(let device, let isDefined):
            isDefined
                ? "\(device) does not advertise."
                : "\(device) does not advertise: its definition has no DeviceAdvertising."
        case .connectedElsewhere(let device, let other):
            "\(device) does not advertise while it is connected to \(other)."
        case .notConnectable(let device): "\(device) advertises, but is not connectable."
        case .otherServices(let device, let advertised, let wanted):
            "\(device) advertises \(Self.list(advertised)), but the app scans for \(Self.list(wanted))."
        case .stranger(let phone, let peer):
            "\(phone) connects to \(peer), but no device has that address: it was removed or has another address."
        default: ""
        }
    }

    /// Why an app gets no callback, or not the one that the test waits for.
    private var unanswered: String {
        switch self {
        case .suspended(let app, let phone, let time, let missing):
            "\(app) of \(phone) was suspended\(Self.at(time)), and its manifest has no background mode for its "
                + "\(Self.managers(missing)): call phone.configure(AppManifest(backgroundModes: "
                + "\(Self.modes(missing))))."
        case .ended(let app, let phone, let time):
            "\(app) of \(phone) ended\(Self.at(time)): phone.launch() starts it again."
        case .noService(let device, let wanted, let has):
            "\(device) has no service \(Self.list(wanted, "or")); it has \(Self.list(has))."
        case .noCharacteristic(let device, let service, let wanted, let has):
            "\(device)'s service \(service.label) has no characteristic \(Self.list(wanted, "or")); it has "
                + "\(has.isEmpty ? "no characteristic" : Self.list(has))."
        case .replayWaits(let device, let step): "\(device) replays a conversation, and waits for \(step)."
        case .neverSent(let device, let uuid):
            "\(device) has not sent a value of \(uuid.label) since the app subscribed to it: call device.update."
        default: ""
        }
    }

    private static func at(_ time: Instant?) -> String { time.map { " at \($0)" } ?? "" }

    private static func managers(_ modes: AppManifest.BackgroundModes) -> String {
        switch modes {
        case .central: "central manager"
        case .peripheral: "peripheral manager"
        default: "managers"
        }
    }

    private static func modes(_ modes: AppManifest.BackgroundModes) -> String {
        switch modes {
        case .central: ".central"
        case .peripheral: ".peripheral"
        default: "[.central, .peripheral]"
        }
    }

    /// Lengths from ten metres on have no fractions of a metre.
    private static func round(_ length: Double) -> String {
        HappeningText.metres(length < 10 ? length : Double(Int(min(length, 1e12) + 0.5)))
    }

    private static func list(_ uuids: [BluetoothUUID]) -> String {
        uuids.isEmpty ? "no service" : uuids.map(\.label).joined(separator: ", ")
    }

    /// `1810, 1811 or 1812`.
    private static func list(_ uuids: [BluetoothUUID], _ word: String) -> String {
        guard uuids.count > 1, let last = uuids.last else { return list(uuids) }
        return list(uuids.dropLast()) + " \(word) \(last.label)"
    }
}
