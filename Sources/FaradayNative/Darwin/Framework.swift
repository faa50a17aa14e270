import BluetoothPort
import CoreBluetooth
import FaradayRecording

/// The CoreBluetooth that an adapter uses, except its managers.
struct Framework: Sendable {
    let log: @Sendable (Misuse) -> Void

    #if canImport(Darwin)
    /// Runs `body`, which creates a manager or calls a class method of the framework.
    func run<Result>(_ body: () -> Result) -> Result { body() }

    /// Opens a port for a sink; `FARADAY_RECORD` names a file in which what passes is recorded.
    func open(_ sink: any CentralSink, _ body: (any CentralSink) -> any CentralPort) -> any CentralPort {
        RecordingProvider.openFromEnvironment(sink, body)
    }
    #else
    let radio: any PortProvider

    /// Runs `body`, which creates a manager or calls a class method of the framework. Inside `body` they find
    /// this phone, and not the adapter itself.
    func run<Result>(_ body: () -> Result) -> Result {
        PortEnvironment.$current.withValue(radio, operation: body)
    }

    /// Opens a port for a sink; `FARADAY_RECORD` names a file in which what passes is recorded, unless that is a simulation or
    /// recorded below.
    func open(_ sink: any CentralSink, _ body: (any CentralSink) -> any CentralPort) -> any CentralPort {
        guard radio.simulation == nil, !(radio is RecordingProvider) else { return body(sink) }
        return RecordingProvider.openFromEnvironment(sink, body)
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

    /// Whether the phone can measure distances with Channel Sounding; only iPhones can.
    var supportsChannelSounding: Bool {
        #if !canImport(Darwin) || (compiler(>=6.4) && os(iOS))
        if #available(iOS 27.0, macCatalyst 27.0, *) {
            run { CBCentralManager.supports(.channelSounding) }
        } else {
            false
        }
        #else
        false
        #endif
    }

    /// Which disconnect method this system calls if a delegate has both (behaviour 3.18).
    var disconnectMethods: Central.DisconnectMethods {
        if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
            .olderFirst
        } else {
            .olderOnly
        }
    }
}
