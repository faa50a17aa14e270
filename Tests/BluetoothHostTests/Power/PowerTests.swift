import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// Whether the controller can be used, without a host.
@Suite struct PowerTests {
    /// Answers every command of the start as a whole controller does.
    private func start(
        _ power: inout Host.Power, _ controller: ScriptedController = ScriptedController()
    ) -> (last: Host.Power.Progress?, commands: Int) {
        var next = power.turnOn(HostRig.configuration())
        var commands = 0
        while let command = next {
            commands += 1
            guard case .commandComplete(let complete) = controller.answer(command) else {
                return (nil, commands)
            }
            let progress = power.answered(
                complete.opcode, complete.status ?? .unspecifiedError, complete.returnParameters)
            guard case .command(let following) = progress else { return (progress, commands) }
            next = following
        }
        return (nil, commands)
    }

    @Test("off to starting to on, and from everywhere to off")
    func edges() {
        var power = Host.Power.off
        let wasOn = power.turnOff()
        #expect(!wasOn)
        #expect(power.answered(.reset, .success, [0]) == nil)
        #expect(power.turnOn(HostRig.configuration()) == .reset)
        #expect(!power.isOn && !power.isOff)
        #expect(power.turnOn(HostRig.configuration()) == nil, "the start has begun already")
        let wasStarting = power.turnOff()
        #expect(wasStarting && power.isOff)
        let start = start(&power)
        guard case .started(let profile) = start.last else {
            Issue.record("\(String(describing: start.last))")
            return
        }
        #expect(power.isOn && profile.identity == HostRig.identity && profile.aclPacketCount == 8)
        #expect(power.turnOn(HostRig.configuration()) == nil)
        #expect(power.answered(.reset, .success, [0]) == nil, "an answer to no start")
        let wasRunning = power.turnOff()
        #expect(wasRunning && power.isOff)
    }

    @Test(
        "a command that the host needs and the controller refuses ends the start",
        arguments: [HCI.Opcode.reset, .setEventMask, .leSetEventMask, .leReadBufferSize])
    func needed(opcode: HCI.Opcode) {
        var controller = ScriptedController()
        controller.refusals[opcode] = .hardwareFailure
        var power = Host.Power.off
        #expect(start(&power, controller).last == .failed(.refused(opcode, .hardwareFailure)))
    }

    @Test("the queue gives one command at a time to a controller with room for one, and counts its answers")
    func queue() {
        var queue = Host.CommandQueue()
        queue.append(.reset, for: .startup)
        queue.append(.leReadBufferSize, for: .startup)
        #expect(queue.next(at: .zero) == .reset)
        #expect(queue.next(at: .zero) == nil)
        #expect(queue.nextDeadline == Instant.zero + Host.CommandQueue.resetPatience)
        #expect(queue.ended(.leReadBufferSize, allowed: 1) == nil, "an answer to a command that was not sent")
        #expect(queue.ended(.reset, allowed: 0) == .startup)
        #expect(queue.next(at: .zero) == nil)
        #expect(
            queue.nextDeadline == Instant.zero + Host.CommandQueue.patience, "the controller must make room")
        #expect(queue.ended(.reset, allowed: 1) == nil)
        #expect(queue.next(at: .zero) == .leReadBufferSize)
        let early = queue.giveUp(at: .zero + .seconds(9))
        #expect(early == nil)
        let late = queue.giveUp(at: .zero + .seconds(10))
        #expect(late?.opcode == .leReadBufferSize)
        #expect(queue.isEmpty)
    }
}
