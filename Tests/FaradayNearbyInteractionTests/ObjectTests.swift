#if !canImport(Darwin) || os(iOS)
import FaradayTesting
import NearbyInteraction
import Testing

/// Configurations, tokens and errors, and sessions where there is no phone.
@Suite struct NearbyObjectTests {
    @available(iOS 27.0, macCatalyst 27.0, *)
    private static func configuration(_ identifier: UUID = UUID()) -> NINearbyAccessoryConfiguration {
        NINearbyAccessoryConfiguration(
            bluetoothChannelSoundingIdentifier: identifier, previousBluetoothIdentifier: nil)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("A copy of a configuration does not follow the original")
    func copies() throws {
        let configuration = Self.configuration()
        #expect(!configuration.isCameraAssistanceEnabled)
        let copy = try #require(configuration.copy() as? NINearbyAccessoryConfiguration)
        configuration.isCameraAssistanceEnabled = true
        #expect(!copy.isCameraAssistanceEnabled && configuration.isCameraAssistanceEnabled)
        #expect(copy.accessoryDiscoveryToken == configuration.accessoryDiscoveryToken)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Tokens of one accessory are equal, and those of two are not")
    func tokens() {
        let identifier = UUID()
        let token = Self.configuration(identifier).accessoryDiscoveryToken
        #expect(token == Self.configuration(identifier).accessoryDiscoveryToken)
        #expect(token.hash == Self.configuration(identifier).accessoryDiscoveryToken.hash)
        #expect(token != Self.configuration().accessoryDiscoveryToken && !token.isEqual("x"))
        #expect(token.copy() as? NIDiscoveryToken == token)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 29.17: codes, domain and casts of errors are Apple's")
    func errors() {
        let codes: [(NIError.Code, Int)] = [
            (.unsupportedPlatform, -5889), (.invalidConfiguration, -5888), (.sessionFailed, -5887),
            (.resourceUsageTimeout, -5886), (.activeSessionsLimitExceeded, -5885), (.userDidNotAllow, -5884),
            (.invalidARConfiguration, -5883), (.accessoryPeerDeviceUnavailable, -5882),
            (.incompatiblePeerDevice, -5881), (.activeExtendedDistanceSessionsLimitExceeded, -5880),
        ]
        for (code, number) in codes {
            #expect(code.rawValue == number)
            let error: any Error = NSError(domain: NIErrorDomain, code: number)
            #expect((error as? NIError)?.code == code)
        }
        #expect(NIErrorDomain == "com.apple.NearbyInteraction")
        let other: any Error = NSError(domain: "other", code: -5889)
        #expect(other as? NIError == nil)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.22: reasons are texts with words for the user; there are five, and an app can switch over them"
    )
    func reasons() {
        typealias Reason = NIAlgorithmConvergenceStatus.Reason
        let all: [Reason] = [
            .insufficientHorizontalSweep, .insufficientVerticalSweep, .insufficientMovement,
            .insufficientLighting, .insufficientSignalStrength,
        ]
        #expect(Set(all.map(\.rawValue)).count == 5 && Set(all.map(\.localizedDescription)).count == 5)
        for reason in all {
            #expect(Reason(rawValue: reason.rawValue) == reason)
            #expect(reason.localizedDescription != reason.rawValue)
        }
        let new = Reason(rawValue: "new")
        #expect(!all.contains(new) && new.localizedDescription == "new")
        let status = NIAlgorithmConvergenceStatus.notConverged([.insufficientSignalStrength])
        guard case .notConverged(let reasons) = status else { return #expect(Bool(false)) }
        #expect(reasons == [.insufficientSignalStrength])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.1: what a phone can do; a session has a copy of its configuration",
        .simulated(seed: 2910))
    func capabilities() async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(26))
        let capabilities = phone.run { NISession.deviceCapabilities }
        #expect(!capabilities.supportsBluetoothChannelSounding && !capabilities.supportsCameraAssistance)
        let new = world.addPhone(.iOS(27))
        #expect(new.run { NISession.deviceCapabilities }.supportsBluetoothChannelSounding)
        let session = phone.run { NISession() }
        #expect(session.configuration == nil && session.delegate == nil && session.delegateQueue == nil)
        session.run(Self.configuration())
        let copy = try #require(session.configuration as? NINearbyAccessoryConfiguration)
        #expect(!copy.isCameraAssistanceEnabled)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 29.3: a session without a phone can't run, and says so on its queue")
    func withoutPhone() {
        let queue = DispatchQueue(label: "nearby without a phone")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let listener = QueueListener(key)
        let session = PortEnvironment.withoutStandIn { NISession() }
        session.delegate = listener
        session.delegateQueue = queue
        session.run(Self.configuration())
        queue.sync {}
        #expect(listener.isOnQueue == [true])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Callbacks come on the session's queue, and none after its release", .simulated(seed: 2911))
    func queues() async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(26))
        let queue = DispatchQueue(label: "nearby")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let listener = QueueListener(key)
        var session: NISession? = phone.run { NISession() }
        session?.delegate = listener
        session?.delegateQueue = queue
        session?.run(Self.configuration())
        try await world.run(for: .seconds(1))
        #expect(listener.isOnQueue == [true])

        session = phone.run { NISession() }
        session?.delegate = listener
        session?.run(Self.configuration())
        session = nil
        try await world.run(for: .seconds(1))
        #expect(listener.isOnQueue.count == 1)
    }
}

@available(iOS 27.0, macCatalyst 27.0, *)
private final class QueueListener: NSObject, NISessionDelegate {
    private let key: DispatchSpecificKey<Bool>
    private(set) var isOnQueue: [Bool] = []

    init(_ key: DispatchSpecificKey<Bool>) { self.key = key }

    func session(_ session: NISession, didInvalidateWith error: any Error) {
        isOnQueue.append(DispatchQueue.getSpecific(key: key) == true)
    }
}
#endif
