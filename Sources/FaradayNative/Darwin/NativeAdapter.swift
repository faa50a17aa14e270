import BluetoothPort
import CoreBluetooth
import Foundation

/// The phone that the app really runs on: the port over Apple's CoreBluetooth.
///
/// On Apple platforms `CoreBluetooth` is Apple's framework. Elsewhere it is this package's own, over a phone
/// that is passed in: so the adapter is run and tested where Apple's framework is not.
///
/// ```swift
/// // An app with a demo mode: its managers are of `FaradayCoreBluetooth`.
/// NativeAdapter().installAsFallback()         // once, when the app starts
/// demoPhone.installAsProcessPhone()           // demo mode on
/// PortEnvironment.install(nil)                // and off
/// ```
///
/// A manager keeps the phone that it was made with: after a switch the app makes new managers.
public final class NativeAdapter: PortProvider {
    let framework: Framework

    #if canImport(Darwin)
    /// Creates the port over Apple's framework; nothing is asked of the user before a manager is opened.
    ///
    /// - Parameter log: Takes the misuses that a veneer saw before the framework could; they go to the
    ///   system's log by default, where the framework's own go.
    public init(log: @escaping @Sendable (Misuse) -> Void = NativeAdapter.writeToSystemLog) {
        framework = Framework(log: log)
    }
    #else
    /// Creates the port over this package's own classes.
    ///
    /// - Parameters:
    ///   - radio: The phone that plays the framework; of iOS 17 or later, since without Objective-C a
    ///     delegate can't have one disconnect method there and another one here.
    ///   - log: Takes the misuses that a veneer saw before the framework could; they go to standard error
    ///     by default.
    public init(
        radio: any PortProvider, log: @escaping @Sendable (Misuse) -> Void = NativeAdapter.writeToSystemLog
    ) {
        framework = Framework(log: log, radio: radio)
    }
    #endif

    /// Writes a misuse where the framework writes its own.
    public static let writeToSystemLog: @Sendable (Misuse) -> Void = { misuse in
        // The text may have percent signs, and is no format.
        NSLog("%@", "[CoreBluetooth] \(misuse.call): \(misuse.message)" as NSString)
    }

    /// Makes this the phone of every manager that finds no nearer one and for which none is installed: what
    /// an app is left with when a world that was installed is taken back.
    public func installAsFallback() { PortEnvironment.setFallback { self } }

    /// The framework's name, for messages: `CoreBluetooth`.
    public var portName: String { "CoreBluetooth" }

    /// What the system says of this app.
    public var authorization: Authorization { framework.authorization }

    /// Makes a `CBCentralManager`; with its first one the system asks the user for permission.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        NativeCentralPort(options, framework, sink)
    }

    /// Makes a `CBPeripheralManager`; on tvOS, watchOS and visionOS, where apps can't publish, the port's only
    /// event is that this is unsupported.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        #if os(tvOS) || os(watchOS) || os(visionOS)
        UnsupportedPeripheralPort(framework, sink)
        #else
        NativePeripheralPort(options, framework, sink)
        #endif
    }
}
