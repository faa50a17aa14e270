import BluetoothPort
import CoreBluetooth
import Foundation

/// The phone on which the app really runs: a port on top of Apple's CoreBluetooth.
///
/// On Apple platforms, `CoreBluetooth` is Apple's framework. Elsewhere it is this package's own, on a phone that is
/// passed in. So the adapter can be tested on platforms without Apple's framework.
///
/// ```swift
/// // An app with a demo mode: its managers are of `FaradayCoreBluetooth`.
/// NativeAdapter().installAsFallback()         // once, when the app starts
/// demoPhone.installAsProcessPhone()           // demo mode on
/// PortEnvironment.install(nil)                // and off
/// ```
///
/// A manager keeps the phone with which it was created: after a switch, the app has to create new managers.
public final class NativeAdapter: PortProvider {
    let framework: Framework

    #if canImport(Darwin)
    /// Creates the port on top of Apple's framework. The system does not ask the user for permission before a manager
    /// is opened.
    ///
    /// - Parameter log: Gets misuses that this package detects before a call reaches the framework. By default they go
    ///   to the system's log, like the framework's own messages.
    public init(log: @escaping @Sendable (Misuse) -> Void = NativeAdapter.writeToSystemLog) {
        framework = Framework(log: log)
    }
    #else
    /// Creates the port on top of this package's own classes.
    ///
    /// - Parameters:
    ///   - radio: The phone that simulates the framework. It needs iOS 17 or later, because without Objective-C a
    ///     delegate cannot have different disconnect methods on different systems.
    ///   - log: Gets misuses that this package detects before a call reaches the framework; by default they go to
    ///     standard error.
    public init(
        radio: any PortProvider, log: @escaping @Sendable (Misuse) -> Void = NativeAdapter.writeToSystemLog
    ) {
        framework = Framework(log: log, radio: radio)
    }
    #endif

    /// Writes a misuse to the log to which the framework writes its messages.
    public static let writeToSystemLog: @Sendable (Misuse) -> Void = { misuse in
        // The text may contain percent signs, so it must not be the format string.
        NSLog("%@", "[CoreBluetooth] \(misuse.call): \(misuse.message)" as NSString)
    }

    /// Makes this the phone of every manager that finds neither the phone of its task or callback nor an installed one.
    /// An app uses it again when an installed world is removed.
    public func installAsFallback() { PortEnvironment.setFallback { self } }

    /// The framework's name, for messages: `CoreBluetooth`.
    public var portName: String { "CoreBluetooth" }

    /// The system's authorization of this app.
    public var authorization: Authorization { framework.authorization }

    /// Creates a `CBCentralManager`; for the first one, the system asks the user for permission.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        framework.open(sink) { NativeCentralPort(options, framework, $0) }
    }

    /// Creates a `CBPeripheralManager`. On tvOS, watchOS and visionOS, where apps cannot publish, the port's only event
    /// is the state `.unsupported`.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        #if os(tvOS) || os(watchOS) || os(visionOS)
        UnsupportedPeripheralPort(framework, sink)
        #else
        NativePeripheralPort(options, framework, sink)
        #endif
    }
}
