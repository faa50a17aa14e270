import BluetoothPort
import Foundation

/// Scans for peers and links to them.
///
/// It belongs to the phone of the running task or callback, else to the one installed for the process.
/// Without any, its state becomes `.unsupported`.
///
/// ```swift
/// let manager = CBCentralManager(delegate: self, queue: nil)
/// // in centralManagerDidUpdateState, once the state is .poweredOn:
/// manager.scanForPeripherals(withServices: [CBUUID(string: "180D")])
/// ```
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBCentralManager)
#endif
open class CBCentralManager: CBManager, EventHandler {
    struct Mirror {
        weak var delegate: (any CBCentralManagerDelegate)?
        var isScanning = false
        /// It was said that the delegate does not take what is restored (behaviour 1.41).
        var isRestorationRefused = false
    }

    let mirror = Lock(Mirror())
    let inbox: Inbox<CBCentralManager>
    let port: any CentralPort

    /// Creates a manager without a delegate, on the main queue.
    public convenience init() {
        self.init(delegate: nil, queue: nil, options: nil)
    }

    /// Creates a manager; without a queue, callbacks come on the main queue (ledger 1.13).
    public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Creates a manager; its state arrives later, never inside this call (ledger 1.1).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
        let (provider, managerOptions) = (options.provider, ManagerOptions(options))
        inbox = Inbox(queue: CallbackQueue(queue), provider: provider)
        port = provider?.openCentral(managerOptions, sink: inbox) ?? AbsentCentralPort()
        super.init(asManager: ())
        mirror.withLock { $0.delegate = delegate }
        inbox.open(for: self)
        checkRestoration(managerOptions.restoreIdentifier, delegate)
        if provider == nil {
            AbsentPhone.log("CBCentralManager")
            inbox.receive([.stateChanged(.unsupported)], .posting)
        }
    }

    /// Creates a manager of this phone, for those who rather pass a phone than find it.
    ///
    /// Beyond Apple's interface.
    public convenience init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil,
        provider: any PortProvider
    ) {
        self.init(delegate: delegate, queue: queue, options: options.adding(provider))
    }

    /// Its peripherals are of no use any more, and no callback follows.
    deinit {
        inbox.peers.close()
        for peripheral in inbox.peers.allLive() { peripheral.radioLost() }
        port.close()
        inbox.channels.close()
        FeatureBoard.withdraw(self)
    }

    /// Whether a scan runs; flips at once with the calls (ledger 2.38).
    @available(iOS 9.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var isScanning: Bool { mirror.withLock { $0.isScanning } }

    /// Who is told; every callback comes on the manager's queue.
    open var delegate: (any CBCentralManagerDelegate)? {
        get { mirror.withLock { $0.delegate } }
        set { mirror.withLock { $0.delegate = newValue } }
    }

    /// Whether the phone can do this: `false` until a manager of it is powered on.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    open class func supports(_ features: CBCentralManager.Feature) -> Bool {
        guard let provider = PortEnvironment.resolve() else { return false }
        let supported: Feature =
            FeatureBoard.hasExtendedScanAndConnect(provider) ? .extendedScanAndConnect : []
        return supported.isSuperset(of: features)
    }

    /// The peers that the phone still knows among these (ledger 3.30).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        retrieve(
            .retrieve(identifiers.map { PeerIdentifier($0) }), call: "retrievePeripherals(withIdentifiers:)")
    }

    /// Peers linked to the phone by any app; connect before use (ledger 3.31).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
        retrieve(
            .retrieveConnected(serviceUUIDs.map(\.value)), call: "retrieveConnectedPeripherals(withServices:)"
        )
    }

    /// Scans until `stopScan()`; a second call replaces the first (regression 1).
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
        scan(true, .scan(Central.ScanRequest(services: serviceUUIDs, options: options)))
    }

    /// Ends the scan.
    open func stopScan() {
        scan(false, .stopScan)
    }

    /// Links to a peer; never times out (ledger 3.1).
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        guard isOwn(peripheral, call: "connect(_:options:)") else { return }
        peripheral.connect(Central.ConnectOptions(options))
    }

    /// Ends a link or an attempt (ledger 3.5, 3.6).
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        guard isOwn(peripheral, call: "cancelPeripheralConnection(_:)") else { return }
        peripheral.cancelConnection()
    }

    /// Asks to hear of links that anybody on the phone has, by service or by identifier; `nil` ends that (ledger 3.35).
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    open func registerForConnectionEvents(options: [CBConnectionEventMatchingOption: Any]? = nil) {
        port.send(.registerForConnectionEvents(options.map(Central.ConnectionEventMatch.init)))
    }

    override var portAuthorization: Authorization {
        if case .authorization(let answer) = port.query(.authorization) { answer } else { .notDetermined }
    }

    /// What a phone may be able to do.
    public struct Feature: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Extended advertising is scanned and connected to (ledger 2.34).
        @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
        @available(macOS, unavailable)
        public static var extendedScanAndConnect: Feature { Feature(rawValue: 1) }
    }
}
