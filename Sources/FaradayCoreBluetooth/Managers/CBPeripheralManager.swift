import BluetoothPort
import Foundation

/// Publishes services and advertises them.
///
/// A manager finds its phone as `CBCentralManager` does. Calls before the state is `.poweredOn` are dropped as misuse
/// (behaviour 1.11).
///
/// ```swift
/// let level = CBMutableCharacteristic(
///     type: CBUUID(string: "2A19"), properties: [.read, .notify], value: nil, permissions: .readable)
/// let battery = CBMutableService(type: CBUUID(string: "180F"), primary: true)
/// battery.characteristics = [level]
/// manager.add(battery)  // once the state is .poweredOn
/// ```
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBPeripheralManager)
#endif
open class CBPeripheralManager: CBManager, EventHandler {
    struct Mirror {
        weak var delegate: (any CBPeripheralManagerDelegate)? {
            didSet { if delegate != nil { hadDelegate = true } }
        }
        /// Whether there has been a delegate.
        var hadDelegate = false
        var isAdvertising = false
        /// Whether the last call was a start; if not, the answer to an earlier start comes too late.
        var wantsAdvertising = false
        var publications = Publications()
        /// Whether the missing `willRestoreState` was already reported (behaviour 1.41).
        var isRestorationRefused = false
    }

    let mirror = Lock(Mirror())
    let inbox: Inbox<CBPeripheralManager>
    let port: any PeripheralPort

    #if os(tvOS) || os(watchOS) || os(visionOS)
    /// Creates a manager without a delegate, on the main queue; the only initialiser on this platform.
    public init() {
        (inbox, port) = Self.open(nil, nil)
        super.init(asManager: ())
        begin(nil)
    }
    #else
    /// Creates a manager without a delegate; its callbacks come on the main queue.
    public convenience init() {
        self.init(delegate: nil, queue: nil, options: nil)
    }
    #endif

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks; the main queue if it is `nil` (behaviour 1.13).
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public convenience init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Creates a manager. A callback reports the state later, never inside this call (behaviour 1.1).
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks; the main queue if it is `nil` (behaviour 1.13).
    ///   - options: Values under the keys `CBPeripheralManagerOption…`.
    @available(iOS 7.0, macOS 10.9, macCatalyst 13.1, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
        (inbox, port) = Self.open(queue, options)
        super.init(asManager: ())
        begin(delegate)
        checkRestoration(ManagerOptions(options).restoreIdentifier, delegate)
    }

