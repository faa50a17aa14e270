import BluetoothTypes
import BluetoothWire

extension Host {
    mutating func powerOn(at now: Instant) {
        switch power {
        case .off: break
        case .starting: return
        case .on:
            emit(.ready(profile.identity))
            return
        }
        let startup = Startup(configuration)
        commands.reset()
        commands.append(startup.first, for: .startup)
        power = .starting(startup)
        settle(at: now)
    }

    /// The host is off already when the controller answers the Reset, and ignores the answer.
    mutating func powerOff() {
        switch power {
        case .off: break
        case .starting, .on:
            forgetController()
            outputs.append(.controller(.command(.reset)))
        }
        emit(.poweredOff)
    }

    /// The controller cannot be used any more.
    mutating func fail(_ failure: ControllerFailure, at now: Instant) {
        forgetController()
        emit(.controllerFailed(failure))
    }

    private mutating func forgetController() {
        for index in links.indices {
            links[index].bearer.linkLost(server: &server, into: &actions)
            // Power off drops procedures without events: the upper layer knows that.
            actions.removeAll()
        }
        securityReset()
        power = .off
        links = []
        turn = 0
        waitingFrames = 0
        buffers = .none
        commands.reset()
        observer = Observer()
        broadcaster = Broadcaster()
        initiator = Initiator()
        if !privacy.isEmpty { privacy[0].forgetController() }
    }

    /// The controller answered a command of the start.
    mutating func startupEnded(
        _ opcode: HCI.Opcode, _ status: HCI.ErrorCode, _ parameters: [UInt8], at now: Instant
    ) {
        guard case .starting(var startup) = power else { return }
        switch startup.ended(opcode, status, parameters) {
        case .next(let command):
            power = .starting(startup)
            commands.append(command, for: .startup)
        case .failed(let failure):
            fail(failure, at: now)
        case .done:
            power = .on
            profile = startup.profile
            buffers = BufferPool(packetLength: profile.aclPacketLength, count: profile.aclPacketCount)
            broadcaster = Broadcaster(identity: profile.identity)
            startPrivacy(at: now)
            emit(.ready(profile.identity))
        }
    }
}
