import BluetoothCryptography
import BluetoothWire

/// The controller's key pair and its computations (Core 6.0, Vol 4, Part E, 7.8.36 and 7.8.37).
///
/// The answer comes some milliseconds of virtual time later, as from a controller that has to compute it: no host may
/// rely on an immediate answer. The keys follow from the world's seed, so they protect only simulated links.
final class KeyPairs {
    /// The running computation.
    enum Operation: Hashable {
        case keyPair
        case sharedSecret(P256.PublicKey)
    }

    /// Most significant byte first; `nil` until the host has requested a pair.
    private(set) var privateKey: [UInt8]?
    private var running: Operation?
    /// Matches the end of the running operation in the queue.
    private(set) var generation: UInt32 = 0

    /// About the time that a current microcontroller needs for one point multiplication without hardware support.
    static let duration: Int64 = 10_000_000

    /// LE Read Local P-256 Public Key: a new pair each time.
    func beginPair() -> HCI.ErrorCode { begin(.keyPair) }

    /// LE Generate DHKey: with the pair that was read last.
    func beginSharedSecret(_ parameters: HCI.LEGenerateDHKey) -> HCI.ErrorCode {
        guard parameters.keyXCoordinate.count == 32, parameters.keyYCoordinate.count == 32 else {
            return .invalidHCICommandParameters
        }
        guard privateKey != nil else { return .commandDisallowed }
        return begin(
            .sharedSecret(
                P256.PublicKey(
                    x: parameters.keyXCoordinate.reversed(), y: parameters.keyYCoordinate.reversed())))
    }

    /// One computation at a time.
    private func begin(_ operation: Operation) -> HCI.ErrorCode {
        guard running == nil else { return .commandDisallowed }
        generation &+= 1
        running = operation
        return .success
    }

    /// Whether `generation` belongs to a running operation.
    func isRunning(_ generation: UInt32) -> Bool { running != nil && generation == self.generation }

    /// A computation has ended: its result, or `nil` if it is no longer wanted.
    func end(_ generation: UInt32, drawing entropy: inout EntropyStream) -> HCI.Event? {
        guard isRunning(generation), let operation = running else { return nil }
        running = nil
        switch operation {
        case .keyPair:
            let (privateKey, publicKey) = Self.drawPair(from: &entropy)
            self.privateKey = privateKey
            return .leReadLocalP256PublicKeyComplete(
                .init(
                    status: .success, keyXCoordinate: publicKey.x.reversed(),
                    keyYCoordinate: publicKey.y.reversed()))
        case .sharedSecret(let peer):
            // A point off the curve would reveal the private key, bit by bit.
            let secret = privateKey.flatMap { P256.sharedSecret($0, peer) }
            return .leGenerateDHKeyComplete(
                .init(
                    status: secret == nil ? .invalidHCICommandParameters : .success,
                    dhKey: secret?.reversed() ?? [UInt8](repeating: 0xFF, count: 32)))
        }
    }

    private static func drawPair(from entropy: inout EntropyStream) -> ([UInt8], P256.PublicKey) {
        while true {
            var privateKey: [UInt8] = []
            for _ in 0..<4 {
                let draw = entropy.next()
                for byte in 0..<8 { privateKey.append(UInt8(truncatingIfNeeded: draw >> (8 * byte))) }
            }
            // Nearly every draw is a number from 1 to the order of the curve.
            if let publicKey = P256.publicKey(of: privateKey) { return (privateKey, publicKey) }
        }
    }

    /// Forgets everything, as a reset does.
    func reset() {
        generation &+= 1
        (privateKey, running) = (nil, nil)
    }

    /// What is wrong with the keys; `nil` if nothing is.
    var brokenInvariant: String? {
        if let privateKey, P256.publicKey(of: privateKey) == nil {
            return "a private key without a public one"
        }
        if case .sharedSecret = running, privateKey == nil { return "a shared secret without a private key" }
        return nil
    }
}
