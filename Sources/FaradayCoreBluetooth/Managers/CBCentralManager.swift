import BluetoothPort
import Foundation

/// Scans for peers and connects to them.
///
/// A manager finds its phone by itself: the phone of the running task or callback, otherwise the phone installed for
/// the process. If there is none, the manager's state becomes `.unsupported`.
///
/// Calls before the state is `.poweredOn` are dropped as misuse (behaviour 1.7).
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
        weak var delegate: (any CBCentralManagerDelegate)? {
            didSet { if delegate != nil { hadDelegate = true } }
        }
        /// Whether there has been a delegate.
        var hadDelegate = false
        var isScanning = false
        /// Whether the missing `willRestoreState` was already reported (behaviour 1.41).
        var isRestorationRefused = false
    }

    let mirror = Lock(Mirror())
    let inbox: Inbox<CBCentralManager>
    let port: any CentralPort

    /// Creates a manager without a delegate; its callbacks come on the main queue.
    public convenience init() {
        self.init(delegate: nil, queue: nil, options: nil)
    }

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks; the main queue if it is `nil` (behaviour 1.13).
    public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Creates a manager. A callback reports the state later, never inside this call (behaviour 1.1).
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks; the main queue if it is `nil` (behaviour 1.13).
    ///   - options: Values under the keys `CBCentralManagerOption…`.
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
        let (provider, managerOptions) = (options.provider, ManagerOptions(options))
        inbox = Inbox(queue: CallbackQueue(queue), provider: provider)
        port = provider?.openCentral(managerOptions, sink: inbox) ?? AbsentPort()
        super.init(asManager: ())
        mirror.withLock { $0.delegate = delegate }
        inbox.open(for: self)
        checkRestoration(managerOptions.restoreIdentifier, delegate)
        if provider == nil {
            AbsentPhone.log("CBCentralManager")
            inbox.receive(.stateChanged(.unsupported), .posting)
        }
    }

    /// Creates a manager of this phone, for code that passes the phone instead of letting the manager find it.
    ///
    /// ```swift
    /// let manager = CBCentralManager(delegate: self, queue: nil, provider: phone)
    /// ```
    ///
    /// Apple's class does not have this initialiser.
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks; the main queue if it is `nil` (behaviour 1.13).
    ///   - options: Values under the keys `CBCentralManagerOption…`.
    ///   - provider: The phone, simulated or live.
    public convenience init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil,
        provider: any PortProvider
    ) {
        self.init(delegate: delegate, queue: queue, options: options.adding(provider))
    }

    /// After this, its peripherals no longer work, and no callback follows.
    deinit {
        inbox.peers.close()
        for peripheral in inbox.peers.allLive() { peripheral.radioLost() }
        port.close()
        inbox.channels.close()
        FeatureBoard.withdraw(self)
    }

    /// Whether a scan is running; it changes inside the calls that start and stop scans (behaviour 2.38).
    @available(iOS 9.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var isScanning: Bool { mirror.withLock { $0.isScanning } }

    /// The receiver of all callbacks, on the manager's queue; held weakly.
    open var delegate: (any CBCentralManagerDelegate)? {
        get { mirror.withLock { $0.delegate } }
        set { mirror.withLock { $0.delegate = newValue } }
    }

    /// Whether the phone's radio supports these features; `false` until one of the phone's managers is powered on.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    open class func supports(_ features: CBCentralManager.Feature) -> Bool {
        guard let provider = PortEnvironment.resolve() else { return false }
        var supported: Feature =
            FeatureBoard.hasExtendedScanAndConnect(provider) ? .extendedScanAndConnect : []
        #if !canImport(Darwin) || os(iOS)
        if #available(iOS 27.0, macCatalyst 27.0, *), FeatureBoard.hasChannelSounding(provider) {
            supported.insert(.channelSounding)
        }
        #endif
        return supported.isSuperset(of: features)
    }

    /// The peers with these identifiers that the phone still knows; the others are left out (behaviour 3.30).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        reportUnlessPoweredOn("retrievePeripherals(withIdentifiers:)")
        return port.retrieve(identifiers.map { PeerIdentifier($0) }).map(peripheral)
    }

    /// The peers to which any app of the phone has a link and that have one of these services. Connect to one before
    /// you use it (behaviour 3.31).
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
        reportUnlessPoweredOn("retrieveConnectedPeripherals(withServices:)")
        return port.retrieveConnected(with: serviceUUIDs.map(\.value)).map(peripheral)
    }

    /// Scans until `stopScan()`; `centralManager(_:didDiscover:advertisementData:rssi:)` reports peers. A second call
    /// replaces the first (regression 1).
    ///
    /// - Parameters:
    ///   - serviceUUIDs: The scan reports peers that advertise one of these services; all peers if it is `nil` or
    ///     empty. A scan for all peers finds nothing while the app is in the background (behaviours 2.1 and 2.25).
    ///   - options: Values under the keys `CBCentralManagerScanOption…`.
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
        scan(true, .scan(Central.ScanRequest(services: serviceUUIDs, options: options)))
    }

    /// Stops the scan; no peer is reported after this call.
    open func stopScan() {
        scan(false, .stopScan)
    }

    /// Connects to a peer; `didConnect` or `didFailToConnect` follows. An attempt never times out: it waits until the
    /// peer can be connected, or until it is cancelled (behaviour 3.1).
    ///
    /// - Parameters:
    ///   - peripheral: One of this manager's peripherals.
    ///   - options: Values under the keys `CBConnectPeripheralOption…`.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        guard isOwn(peripheral, call: "connect(_:options:)") else { return }
        peripheral.connect(Central.ConnectOptions(options))
    }

    /// Ends this app's use of a link, or cancels an attempt; `didDisconnect` follows, without an error (behaviours 3.5
    /// and 3.6). The link itself remains while other apps use it.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        guard isOwn(peripheral, call: "cancelPeripheralConnection(_:)") else { return }
        peripheral.cancelConnection()
    }

    /// Requests callbacks when any app's link to these peers is established or ends; `nil` stops them (behaviour 3.35).
    ///
    /// - Parameter options: The peers, by `.serviceUUIDs` or `.peripheralUUIDs`.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    open func registerForConnectionEvents(options: [CBConnectionEventMatchingOption: Any]? = nil) {
        port.send(.registerForConnectionEvents(options.map(Central.ConnectionEventMatch.init)))
    }

    override var portAuthorization: Authorization { port.authorization }

    /// Optional features of a phone's radio.
    public struct Feature: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Scanning for extended advertising, and connecting with it (behaviour 2.34).
        @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
        @available(macOS, unavailable)
        public static var extendedScanAndConnect: Feature { Feature(rawValue: 1) }

        /// Measuring distances with Channel Sounding, in this phone and in this region (behaviours 27.1–27.3).
        @available(iOS 27.0, macCatalyst 27.0, *)
        @available(macOS, unavailable)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        @available(visionOS, unavailable)
        public static var channelSounding: Feature { Feature(rawValue: 1024) }
    }
}

extension Inbox: CentralSink where Manager == CBCentralManager {}
