import BluetoothHost
import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// The users that a ready-made device knows from the beginning, and how many there may be.
public struct DeviceUsers: Hashable, Sendable {
    /// The consent codes of the users who are registered from the beginning, 0…9999; their indices begin with 0.
    public var consentCodes: [UInt16]
    /// The greatest number of users, 0…255.
    public var capacity: Int

    public init(consentCodes: [UInt16] = [], capacity: Int = 4) {
        self.consentCodes = consentCodes
        self.capacity = capacity
    }
}

extension DeviceDefinition {
    /// A device with the User Data service and all characteristics of users, such as a fitness watch has.
    ///
    /// A central registers a user at the control point, gets consent with the user's code, and then reads and writes
    /// the user's data. Without consent the answer is error 0x80. Consent ends with the link. A second request before
    /// the answer to the first is refused with error 0xFE, and one without a subscription with 0xFD.
    ///
    /// ```swift
    /// let watch = world.add(.userDataServer(users: DeviceUsers(consentCodes: [1234])))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - users: The users from the beginning, and how many there may be.
    ///   - level: The security that the service's characteristics need.
    public static func userDataServer(
        name: String = "User Data", users: DeviceUsers = DeviceUsers(),
        requires level: Host.SecurityLevel = .none
    ) -> DeviceDefinition {
        let database = UserDatabase(users, requires: level)
        return DeviceDefinition(name: name, appearance: 0x00C0) {
            DeviceAdvertising(services: [UserData.service])
            database.service(isComplete: true)
            database.behaviour
        }
    }
}

/// The User Data service of a device in a world.
final class UserDatabase: Sendable {
    private let directory: Lock<UserDirectory<DeviceLink>>
    private let level: Host.SecurityLevel

    init(_ users: DeviceUsers, requires level: Host.SecurityLevel) {
        directory = Lock(UserDirectory(capacity: users.capacity, consentCodes: users.consentCodes))
        self.level = level
    }

    /// Consent ends with the link.
    var behaviour: DeviceBehaviour {
        .onEvent { [directory] _, event in
            if case .disconnected(let link) = event { directory.withLock { $0.forget(link) } }
        }
    }

    // MARK: For the device

    /// The user to whom a link has consent.
    func user(of link: DeviceLink) -> UInt8? { directory.withLock { $0.user(of: link) } }

    /// A part of a user's data; `nil` if nobody has written it.
    func value<Value>(of characteristic: TypedCharacteristic<Value>, user: UInt8) -> Value? {
        let bytes = directory.withLock { $0.users[user]?.values[characteristic.uuid] }
        return bytes.flatMap { try? Value(bytes: $0) }
    }

    /// The device itself changes a part of a user's data: clients with consent learn it from the Database Change
    /// Increment.
    func change<Value>(
        _ characteristic: TypedCharacteristic<Value>, to value: Value, user: UInt8, on device: Device
    ) {
        let changed = directory.withLock { directory in
            directory.change(user, characteristic.uuid, to: value.bytes).map {
                ($0, directory.links(of: user))
            }
        }
        guard let (changes, links) = changed else { return }
        for link in device.links where links.contains(link) {
            device.send(changes, of: UserData.databaseChangeIncrement, to: link)
        }
    }

    // MARK: The service

    /// The service with all characteristics, or with those of a scale.
    func service(isComplete: Bool) -> DeviceService {
        DeviceService(UserData.service) {
            scaleFields
            if isComplete {
                personFields
                fitnessFields
                zoneFields
            }
            databaseChangeIncrement
            DeviceCharacteristic(UserData.userIndex, .read, requires: level)
                .onRead(UserData.userIndex) { [directory] read in
                    directory.withLock { $0.user(of: read.link) } ?? UserData.unknownUser
                }
            controlPoint
        }
    }

    /// A part of a user's data, and what it is before somebody has written it.
    private func field<Value>(
        _ characteristic: TypedCharacteristic<Value>, _ initial: Value
    ) -> DeviceCharacteristic {
        DeviceCharacteristic(characteristic, [.read, .write], requires: level)
            .onRead { [directory] read in
                try directory.withLock { try $0.value(of: characteristic.uuid, on: read.link) }
                    ?? initial.bytes
            }
            .onWrite(characteristic) { [directory] value, write in
                try directory.withLock { try $0.set(value.bytes, of: characteristic.uuid, on: write.link) }
            }
    }

