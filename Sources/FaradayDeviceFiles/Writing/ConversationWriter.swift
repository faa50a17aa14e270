import BluetoothTypes
import FaradaySimulation

/// Writes a step of a recorded conversation.
struct ConversationWriter {
    let step: DeviceConversation.Step

    var json: JSONText {
        var object = JSONMembers()
        addEvent(to: &object)
        if step.delay != .zero { object.add("after", .string(FileTime(step.delay).text)) }
        if !step.packet.isEmpty { object.add("packet", .string(step.packet)) }
        return object.json
    }

    private func addEvent(to object: inout JSONMembers) {
        switch step.event {
        case .connected: object.add("connected", .string("central"))
        case .subscribed(let name): object.add("subscribed", .string("\(name)"))
        case .unsubscribed(let name): object.add("unsubscribed", .string("\(name)"))
        case .read(let name, let answer):
            object.add("read", .string("\(name)"))
            switch answer {
            case .value(let value): object.add("value", ByteWriters.hexadecimal(value))
            case .error(let code): object.add("error", ByteWriters.error(code))
            }
        case .written(let name, let value, let answer):
            object.add("written", .string("\(name)"))
            object.add("value", ByteWriters.hexadecimal(value))
            switch answer {
            case .accepted: break
            case .error(let code): object.add("error", ByteWriters.error(code))
            case .none: object.add("command", .bool(true))
            }
        case .updated(let name, let value):
            object.add("updated", .string("\(name)"))
            object.add("value", ByteWriters.hexadecimal(value))
        case .disconnected(by: .central): object.add("disconnected", .string("central"))
        case .disconnected(by: .loss): object.add("disconnected", .string("loss"))
        case .disconnected(by: .device(let reason)):
            object.add("disconnected", .string("device"))
            object.add("reason", reason, unless: .userTerminated, in: FileNames.reasons)
        }
    }
}
