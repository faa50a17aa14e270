import BluetoothPort
import BluetoothTypes

/// A phone that records what an app does with another one: each central manager works as before, and what passes its port is
/// written to a file.
///
/// ```swift
/// let file = try RecordingFile(path: "strap.pcapng")
/// PortEnvironment.install(RecordingProvider(NativeAdapter(), to: file))
/// ```
///
/// Without code, the environment variable `FARADAY_RECORD` names a file for all managers of a program. Peripheral managers are
/// not recorded, nor are sessions of AccessorySetupKit and of Nearby Interaction.
public final class RecordingProvider: PortProvider {
    private let provider: any PortProvider
    private let file: RecordingFile

    /// Records the managers of `provider`; several providers may have one file.
    public init(_ provider: any PortProvider, to file: RecordingFile) {
        (self.provider, self.file) = (provider, file)
    }

    /// The name of the phone that is recorded.
    public var portName: String { provider.portName }
    /// Whether the app may use Bluetooth.
    public var authorization: Authorization { provider.authorization }
    /// The simulation of the phone that is recorded.
    public var simulation: (any PortSimulation)? { provider.simulation }

    /// Opens a port that records.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        Self.open(sink, to: file, clock: provider.simulation) { provider.openCentral(options, sink: $0) }
    }

    /// The port that `body` opens for the sink it gets, with a record of what passes it.
    static func open(
        _ sink: any CentralSink, to file: RecordingFile, clock: (any PortSimulation)?,
        _ body: (any CentralSink) -> any CentralPort
    ) -> any CentralPort {
        let session = RecordingSession(file, clock: clock)
        let recording = RecordingSink(session, sink)
        let port = body(recording)
        recording.use(port)
        return RecordingPort(port, session, recording)
    }

    /// Opens a port of the other role, which is not recorded.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        provider.openPeripheral(options, sink: sink)
    }
}

// What is not recorded passes, if the phone has it.

extension RecordingProvider: AccessoryProvider {
    /// Opens a session of AccessorySetupKit, which is not recorded.
    public func openAccessorySession(sink: any AccessorySink) -> any AccessoryPort {
        (provider as? any AccessoryProvider)?.openAccessorySession(sink: sink)
            ?? AbsentAccessoryPort(sink: sink)
    }
}

extension RecordingProvider: NearbyProvider {
    /// What the phone that is recorded can do.
    public var nearbyCapabilities: Nearby.Capabilities {
        (provider as? any NearbyProvider)?.nearbyCapabilities ?? Nearby.Capabilities()
    }

    /// Opens a session of Nearby Interaction, which is not recorded.
    public func openNearbySession(sink: any NearbySink) -> any NearbyPort {
        (provider as? any NearbyProvider)?.openNearbySession(sink: sink) ?? AbsentNearbyPort(sink: sink)
    }
}

extension RecordingProvider: MisuseTaking {
    package func take(_ misuse: Misuse) { (provider as? any MisuseTaking)?.take(misuse) }
}

/// One manager in the file, with its clock.
final class RecordingSession: Sendable {
    private let file: RecordingFile
    private let manager: Int
    private let clock: (any PortSimulation)?

    init(_ file: RecordingFile, clock: (any PortSimulation)?) {
        (self.file, self.clock) = (file, clock)
        let start = Self.now(clock)
        manager = file.record { $0.open(at: start) }
    }

    private var now: MonotonicInstant { Self.now(clock) }

    /// Nanoseconds since 1970; a simulation begins with 2001.
    private static func now(_ clock: (any PortSimulation)?) -> MonotonicInstant {
        guard let clock else { return MonotonicInstant(nanoseconds: System.now) }
        return clock.simulatedTime + .seconds(978_307_200)
    }

    func perform(_ command: Central.Command, _ body: () -> CommandResult) -> CommandResult {
        let start = now
        let ticket = file.record { $0.begin(command, by: manager, at: start) }
        let result = body()
        let end = now
        file.record { $0.end(command, ticket, result, by: manager, at: end) }
        return result
    }

    func take(_ event: Central.Event, _ port: (any CentralPort)?) {
        let asked = file.record { $0.needsMTU(for: event, of: manager) }
        let mtu = asked.flatMap { port?.mtu(of: $0) }
        let time = now
        file.record { $0.handle(event, of: manager, mtu: mtu, at: time) }
    }

    func close() {
        let end = now
        file.record { $0.close(manager, at: end) }
    }
}

/// Writes events down before the app gets them.
private final class RecordingSink: CentralSink {
    private struct Ends {
        weak var sink: (any CentralSink)?
        weak var port: (any CentralPort)?
    }

    private let session: RecordingSession
    private let ends: Lock<Ends>

    init(_ session: RecordingSession, _ sink: any CentralSink) {
        (self.session, ends) = (session, Lock(Ends(sink: sink)))
    }

    func use(_ port: any CentralPort) { ends.withLock { $0.port = port } }

    private var sink: (any CentralSink)? { ends.withLock { $0.sink } }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        let (sink, port) = ends.withLock { ($0.sink, $0.port) }
        session.take(event, port)
        sink?.receive(event, delivery)
    }

    func isAtHomeOnMainQueue(_ event: Central.Event) -> Bool { sink?.isAtHomeOnMainQueue(event) ?? false }
    func settle() { sink?.settle() }
    var isOnMainQueue: Bool { sink?.isOnMainQueue ?? false }
}

/// A central manager's port that writes commands down, and passes all on to another one.
package final class RecordingPort: ForwardingPort {
    package let port: any CentralPort
    private let session: RecordingSession
    /// The port behind holds it weakly.
    private let sink: any CentralSink

    init(_ port: any CentralPort, _ session: RecordingSession, _ sink: any CentralSink) {
        (self.port, self.session, self.sink) = (port, session, sink)
    }

    package func send(_ command: Central.Command) -> CommandResult {
        session.perform(command) { port.send(command) }
    }

    package func close() {
        port.close()
        session.close()
    }
}
