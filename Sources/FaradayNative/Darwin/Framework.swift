import BluetoothPort
import CoreBluetooth

/// The CoreBluetooth that an adapter drives: what there is of it apart from managers.
struct Framework: Sendable {
    let log: @Sendable (Misuse) -> Void

    #if canImport(Darwin)
    /// Runs `body`, which makes a manager or asks a class of the framework.
    func run<Result>(_ body: () -> Result) -> Result { body() }
    #else
    let radio: any PortProvider

    /// Runs `body`, which makes a manager or asks a class of the framework; they find this phone, and not the
    /// adapter itself.
    func run<Result>(_ body: () -> Result) -> Result {
        PortEnvironment.$current.withValue(radio, operation: body)
    }
    #endif

    var authorization: Authorization {
        Authorization(rawValue: run { CBManager.authorization }.rawValue) ?? .notDetermined
    }

    /// Whether the phone can scan for and connect to extended advertising; never on macOS.
    var supportsExtendedScanAndConnect: Bool {
        #if os(macOS)
        false
        #else
        run { CBCentralManager.supports(.extendedScanAndConnect) }
        #endif
    }

    /// Which disconnect method a veneer's delegate would be called by here (behaviour 3.18).
    var disconnectMethods: Central.DisconnectMethods {
        if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
            .olderFirst
        } else {
            .olderOnly
        }
    }
}
