import BluetoothPort
import BluetoothTypes
import Dispatch
import PortProtocol

import class Foundation.Bundle
import class Foundation.ProcessInfo

/// A phone of another process: this program is one of its apps.
///
/// `faraday serve --phone NAME` has such phones, and `faraday relay` lends the Bluetooth of its host. A program that links
/// `FaradayAttachment` joins by an environment variable, and needs no code for it:
///
/// ```text
/// FARADAY_PHONE=tcp:127.0.0.1:6404/Ada's%20iPhone
/// ```
///
/// The phone's model is in the server: there apps are suspended, ended and started again, and alerts are answered. If the
/// connection is lost, managers see a reset of Bluetooth, and the phone's state again when the server is back.
///
/// May be used from any thread. A call waits until the server has answered, usually some ten microseconds.
public final class RemotePhone: AccessoryProvider, NearbyProvider {
    private let session: RemoteSession
    /// `nil` if bytes reach the server in another way.
    private let line: RemoteLine?

    /// Why a phone can't be used.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// There is no server.
        case unreachable(LiveError)
        /// The server takes no such program, with its reason.
        case refused(String)
        /// The other end is no server of phones.
        case silent(HCIEndpoint)

        public var description: String {
            switch self {
            case .unreachable(let error): "there is no server of phones: \(error)"
            case .refused(let reason): "the server refuses this program: \(reason)"
            case .silent(let endpoint): "\(endpoint) does not answer as a server of phones does"
            }
        }
    }

    /// How long a server may take to answer, in milliseconds.
    private static let patience = 20_000

    /// Joins a phone.
    ///
    /// - Parameters:
    ///   - endpoint: Where the server is.
    ///   - phone: The phone's name; empty for the only one of the server.
    ///   - app: By what the phone knows the app, its bundle identifier.
    ///   - token: What a server demands that listens beyond its own machine.
    public init(
        _ endpoint: HCIEndpoint, phone: String = "", app: String = RemotePhone.ownApp, token: String = ""
    ) throws(Problem) {
        let line = RemoteLine(endpoint)
        let hello = PortFrame.Hello(
            phone: phone, app: app, process: UInt32(ProcessInfo.processInfo.processIdentifier), token: token)
        session = RemoteSession(
            ProgramManifest.own.added(to: hello), .init { line.carry($0) }, takesTurns: true)
        self.line = line
        do throws(LiveError) {
            try line.start(session)
        } catch {
            throw .unreachable(error)
        }
        switch session.firstAnswer(milliseconds: Self.patience) {
        case .refused(let reason):
            line.stop()
            throw .refused(reason)
        case .open, .ended: break
        case .opening, .lost:
            line.stop()
            throw .silent(endpoint)
        }
    }

    /// A phone whose server is reached in another way than by a socket.
    init(_ session: RemoteSession) { (self.session, line) = (session, nil) }

    deinit { line?.tellToStop() }

    /// Leaves the phone: for its server, the app has ended.
    public func leave() { line?.stop() }

    /// By what a phone knows this program: its bundle identifier, or its name.
    public static var ownApp: String {
        Environment.variable("FARADAY_APP").flatMap { $0.isEmpty ? nil : $0 } ?? Bundle.main.bundleIdentifier
            ?? ProcessInfo.processInfo.processName
    }

    /// The phone that the environment variable `FARADAY_PHONE` names: an endpoint, and behind a slash the phone's name,
    /// percent-encoded. If there is no such phone, it returns `nil` and prints the reason on standard error.
    /// `FARADAY_TOKEN` is the token for a server on another machine.
    public static func fromEnvironment() -> RemotePhone? {
        guard let text = Environment.variable("FARADAY_PHONE"), !text.isEmpty else { return nil }
        do {
            let address = try RemotePhoneAddress(text)
            return try RemotePhone(
                address.endpoint, phone: address.phone, token: Environment.variable("FARADAY_TOKEN") ?? "")
        } catch {
            Environment.log("Faraday: FARADAY_PHONE=\(text): \(error)")
            return nil
        }
    }

    // MARK: PortProvider

    /// The phone's name, for messages.
    public var portName: String { session.welcome?.phone ?? "a phone of another process" }
    /// Whether the app may use Bluetooth.
    public var authorization: Authorization { session.authorization(of: 0) }
    /// What the phone can measure.
    public var nearbyCapabilities: Nearby.Capabilities { session.welcome?.nearby ?? Nearby.Capabilities() }

    /// Opens a central manager; the façade's `CBCentralManager` does so.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        RemoteCentralPort(session, of: self, options, sink)
    }

    /// Opens a peripheral manager; the façade's `CBPeripheralManager` does so.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        RemotePeripheralPort(session, of: self, options, sink)
    }

    /// Opens a session of AccessorySetupKit.
    public func openAccessorySession(sink: any AccessorySink) -> any AccessoryPort {
        RemoteAccessoryPort(session, of: self, sink)
    }

    /// Opens a session of Nearby Interaction.
    public func openNearbySession(sink: any NearbySink) -> any NearbyPort {
        RemoteNearbyPort(session, of: self, sink)
    }
}
