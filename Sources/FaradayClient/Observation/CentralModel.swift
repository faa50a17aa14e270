#if canImport(Observation)
import BluetoothPort
import BluetoothTypes
import Observation

/// A central for views: the state of Bluetooth, and the peripherals in range.
///
/// ```swift
/// struct StrapList: View {
///     @State private var model = CentralModel(Central())
///
///     var body: some View {
///         List(model.sightings) { Text($0.name ?? "unnamed") }
///             .onAppear { model.startScan(for: [HeartRate.service]) }
///             .onDisappear { model.stopScan() }
///     }
/// }
/// ```
///
/// It starts no tasks. When it is released, its scan ends.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class CentralModel {
    public let central: Central
    /// The state of Bluetooth.
    public private(set) var state: ManagerState
    /// The peripherals in range, each with its newest sighting, in the order in which they were seen first. It is empty without
    /// a scan.
    public private(set) var sightings: [Sighting] = []
    /// Whether the app wants a scan. It goes on by itself after Bluetooth was off.
    public var isScanning: Bool { wanted != nil }
    /// Why there is no scan now, although the app wants one.
    public private(set) var error: ClientError?

    private struct Wanted: Sendable {
        var services: [BluetoothUUID]
        var expiry: Nanoseconds
    }

    private enum Message: Sendable {
        case state(ManagerState)
        case scan(number: Int, Result<ScanEvent, any Error>)
    }

    private var wanted: Wanted?
    @ObservationIgnored private var scan: Registration?
    /// Counts scans, so that reports of earlier ones are known.
    @ObservationIgnored private var scanNumber = 0
    @ObservationIgnored private var mailbox: MainMailbox<Message>?
    @ObservationIgnored private var states: Registration?

    public init(_ central: Central) {
        self.central = central
        state = central.state
        let mailbox = MainMailbox<Message> { [weak self] in self?.take($0) }
        self.mailbox = mailbox
        states = central.core.states.read(latest: true) { mailbox.post(.state($0)) }
    }

    /// Begins to fill `sightings`; ends an earlier scan of the model.
    ///
    /// - Parameters:
    ///   - services: Only peripherals that advertise one of these; none for all.
    ///   - expiry: How long a peripheral stays in the list after the last report of it.
    public func startScan(for services: [BluetoothUUID] = [], losingAfter expiry: Nanoseconds = .seconds(10))
    {
        stopScan()
        wanted = Wanted(services: services, expiry: expiry)
        scanIfWanted()
    }

    /// Ends the scan and empties `sightings`.
    public func stopScan() {
        wanted = nil
        endScan(nil)
    }

    private func scanIfWanted() {
        guard let wanted, scan == nil, let mailbox else { return }
        error = nil
        scanNumber += 1
        let number = scanNumber
        let request = PortCentral.ScanRequest(services: wanted.services, allowsDuplicates: true)
        scan = central.scan(request, losingAfter: wanted.expiry) { mailbox.post(.scan(number: number, $0)) }
    }

    private func endScan(_ reason: (any Error)?) {
        scan = nil
        scanNumber += 1
        sightings = []
        error = reason as? ClientError
    }

    private func take(_ message: Message) {
        switch message {
        case .state(let new):
            if state != new { state = new }
            if new == .poweredOn { scanIfWanted() }
        case .scan(scanNumber, let report): take(report)
        case .scan: break
        }
    }

    private func take(_ report: Result<ScanEvent, any Error>) {
        switch report {
        case .failure(let error): endScan(error)
        case .success(.seen(let sighting)):
            if let index = sightings.firstIndex(where: { $0.id == sighting.id }) {
                sightings[index] = sighting
            } else {
                sightings.append(sighting)
            }
        case .success(.lost(let sighting)): sightings.removeAll { $0.id == sighting.id }
        }
    }
}
#endif
