import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads the steps of a recorded conversation.
struct ConversationReader {
    private let notes: FileNotes
    private var values: FileValues { FileValues(notes) }
    private var bytes: FileBytes { FileBytes(notes) }

    init(_ notes: FileNotes) { self.notes = notes }

    func step(_ node: JSONNode) -> DeviceConversation.Step? {
        guard var object = ObjectReader(node, "a step of the conversation", notes) else { return nil }
        defer { object.finish() }
        object.needSomething("\"connected\", \"read\", \"written\", \"updated\" or the like")
        let delay = object.time("after") ?? .zero
        let packet = object.string("packet") ?? ""
        return event(&object).map { DeviceConversation.Step($0, after: delay, packet: packet) }
    }

    private func event(_ object: inout ObjectReader) -> DeviceConversation.Event? {
        if let central = object.node("connected") {
            return values.choice(central, "connected", [("central", .connected)])
        }
        if let node = object.node("subscribed") {
            return values.characteristic(node, "subscribed").map { .subscribed($0) }
        }
        if let node = object.node("unsubscribed") {
            return values.characteristic(node, "unsubscribed").map { .unsubscribed($0) }
        }
        if let node = object.node("read") { return read(node, &object) }
        if let node = object.node("written") { return written(node, &object) }
        if let node = object.node("updated") {
            guard let value = value(&object) else { return nil }
            return values.characteristic(node, "updated").map { .updated($0, value) }
        }
        return disconnected(&object)
    }

    private func read(_ node: JSONNode, _ object: inout ObjectReader) -> DeviceConversation.Event? {
        let name = values.characteristic(node, "read")
        if let error = object.node("error") {
            guard let code = values.error(error, "error") else { return nil }
            return name.map { .read($0, .error(code)) }
        }
        guard let value = value(&object) else { return nil }
        return name.map { .read($0, .value(value)) }
    }

    private func written(_ node: JSONNode, _ object: inout ObjectReader) -> DeviceConversation.Event? {
        let name = values.characteristic(node, "written")
        let isCommand = object.bool("command") ?? false
        let error = object.node("error")
        guard let value = value(&object), let name else { return nil }
        guard let error else { return .written(name, value, isCommand ? .none : .accepted) }
        if isCommand { notes.note("a command gets no answer, so no error", at: error.place) }
        return values.error(error, "error").map { .written(name, value, .error($0)) }
    }

    private func disconnected(_ object: inout ObjectReader) -> DeviceConversation.Event? {
        let ends: [(String, DeviceConversation.End)] = [
            ("central", .central), ("device", .device(.userTerminated)), ("loss", .loss),
        ]
        guard let end = object.choice("disconnected", ends) else { return nil }
        guard case .device = end else { return .disconnected(by: end) }
        return .disconnected(by: .device(object.choice("reason", FileNames.reasons) ?? .userTerminated))
    }

    private func value(_ object: inout ObjectReader) -> [UInt8]? {
        guard let node = object.node("value") else {
            object.require("value")
            return nil
        }
        return bytes.value(node, "value")
    }
}
