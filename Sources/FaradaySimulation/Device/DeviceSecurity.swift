import BluetoothHost
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// How a device pairs, what input and output its user has, and how it hides its address.
///
/// ```swift
/// DeviceDefinition(name: "Lock") {
///     DeviceSecurity(.displayOnly, requires: .authenticated)
///     DeviceAdvertising(services: ["A000"])
///     DeviceService("A000") { DeviceCharacteristic("A001", [.read, .write], requires: .authenticated) }
/// }
/// ```
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.
public struct DeviceSecurity: Sendable {
    /// Which pairing methods the device supports.
    public enum SecureConnections: Hashable, Sendable {
        /// LE legacy pairing only, as on devices before Bluetooth 4.2.
        case off
        /// LE Secure Connections with peers that support it, legacy pairing with others.
        case offered
        /// Secure Connections Only mode: the device refuses legacy pairing.
        case required
    }

    /// The device's input and output capability; it decides between Just Works, comparison and passkey.
    public var ioCapability: SMP.IOCapability
    /// Whether the device keeps keys after the link has ended.
    public var isBondable: Bool
    /// Whether the device refuses to pair at all.
    public var refusesPairing: Bool
    /// Which pairing methods the device supports.
    public var secureConnections: SecureConnections
    /// The key sizes that the device accepts, within 7…16 bytes.
    public var keySizes: ClosedRange<UInt8>
    /// The passkey on the device's label, 0…999,999; `nil` draws a new one each time.
    public var passkey: UInt32?
    /// The level that the device requests from each central by a Security Request, as soon as it is connected; with
    /// `.none` it requests nothing.
    public var requires: SecurityLevel
    /// Whether the device advertises with private addresses that change.
    public var privacy: Host.Privacy
    /// Answers for the device's user or firmware.
    var agent: @Sendable (DevicePairing) -> PairingReply
    /// Whether that is code, and not the answer *yes*.
    private(set) var hasAgent = false

    /// Creates a device's security; the device accepts every pairing unless `onPairing` says otherwise.
    public init(
        _ ioCapability: SMP.IOCapability = .noInputNoOutput, isBondable: Bool = true,
        secureConnections: SecureConnections = .offered, keySizes: ClosedRange<UInt8> = 7...16,
        passkey: UInt32? = nil, requires: SecurityLevel = .none, privacy: Host.Privacy = .off,
        refusesPairing: Bool = false
    ) {
        self.ioCapability = ioCapability
        self.isBondable = isBondable
        self.refusesPairing = refusesPairing
        self.secureConnections = secureConnections
        self.keySizes = keySizes
        self.passkey = passkey
        self.requires = requires
        self.privacy = privacy
        agent = { _ in .accept }
    }

    /// Calls `agent` for every question that a pairing asks the device's user, on the thread that drives the world and
    /// without its lock.
    public func onPairing(_ agent: @escaping @Sendable (DevicePairing) -> PairingReply) -> Self {
        var copy = self
        copy.agent = agent
        copy.hasAgent = true
        return copy
    }

    /// The configuration of the device's host.
    func configuration(entropy: [UInt8]) -> Host.SecurityConfiguration {
        var configuration = Host.SecurityConfiguration(
            ioCapability: ioCapability, isBondable: isBondable,
            wantsAuthentication: ioCapability != .noInputNoOutput,
            offersSecureConnections: secureConnections != .off,
            acceptsLegacyPairing: secureConnections != .required, minimumKeySize: keySizes.lowerBound,
            maximumKeySize: keySizes.upperBound, fixedPasskey: passkey, entropy: entropy, privacy: privacy)
        configuration.acceptsPairing = !refusesPairing
        return configuration
    }
}

/// A question that a pairing asks a device's user.
public struct DevicePairing: Sendable {
    /// The device that pairs.
    public let device: Device
    public let link: DeviceLink
    /// The question, or the passkey to show.
    public let prompt: Host.PairingPrompt
}

extension Device {
    /// The device's identity address.
    public var address: DeviceAddress { perform { node, _ in node.address } }

    /// The device's bonds.
    public var bonds: [Host.Bond] { perform { node, _ in node.host.bonds } }

    /// Replaces the device's bonds.
    public func setBonds(_ bonds: [Host.Bond]) {
        perform { node, now in
            node.note(.setBonds(bonds.count))
            node.ask(.security(.setBonds(bonds)), at: now)
        }
    }

    /// Forgets every bond, as a factory reset does; existing links stay unchanged.
    public func forgetBonds() { setBonds([]) }

    /// The passkey on the device's display, 0…999,999; `nil` while no pairing shows one.
    public var shownPasskey: UInt32? { perform { node, _ in node.shownPasskey } }

    /// The encryption of a link; `nil` if the link has ended.
    public func security(of link: DeviceLink) -> Host.Security? {
        perform { node, _ in node.host.security(of: link.id) }
    }

    /// The device's links, oldest first.
    public var links: [DeviceLink] { perform { node, _ in node.links } }

    /// Asks the central of every link for at least this level, by a Security Request.
    public func requestSecurity(_ level: SecurityLevel = .encrypted) {
        perform { node, now in
            node.note(.requestSecurity(level))
            for link in node.links { node.ask(.security(.secure(link.id, level)), at: now) }
        }
    }

    /// Creates out-of-band data to be carried to a peer over another channel, such as NFC. Calls `body` with it,
    /// without the world's lock. Only the latest data is valid.
    public func makeOutOfBandData(_ body: @escaping @Sendable (OutOfBandData) -> Void) {
        perform { node, now in
            node.pairings.wait(body)
            node.ask(.security(.makeOutOfBandData), at: now)
        }
    }

    /// Gives the device the out-of-band data of a peer; `nil` removes it.
    public func setOutOfBandData(_ data: OutOfBandData?, of peer: DeviceAddress) {
        perform { node, now in node.ask(.security(.setPeerOutOfBandData(peer, data)), at: now) }
    }

    /// Sets whether a central may use attributes that require authorization, until its link ends.
    public func authorize(_ link: DeviceLink, _ isAuthorized: Bool = true) {
        perform { node, now in
            node.note(.authorize(isAuthorized))
            node.ask(.security(.authorize(link.id, isAuthorized)), at: now)
        }
    }
}

extension Device {
    /// Answers what a pairing asks on a link, if the security's agent has returned `.ignore`: as a user who takes some
    /// time. It does nothing if the pairing no longer waits for an answer.
    ///
    /// May be called from any thread.
    public func answerPairing(_ answer: PairingAnswer, on link: DeviceLink) {
        perform { node, now in node.ask(.security(.answerPairing(link.id, answer)), at: now) }
    }
}
