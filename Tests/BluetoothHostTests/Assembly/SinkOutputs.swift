import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// What a machine has written into a sink.
struct SinkOutputs {
    private(set) var events: [Host.Event] = []
    private(set) var data: [HCI.ACLData] = []
    private(set) var commands: [HCI.Command] = []

    /// Takes everything that left `sink`, also the commands that wait for the controller.
    static func taken(from sink: inout Host.Sink, at now: Instant = .zero) -> SinkOutputs {
        var outputs = SinkOutputs()
        repeat {
            sink.sendCommands(at: now)
            while let output = sink.next() { outputs.note(output, &sink) }
        } while !sink.commands.isEmpty
        return outputs
    }

    private mutating func note(_ output: Host.Output, _ sink: inout Host.Sink) {
        switch output {
        case .event(let event): events.append(event)
        case .controller(.acl(let packet)): data.append(packet)
        case .controller(.command(let command)):
            commands.append(command)
            _ = sink.commands.ended(command.opcode, allowed: 1)
        case .controller(.event): preconditionFailure("a host sent an event to its controller")
        }
    }

    /// The payloads that were sent on a channel in one packet each.
    func payloads(on channel: L2CAP.ChannelID) -> [[UInt8]] {
        data.compactMap { try? L2CAP.BasicFrame(bytes: $0.data) }.filter { $0.channel == channel }
            .map(\.payload)
    }

    var signals: [L2CAP.Signal] {
        payloads(on: .leSignaling).compactMap { try? L2CAP.Signal(bytes: $0) }
    }
}

extension Host.Sink {
    /// A sink with one link, and a controller that has room for everything.
    static func forOneLink(_ handle: UInt16 = 1, packetLength: Int = 251, count: Int = 1_000) -> Host.Sink {
        var sink = Host.Sink()
        sink.data = Host.ACLDataPath(
            buffers: Host.ACLDataPath.BufferPool(packetLength: packetLength, count: count))
        sink.data.open(handle)
        return sink
    }
}
