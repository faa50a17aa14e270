import BluetoothPort
import CoreBluetooth
import Foundation

/// The delegate of a manager that the app has lent, and of the peripherals that the port uses: each callback goes to the port,
/// and then on to the app's own delegate. Confined to the manager's queue.
///
/// An app often sets a peripheral's delegate in `didConnect`. So after each callback of the manager the peripherals in use are
/// claimed again, and what the app has set gets the callbacks from then on.
final class AdoptedDelegate: NSObject {
    /// A peripheral that the port uses.
    private struct Claim {
        let peripheral: CBPeripheral
        weak var earlier: (any CBPeripheralDelegate)?
        /// Whether the app had no link to it before, so that the link ends with the port.
        let isOurs: Bool
        /// Channels that the port has asked for and that have not come: those are not the app's.
        var openings = 0
    }

    weak var role: NativeCentralRole?
    private let manager: CBCentralManager
    weak var earlier: (any CBCentralManagerDelegate)?
    private var claims: [PeerIdentifier: Claim] = [:]
    private var isScanning = false

    /// Becomes the manager's delegate.
    init(of manager: CBCentralManager) {
        self.manager = manager
        super.init()
        claimManager()
    }

    private func claimManager() {
        guard manager.delegate !== self else { return }
        earlier = manager.delegate
        manager.delegate = self
    }

    /// Becomes a peripheral's delegate, now that the port uses it.
    private func claim(_ peripheral: CBPeripheral) {
        let peer = PeerIdentifier(peripheral.identifier)
        let known = claims[peer]
        if let known, known.peripheral === peripheral, peripheral.delegate === self { return }
        claims[peer] = Claim(
            peripheral: peripheral,
            earlier: peripheral.delegate === self ? known?.earlier : peripheral.delegate,
            isOurs: known?.isOurs ?? (peripheral.state == .disconnected), openings: known?.openings ?? 0)
        peripheral.delegate = self
    }

    /// The port calls the manager or a peripheral.
    func portSends(_ command: Central.Command, to peripheral: CBPeripheral?) {
        if let peripheral { claim(peripheral) }
        switch command {
        case .scan: isScanning = true
        case .stopScan: isScanning = false
        case .openChannel(let peer, _): claims[peer]?.openings += 1
        default: break
        }
    }

    /// Whether a channel is one that the port has asked for.
    func takeOpening(of peripheral: CBPeripheral) -> Bool {
        let peer = PeerIdentifier(peripheral.identifier)
        guard let claim = claims[peer], claim.openings > 0 else { return false }
        claims[peer]?.openings -= 1
        return true
    }

    /// The app's delegate of a peripheral that the port uses.
    func earlier(of peripheral: CBPeripheral) -> (any CBPeripheralDelegate)? {
        claims[PeerIdentifier(peripheral.identifier)]?.earlier
    }

    /// What the app's delegate may have changed in a callback of the manager; and peripherals without a link are the app's
    /// again.
    private func settle() {
        claimManager()
        for (peer, known) in claims {  // In any order: nobody sees it.
            claim(known.peripheral)
            if known.peripheral.state == .disconnected { giveBack(peer) }
        }
    }

    /// The peripheral's delegate is the app's again.
    private func giveBack(_ peer: PeerIdentifier) {
        guard let claim = claims.removeValue(forKey: peer) else { return }
        if claim.peripheral.delegate === self { claim.peripheral.delegate = claim.earlier }
    }

    /// The port was closed: ends what it has begun, and sets the app's delegates again.
    func end() {
        if isScanning { manager.stopScan() }
        for peer in claims.keys.sorted() {
            guard let claim = claims[peer] else { continue }
            giveBack(peer)
            if claim.isOurs, claim.peripheral.state != .disconnected {
                manager.cancelPeripheralConnection(claim.peripheral)
            }
        }
        if manager.delegate === self { manager.delegate = earlier }
        role = nil
    }

    #if canImport(Darwin)
    /// The system calls one of the two disconnect methods, as of `NativeCentralRole`.
    override func responds(to selector: Selector!) -> Bool {
        if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *),
            selector == #selector(
                CBCentralManagerDelegate.centralManager(_:didDisconnectPeripheral:error:))
        {
            return false
        }
        return super.responds(to: selector)
    }
    #endif
}

extension AdoptedDelegate: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        role?.centralManagerDidUpdateState(central)
        earlier?.centralManagerDidUpdateState(central)
        settle()
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        role?.centralManager(central, willRestoreState: dict)
        earlier?.centralManager?(central, willRestoreState: dict)
        settle()
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        role?.centralManager(
            central, didDiscover: peripheral, advertisementData: advertisementData, rssi: RSSI)
        earlier?.centralManager?(
            central, didDiscover: peripheral, advertisementData: advertisementData, rssi: RSSI)
        settle()
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        role?.centralManager(central, didConnect: peripheral)
        earlier?.centralManager?(central, didConnect: peripheral)
        settle()
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        role?.centralManager(central, didFailToConnect: peripheral, error: error)
        earlier?.centralManager?(central, didFailToConnect: peripheral, error: error)
        settle()
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        role?.centralManager(
            central, didDisconnectPeripheral: peripheral, timestamp: timestamp,
            isReconnecting: isReconnecting, error: error)
        if let earlier, !passOn(toOlderMethodOf: earlier, central, peripheral, error) {
            earlier.centralManager?(
                central, didDisconnectPeripheral: peripheral, timestamp: timestamp,
                isReconnecting: isReconnecting, error: error)
        }
        settle()
    }

    /// If a delegate has both disconnect methods, only the older one is called (behaviour 3.18).
    private func passOn(
        toOlderMethodOf delegate: any CBCentralManagerDelegate, _ central: CBCentralManager,
        _ peripheral: CBPeripheral, _ error: (any Error)?
    ) -> Bool {
        #if canImport(Darwin)
        let older = #selector(CBCentralManagerDelegate.centralManager(_:didDisconnectPeripheral:error:))
        guard delegate.responds(to: older) else { return false }
        delegate.centralManager?(central, didDisconnectPeripheral: peripheral, error: error)
        return true
        #else
        return DelegateProbe.implements(delegate) {
            delegate.centralManager(central, didDisconnectPeripheral: peripheral, error: error)
        }
        #endif
    }

    #if canImport(Darwin)
    /// Systems before iOS 17 call this method.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        centralManager(
            central, didDisconnectPeripheral: peripheral, timestamp: CFAbsoluteTimeGetCurrent(),
            isReconnecting: false, error: error)
    }
    #endif

    #if !os(macOS)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {
        role?.centralManager(central, connectionEventDidOccur: event, for: peripheral)
        earlier?.centralManager?(central, connectionEventDidOccur: event, for: peripheral)
        settle()
    }

    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {
        role?.centralManager(central, didUpdateANCSAuthorizationFor: peripheral)
        earlier?.centralManager?(central, didUpdateANCSAuthorizationFor: peripheral)
        settle()
    }
    #endif
}