    private static let unknownDate = UserData.CalendarDate(year: 0, month: 0, day: 0)

    private var scaleFields: [DeviceCharacteristic] {
        [
            field(UserData.firstName, ""), field(UserData.age, 0),
            field(UserData.dateOfBirth, Self.unknownDate), field(UserData.gender, .unspecified),
            field(UserData.weight, UserData.Mass(kilograms: 0)),
            field(UserData.height, UserData.Length(metres: 0)),
        ]
    }

    private var personFields: [DeviceCharacteristic] {
        [
            field(UserData.middleName, ""), field(UserData.lastName, ""), field(UserData.emailAddress, ""),
            field(UserData.language, "en"), field(UserData.handedness, .unspecified),
            field(UserData.highResolutionHeight, UserData.PreciseLength(metres: 0)),
            field(UserData.waistCircumference, UserData.Length(metres: 0)),
            field(UserData.hipCircumference, UserData.Length(metres: 0)),
            field(UserData.strideLength, UserData.StrideLength(metres: 0)),
        ]
    }

    private var fitnessFields: [DeviceCharacteristic] {
        [
            field(UserData.vo2Max, 0), field(UserData.heartRateMax, 0), field(UserData.restingHeartRate, 0),
            field(UserData.maximumRecommendedHeartRate, 0), field(UserData.aerobicThreshold, 0),
            field(UserData.anaerobicThreshold, 0), field(UserData.thresholdSport, .unspecified),
            field(UserData.thresholdDate, Self.unknownDate),
        ]
    }

    private var zoneFields: [DeviceCharacteristic] {
        [
            field(UserData.fatBurnLowerLimit, 0), field(UserData.fatBurnUpperLimit, 0),
            field(UserData.aerobicLowerLimit, 0), field(UserData.aerobicUpperLimit, 0),
            field(UserData.anaerobicLowerLimit, 0), field(UserData.anaerobicUpperLimit, 0),
            field(UserData.twoZoneLimit, 0),
            field(UserData.threeZoneLimits, UserData.ThreeZoneLimits(moderate: 0, hard: 0)),
            field(UserData.fourZoneLimits, UserData.FourZoneLimits(moderate: 0, hard: 0, maximum: 0)),
            field(
                UserData.fiveZoneLimits,
                UserData.FiveZoneLimits(light: 0, moderate: 0, hard: 0, maximum: 0)),
        ]
    }

    /// A client that writes it has changed data; other clients of the same user learn it.
    private var databaseChangeIncrement: DeviceCharacteristic {
        let characteristic = UserData.databaseChangeIncrement
        return DeviceCharacteristic(characteristic, [.read, .write, .notify], requires: level)
            .onRead(characteristic) { [directory] read in
                try directory.withLock { try $0.changes(on: read.link) }
            }
            .onWrite(characteristic) { [directory] changes, write in
                let links = try directory.withLock { directory in
                    try directory.setChanges(changes, on: write.link)
                    return directory.user(of: write.link).map { directory.links(of: $0) } ?? []
                }
                for link in write.device.links where link != write.link && links.contains(link) {
                    write.device.send(changes, of: characteristic, to: link)
                }
            }
    }

    /// The User Control Point answers 200 ms after the request.
    private var controlPoint: DeviceCharacteristic {
        let response = UserData.controlPoint.response
        // A request with an unknown op code gets an answer, too.
        let point = ControlPoint<[UInt8], UserData.Response>(
            request: TypedCharacteristic(response.uuid, of: response.service), response: response)
        return DeviceCharacteristic(UserData.controlPoint, requires: level)
            .onRequest(point) { [directory] bytes, write in
                guard !bytes.isEmpty else { throw ATT.ErrorCode.invalidAttributeValueLength }
                try directory.withLock { try $0.begin(on: write.link) }
                let link = write.link
                write.device.after(.milliseconds(200)) { device in
                    guard let answer = directory.withLock({ $0.answer(bytes, on: link) }) else { return }
                    device.send(answer, of: response, to: link)
                }
                return nil
            }
    }
}

extension DeviceServiceBuilder {
    /// Adds characteristics.
    static func buildExpression(_ items: [DeviceCharacteristic]) -> [DeviceCharacteristic] { items }
}