    /// Creates a manager of this phone, for code that passes the phone instead of letting the manager find it.
    ///
    /// Apple's class does not have this initialiser.
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks; the main queue if it is `nil` (behaviour 1.13).
    ///   - options: Values under the keys `CBPeripheralManagerOption…`.
    ///   - provider: The phone, simulated or live.
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public convenience init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil,
        provider: any PortProvider
    ) {
        self.init(delegate: delegate, queue: queue, options: options.adding(provider))
    }

    private static func open(
        _ queue: DispatchQueue?, _ options: [String: Any]?
    ) -> (Inbox<CBPeripheralManager>, any PeripheralPort) {
        let provider = options.provider
        let inbox = Inbox<CBPeripheralManager>(queue: CallbackQueue(queue), provider: provider)
        let port = provider?.openPeripheral(ManagerOptions(options), sink: inbox)
        return (inbox, port ?? AbsentPort())
    }

    private func begin(_ delegate: (any CBPeripheralManagerDelegate)?) {
        mirror.withLock { $0.delegate = delegate }
        inbox.open(for: self)
        if inbox.provider == nil {
            AbsentPhone.log("CBPeripheralManager")
            inbox.receive(.stateChanged(.unsupported), .posting)
        }
    }

    deinit {
        inbox.peers.close()
        port.close()
        inbox.channels.close()
    }

    /// The receiver of all callbacks, on the manager's queue; held weakly.
    open var delegate: (any CBPeripheralManagerDelegate)? {
        get { mirror.withLock { $0.delegate } }
        set { mirror.withLock { $0.delegate = newValue } }
    }

    /// Whether this manager advertises; advertising of other apps does not count (behaviour 6.10).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var isAdvertising: Bool { mirror.withLock { $0.isAdvertising } }

    /// Whether the app may use Bluetooth, with the names of iOS 12 and before.
    @available(iOS, introduced: 7.0, deprecated: 13.0, message: "Use CBManagerAuthorization instead")
    @available(macOS, introduced: 10.9, deprecated: 10.15, message: "Use CBManagerAuthorization instead")
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1, message: "Use CBManagerAuthorization instead")
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    open class func authorizationStatus() -> CBPeripheralManagerAuthorizationStatus {
        switch CBManager.authorization {
        case .notDetermined: .notDetermined
        case .restricted: .restricted
        case .denied: .denied
        case .allowedAlways: .authorized
        }
    }

    /// Advertises a name and services; `peripheralManagerDidStartAdvertising(_:error:)` follows.
    ///
    /// - Parameter advertisementData: A `String` under `CBAdvertisementDataLocalNameKey` and `[CBUUID]` under
    ///   `CBAdvertisementDataServiceUUIDsKey`; other keys are a misuse and are ignored (behaviours 6.7 and 6.8).
    open func startAdvertising(_ advertisementData: [String: Any]?) {
        let data = advertisementData ?? [:]
        for key in AdvertisingRules.wrongTypes(in: data) {
            report(.invalidArgument, "startAdvertising(_:)", "The value of \(key) has the wrong type")
        }
        let request = Peripheral.AdvertisementRequest(
            localName: data[CBAdvertisementDataLocalNameKey] as? String,
            serviceUUIDs: data.uuids(CBAdvertisementDataServiceUUIDsKey),
            beacon: AdvertisingRules.beacon(in: data),
            refusedKeys: data.keys.filter { !AdvertisingRules.allowedKeys.contains($0) }.sorted())
        mirror.withLock { $0.wantsAdvertising = true }
        guard port.send(.startAdvertising(request)) != .accepted else { return }
        mirror.withLock { $0.wantsAdvertising = $0.isAdvertising }
    }

    /// Stops the advertising that this manager has started.
    open func stopAdvertising() {
        let before = changing(.isAdvertising) {
            mirror.withLock { mirror in
                defer { (mirror.isAdvertising, mirror.wantsAdvertising) = (false, false) }
                return (mirror.isAdvertising, mirror.wantsAdvertising)
            }
        }
        guard port.send(.stopAdvertising) != .accepted else { return }
        changing(.isAdvertising) {
            mirror.withLock { ($0.isAdvertising, $0.wantsAdvertising) = before }
        }
    }

    /// Asks for a longer or shorter connection interval; no callback reports the result (behaviour 6.27).
    open func setDesiredConnectionLatency(
        _ latency: CBPeripheralManagerConnectionLatency, for central: CBCentral
    ) {
        port.send(.setDesiredConnectionLatency(latency.portLatency, central: central.peer))
    }

    /// Publishes a service; `peripheralManager(_:didAdd:error:)` follows. Publish the services that it includes
    /// before it (behaviour 6.1).
    open func add(_ service: CBMutableService) {
        if let objection = PublicationRules.objection(to: service) {
            return report(objection.kind, "add(_:)", objection.message)
        }
        publish(service)
    }

    /// Withdraws a service; nothing happens if it is not published.
    open func remove(_ service: CBMutableService) {
        guard let identifier = mirror.withLock({ $0.publications.identifier(of: service) }) else { return }
        if port.send(.remove(identifier)) == .accepted { unpublish(identifier) }
    }

    /// Withdraws all services of this manager.
    open func removeAllServices() {
        guard port.send(.removeAllServices) == .accepted else { return }
        unpublishAll()
    }

    /// Answers a request of a central, exactly once (behaviours 6.22 and 6.23).
    ///
    /// - Parameters:
    ///   - request: The request; for a list of writes, the first one, or with an error the one that the app refuses.
    ///   - result: `.success`, or the error that the central gets. The value of a read is in `request.value`.
    open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
        guard request.owner === inbox else {
            return report(
                .unknownRequest, "respond(to:withResult:)", "\(request) belongs to another manager")
        }
        let value = request.isRead ? request.value?.byteArray : nil
        port.send(
            .respond(
                request.request, code: UInt8(clamping: result.rawValue), value: value, part: request.part))
    }

    /// Sends a value to subscribed centrals.
    ///
    /// - Parameters:
    ///   - value: The value; a value longer than `CBCentral.maximumUpdateValueLength` is truncated (behaviour 6.18).
    ///   - characteristic: A published characteristic that notifies or indicates.
    ///   - centrals: The centrals that get it; all subscribers if it is `nil`.
    /// - Returns: `false` when there is no room: then nothing is sent, and
    ///   `peripheralManagerIsReady(toUpdateSubscribers:)` follows (behaviour 6.19).
    @discardableResult
    open func updateValue(
        _ value: Data, for characteristic: CBMutableCharacteristic,
        onSubscribedCentrals centrals: [CBCentral]?
    ) -> Bool {
        guard let identifier = mirror.withLock({ $0.publications.identifier(of: characteristic) }) else {
            report(
                .foreignObject, "updateValue(_:for:onSubscribedCentrals:)",
                "\(characteristic) is not published by this manager")
            return false
        }
        return port.update(
            Peripheral.Update(
                value.byteArray, characteristic: identifier, centrals: centrals?.map(\.peer)))
    }

    /// Lets centrals open L2CAP channels to a PSM that the system chooses;
    /// `peripheralManager(_:didPublishL2CAPChannel:error:)` delivers it (behaviour 6.29).
    ///
    /// - Parameter encryptionRequired: Whether a central has to pair before it opens a channel (behaviour 6.35).
    @available(iOS 11.0, macOS 10.14, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    open func publishL2CAPChannel(withEncryption encryptionRequired: Bool) {
        port.send(.publishChannel(isEncrypted: encryptionRequired))
    }

    /// Withdraws a PSM; channels that are open to it close (behaviour 6.29).
    @available(iOS 11.0, macOS 10.14, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
    open func unpublishL2CAPChannel(_ PSM: CBL2CAPPSM) {
        port.send(.unpublishChannel(psm: PSM))
    }

    override var portAuthorization: Authorization { port.authorization }
}

extension Inbox: PeripheralSink where Manager == CBPeripheralManager {}
