import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Why a test failed, as far as the state of its world shows it: the end of the report.
package enum Hint: Hashable, Sendable {
    case timeNeverMoved
    /// The test's world has nothing in it, and the test has made another one, in which time never moved either.
    case unusedWorld
    /// A phone scans, and the devices are in another world that the test has made.
    case otherWorldsDevices(phone: String, devices: [String])
    /// A run has failed before, and the test went on.
    case swallowed(String, SourcePlace)
    /// The main queue waits for a block on the main queue.
    case mainWaitsForItself
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
    /// `has`: those of the wanted services that the device has and does not advertise.
    case otherServices(
        device: String, advertised: [BluetoothUUID], wanted: [BluetoothUUID], has: [BluetoothUUID] = [])
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
    case quietSince(Instant, String, AttributeMend? = nil)
    /// A manager or a peripheral got callbacks that nobody heard.
    case noDelegate(phone: String, UnheardCallback, peer: String?)
    /// An app has done a step with a device, and not the one that follows.
    case missingStep(device: String, after: AppStep)
    /// An app has connected to a device to which it was connected.
    case connectedAlready(device: String, at: Instant)
    /// An app looked for services on another phone, whose app has published none of them.
    case unpublished(phone: String, wanted: [BluetoothUUID])
    /// An app's updates were refused, and not sent again.
    case refusedUpdates(phone: String, BluetoothUUID, count: Int, since: Instant)
    /// While a run waited, an app got values, and they did not make the condition true.
    case unrelated(values: Int, of: BluetoothUUID, device: String, last: Instant)
    /// No app waits for a callback. What its own code waits for is in real time, and why that is so.
    case realTime(String)
    /// No app waits for a callback, and nothing of its own is left to run.
    case nothingAwaited
    case misuse(World.MisuseReport, count: Int)
}

extension Hint: CustomStringConvertible {
    package var description: String {
        [sentence, mend].compactMap(\.self).joined(separator: " ").asciiLine
    }

    private var sentence: String {
        switch self {
        case .timeNeverMoved: "time never moved: call world.run(until:) or world.run(for:)."
        case .otherWorld:
            "this report is about the test's own world (World.current), in which time never moved: the test ran another world."
        case .unusedWorld, .otherWorldsDevices, .swallowed, .mainWaitsForItself: ofTest
        case .noPhone: "the world has no phone: call world.addPhone()."
        case .nobodyElse(let phone):
            "\(phone) scans, and there is no device in the world."
        case .noManager:
            "no manager was created in this world. Does the app use a shared instance that was created earlier? "
                + "Create the app's objects in the test, inside phone.run { }."
        case .letGo(let phone, let time):
            "the app's object was released at \(time): \(phone) has no manager any more."
        case .radio(let phone, let radio): "Bluetooth is \(radio) on \(phone)."
        case .permission(let phone, let authorization):
            "the app may not use Bluetooth on \(phone): its authorization is \(authorization)."
        case .openAlert(let phone, let message):
            "\(phone) shows an alert that nobody has answered: \(HappeningText.straight(message))"
        case .realTime(let reason):
            "no app waits for a callback. Here code that sleeps, an asyncAfter and a Timer wait in real time (\(reason)), "
                + "and the world does not wait for them: see Documentation/AppTime.md, or use world.pace()."
        case .nothingAwaited:
            "no app waits for a callback, and none has a timer, a task or a block left to run: nothing more comes from it."
        case .quietSince(let time, let event, _):
            "the app has made no request since it got an error at \(time): \(event)."
        case .misuse(let report, let count):
            (count == 1 ? "" : "\(count) misuses of the API, the first: ") + report.description
        case .outOfRange, .off, .removed, .silent, .connectedElsewhere, .notConnectable, .otherServices,
            .stranger:
            unheard
        case .suspended, .ended, .noService, .noCharacteristic, .neverSent, .replayWaits: unanswered
        case .noDelegate, .missingStep, .connectedAlready, .unpublished, .refusedUpdates, .unrelated: ofApp
        }
    }

    /// What is wrong with the test.
    private var ofTest: String {
        switch self {
        case .unusedWorld:
            "the test has made another world, in which time never moved."
        case .otherWorldsDevices(let phone, let devices):
            "\(phone) scans, and there is no device in its world: \(devices.joined(separator: ", ")) "
                + "\(devices.count == 1 ? "is" : "are") in another world that the test has made."
        case .swallowed(let error, let place):
            "a run at \(place.fileName):\(place.line) has failed before (\(error)), and the test went on, as with "
                + "try?."
        case .mainWaitsForItself:
            "main.sync { } was called on the main queue, which waits for itself: a deadlock."
        default: ""
        }
    }

    /// What an app has left out.
    private var ofApp: String {
        switch self {
        case .noDelegate(let phone, let unheard, let peer):
            "the \(unheard.owner)\(peer.map { " of \($0)" } ?? "") on \(phone) has called "
                + "\(unheard.callback), and nobody heard it: its delegate "
                + (unheard.hadDelegate
                    ? "was deallocated, because it is held weakly." : "is nil.")
        case .missingStep(let device, let step): step.sentence(device)
        case .connectedAlready(let device, let time):
            "\(device) was connected already when the app called connect(_:options:) at \(time): no new link "
                + "begins."
        case .unpublished(let phone, let wanted):
            "\(phone) advertises, and its app has published no service \(Self.list(wanted, "or"))."
        case .refusedUpdates(let phone, let uuid, let count, let time):
            "updateValue(_:for:onSubscribedCentrals:) of \(uuid.label) on \(phone) returned false "
                + "\(count == 1 ? "" : "\(count) times, first ")at \(time): these values were not sent."
        case .unrelated(let count, let uuid, let device, let last):
            "meanwhile the app got \(count) values of \(uuid.label) from \(device), the last at \(last), and the "
                + "condition did not become true: it does not depend on them."
        default: ""
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
        case .otherServices(let device, let advertised, let wanted, _):
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
                + "\(Self.managers(missing))."
        case .ended(let app, let phone, let time):
            "\(app) of \(phone) ended\(Self.at(time))."
        case .noService(let device, let wanted, let has):
            "\(device) has no service \(Self.list(wanted, "or")); it has \(Self.list(has))."
        case .noCharacteristic(let device, let service, let wanted, let has):
            "\(device)'s service \(service.label) has no characteristic \(Self.list(wanted, "or")); it has "
                + "\(has.isEmpty ? "no characteristic" : Self.list(has))."
        case .replayWaits(let device, let step): "\(device) replays a conversation, and waits for \(step)."
        case .neverSent(let device, let uuid):
            "\(device) has not sent a value of \(uuid.label) since the app subscribed to it."
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

    static func modes(_ modes: AppManifest.BackgroundModes) -> String {
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
    static func list(_ uuids: [BluetoothUUID], _ word: String) -> String {
        guard uuids.count > 1, let last = uuids.last else { return list(uuids) }
        return list(uuids.dropLast()) + " \(word) \(last.label)"
    }
}
