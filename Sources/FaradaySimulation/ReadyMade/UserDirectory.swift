import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// The users of a device, and which link has consent to which of them. `Link` is what names a link.
///
/// Source: User Data Service 1.1, 3.
struct UserDirectory<Link: Hashable & Sendable>: Sendable {
    /// One user's data.
    struct User: Sendable {
        /// The code that the user chose.
        let consentCode: UInt16
        /// The values that were written, by characteristic.
        var values: [BluetoothUUID: [UInt8]] = [:]
        /// The Database Change Increment.
        var changes: UInt32 = 0
    }

    /// The greatest number of users, at most 255.
    let capacity: Int
    private(set) var users: [UInt8: User] = [:]
    private var consents: [Link: UInt8] = [:]
    private var busy: Set<Link> = []

    /// Creates a directory of users with these consent codes; their indices begin with 0.
    init(capacity: Int, consentCodes: [UInt16] = []) {
        self.capacity = min(max(capacity, 0), Int(UserData.unknownUser))
        for code in consentCodes.prefix(self.capacity) { _ = add(code) }
    }

    // MARK: Consent

    /// The user to whom a link has consent.
    func user(of link: Link) -> UInt8? { consents[link] }

    /// The links with consent to a user.
    func links(of user: UInt8) -> [Link] { consents.filter { $0.value == user }.map(\.key) }

    /// The link has ended: its consent ends with it.
    mutating func forget(_ link: Link) {
        consents[link] = nil
        busy.remove(link)
    }

    private mutating func add(_ code: UInt16) -> UInt8? {
        guard users.count < capacity else { return nil }
        guard let free = (0..<UserData.unknownUser).first(where: { users[$0] == nil }) else { return nil }
        users[free] = User(consentCode: code)
        return free
    }

    // MARK: Data

    /// The user whose data a link reads or writes; without consent, an error.
    private func authorized(_ link: Link) throws(ATT.ErrorCode) -> UInt8 {
        guard let user = consents[link], users[user] != nil else {
            throw ATT.ErrorCode(rawValue: UserData.accessNotPermitted)
        }
        return user
    }

    /// What was written of the user's data; `nil` if nothing was.
    func value(of characteristic: BluetoothUUID, on link: Link) throws(ATT.ErrorCode) -> [UInt8]? {
        users[try authorized(link)]?.values[characteristic]
    }

    /// Writes a part of the user's data.
    mutating func set(
        _ value: [UInt8], of characteristic: BluetoothUUID, on link: Link
    ) throws(ATT.ErrorCode) {
        users[try authorized(link)]?.values[characteristic] = value
    }

    /// The user's Database Change Increment.
    func changes(on link: Link) throws(ATT.ErrorCode) -> UInt32 { users[try authorized(link)]?.changes ?? 0 }

    /// Writes the user's Database Change Increment.
    mutating func setChanges(_ changes: UInt32, on link: Link) throws(ATT.ErrorCode) {
        users[try authorized(link)]?.changes = changes
    }

    /// The device itself changes a part of a user's data; returns the new Database Change Increment.
    mutating func change(_ user: UInt8, _ characteristic: BluetoothUUID, to value: [UInt8]) -> UInt32? {
        guard users[user] != nil else { return nil }
        users[user]?.values[characteristic] = value
        users[user]?.changes &+= 1
        return users[user]?.changes
    }

    // MARK: Control point

    /// A link has written a request; another one before the answer is an error.
    mutating func begin(on link: Link) throws(ATT.ErrorCode) {
        guard busy.insert(link).inserted else { throw .procedureAlreadyInProgress }
    }

    /// The answer to the request of a link, or `nil` if the link has ended meanwhile.
    mutating func answer(_ bytes: [UInt8], on link: Link) -> UserData.Response? {
        guard busy.remove(link) != nil, let first = bytes.first else { return nil }
        let opCode = UserData.OpCode(rawValue: first)
        do {
            let (outcome, parameter) = perform(try UserData.Request(bytes: bytes), on: link)
            return UserData.Response(to: opCode, outcome, parameter: parameter)
        } catch {
            if case .unknownCode = error.reason { return UserData.Response(to: opCode, .opCodeNotSupported) }
            return UserData.Response(to: opCode, .invalidParameter)
        }
    }

    private mutating func perform(
        _ request: UserData.Request, on link: Link
    ) -> (UserData.Outcome, parameter: [UInt8]) {
        switch request {
        case .registerNewUser(let code):
            guard UserData.consentCodes.contains(code) else { return (.invalidParameter, []) }
            guard let user = add(code) else { return (.operationFailed, []) }
            return (.success, [user])
        case .consent(let user, let code):
            guard user != UserData.unknownUser, UserData.consentCodes.contains(code) else {
                return (.invalidParameter, [])
            }
            guard users[user]?.consentCode == code else { return (.userNotAuthorized, []) }
            consents[link] = user
            return (.success, [])
        case .deleteUserData:
            guard let user = consents[link] else { return (.userNotAuthorized, []) }
            users[user] = nil
            for other in links(of: user) { consents[other] = nil }
            return (.success, [])
        case .listAllUsers, .deleteUsers: return (.opCodeNotSupported, [])
        }
    }
}
