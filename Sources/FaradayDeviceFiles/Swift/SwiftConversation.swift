import BluetoothTypes
import FaradaySimulation

/// Writes a recorded conversation as Swift.
struct SwiftConversation {
    let conversation: DeviceConversation

    var text: SwiftText { .call("DeviceConversation", [.list(conversation.steps.map(Self.step))]) }

    private static func step(_ step: DeviceConversation.Step) -> SwiftText {
        var head = SwiftArguments()
        head.add("", event(step.event))
        if step.delay != .zero { head.add("after", SwiftDefinition.time(step.delay)) }
        if !step.packet.isEmpty { head.add("packet", .quoted(step.packet)) }
        return .call(".init", head)
    }

    private static func event(_ event: DeviceConversation.Event) -> SwiftText {
        switch event {
        case .connected: .plain(".connected")
        case .subscribed(let name): .call(".subscribed", [SwiftRules.name(name)])
        case .unsubscribed(let name): .call(".unsubscribed", [SwiftRules.name(name)])
        case .read(let name, .value(let value)):
            .call(".read", [SwiftRules.name(name), .call(".value", [.bytes(value)])])
        case .read(let name, .error(let code)):
            .call(".read", [SwiftRules.name(name), .call(".error", [SwiftRules.error(code)])])
        case .written(let name, let value, .accepted):
            .call(".written", [SwiftRules.name(name), .bytes(value)])
        case .written(let name, let value, .none):
            .call(".written", [SwiftRules.name(name), .bytes(value), .plain(".none")])
        case .written(let name, let value, .error(let code)):
            .call(
                ".written",
                [SwiftRules.name(name), .bytes(value), .call(".error", [SwiftRules.error(code)])])
        case .updated(let name, let value): .call(".updated", [SwiftRules.name(name), .bytes(value)])
        case .disconnected(by: .central): .plain(".disconnected(by: .central)")
        case .disconnected(by: .loss): .plain(".disconnected(by: .loss)")
        case .disconnected(by: .device(let reason)): .plain(".disconnected(by: .device(.\(reason)))")
        }
    }
}
