import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// The words of files for values that have names, for reading and for writing.
enum FileNames {
    static let properties: [(String, GATT.Properties)] = [
        ("broadcast", .broadcast), ("read", .read), ("writeWithoutResponse", .writeWithoutResponse),
        ("write", .write), ("notify", .notify), ("indicate", .indicate),
        ("authenticatedSignedWrites", .authenticatedSignedWrites),
        ("extendedProperties", .extendedProperties),
    ]

    static let permissions: [(String, GATT.Permissions)] = [
        ("readable", .readable), ("writable", .writable), ("readEncrypted", .readEncrypted),
        ("writeEncrypted", .writeEncrypted), ("readAuthenticated", .readAuthenticated),
        ("writeAuthenticated", .writeAuthenticated), ("readAuthorized", .readAuthorized),
        ("writeAuthorized", .writeAuthorized), ("notifyEncrypted", .notifyEncrypted),
        ("notifyAuthenticated", .notifyAuthenticated), ("notifyAuthorized", .notifyAuthorized),
    ]

    static let levels: [(String, Host.SecurityLevel)] = [
        ("none", .none), ("encrypted", .encrypted), ("authenticated", .authenticated),
    ]

    static let ioCapabilities: [(String, SMP.IOCapability)] = [
        ("displayOnly", .displayOnly), ("displayYesNo", .displayYesNo), ("keyboardOnly", .keyboardOnly),
        ("noInputNoOutput", .noInputNoOutput), ("keyboardDisplay", .keyboardDisplay),
    ]

    static let secureConnections: [(String, DeviceSecurity.SecureConnections)] = [
        ("off", .off), ("offered", .offered), ("required", .required),
    ]

    static let phys: [(String, HCI.PHY)] = [("1M", .le1M), ("2M", .le2M), ("coded", .leCoded)]

    static let corrections: [(String, DeviceChannelSounding.Correction)] = [
        ("inline", .inline), ("rangingService", .rangingService), ("both", .both),
    ]

    static let reasons: [(String, DeviceDisconnectReason)] = DeviceDisconnectReason.allCases.map {
        ("\($0)", $0)
    }

    static let errors: [(String, ATT.ErrorCode)] = ATT.KnownErrorCode.allCases.map {
        ("\($0)", ATT.ErrorCode(rawValue: $0.rawValue))
    }

    /// The name of a value.
    static func name<Value: Equatable>(of value: Value, in names: [(String, Value)]) -> String? {
        names.first { $0.1 == value }?.0
    }

    /// The names of the members of a set of options; `nil` if one of them has no name.
    static func names<Value: OptionSet>(of value: Value, in names: [(String, Value)]) -> [String]? {
        let found = names.filter { value.isSuperset(of: $0.1) }
        return Value(found.map(\.1)) == value ? found.map(\.0) : nil
    }
}

extension OptionSet {
    /// All options of a list.
    init(_ options: [Self]) {
        self = options.reduce(into: []) { $0.formUnion($1) }
    }
}
