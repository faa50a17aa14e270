import BluetoothTypes
import BluetoothWire

/// Says how a conversation differs from the recorded one.
struct ReplayText {
    private let services: [DeviceService]

    init(_ services: [DeviceService]) { self.services = services }

    /// A difference at a step; `number` counts from 1.
    func difference(
        _ number: Int, of count: Int, _ step: DeviceConversation.Step, _ now: String
    ) -> String {
        return """
            the conversation is not the recorded one at \(place(number, of: count, step))
              recorded: \(of(step.event))
              now:      \(now)
            """
    }

    /// A step that has not come: `step 5 of 17 (packet 98): the central reads 180F/2A19 (Battery Level)`.
    func step(_ number: Int, of count: Int, _ step: DeviceConversation.Step) -> String {
        "\(place(number, of: count, step)): \(of(step.event))"
    }

    private func place(_ number: Int, of count: Int, _ step: DeviceConversation.Step) -> String {
        "step \(number) of \(count)" + (step.packet.isEmpty ? "" : " (packet \(step.packet))")
    }

    /// Something happens that is not in the recording any more.
    func difference(behind count: Int, _ now: String) -> String {
        """
        the conversation goes on behind the last of the \(count) recorded steps
          now:      \(now)
        """
    }

    // MARK: Both sides

    private func of(_ event: DeviceConversation.Event) -> String {
        switch event {
        case .connected: return "a central connects"
        case .subscribed(let name): return "the central subscribes to \(of(name))"
        case .unsubscribed(let name): return "the central unsubscribes from \(of(name))"
        case .read(let name, _): return "the central reads \(of(name))"
        case .written(let name, let value, let answer):
            return writes(value, to: name, isCommand: answer == .none)
        case .updated(let name, let value):
            return "the device sends \(bytes(value, of: name.uuid)) from \(of(name))"
        case .disconnected(by: .central): return "the central disconnects"
        case .disconnected(by: .device): return "the device disconnects"
        case .disconnected(by: .loss): return "the link is lost"
        }
    }

    func of(_ move: ReplayMachine.Move, isOtherLink: Bool) -> String {
        switch move {
        case .connects: return isOtherLink ? "a further central connects" : "a central connects"
        case .leaves: return "the central disconnects"
        case .hears(let place, true, _): return "the central subscribes to \(of(place))"
        case .hears(let place, false, _): return "the central unsubscribes from \(of(place))"
        case .reads(let place, _, _): return "the central reads \(of(place))"
        case .writes(let place, let value, _, _, let isCommand):
            return writes(value, to: name(of: place), isCommand: isCommand)
        }
    }

    /// What counts when the recording has ended; a central may leave, and come again.
    func behindEnd(_ move: ReplayMachine.Move) -> String? {
        switch move {
        case .connects, .leaves, .hears(_, isSubscribed: false, _): nil
        case .hears, .reads, .writes: of(move, isOtherLink: false)
        }
    }

    private func writes(_ value: [UInt8], to name: DeviceRule.Characteristic, isCommand: Bool) -> String {
        "the central writes \(bytes(value, of: name.uuid)) to \(of(name))"
            + (isCommand ? " without response" : "")
    }

    private func of(_ place: DeviceCharacteristicPlace) -> String { of(name(of: place)) }

    private func name(of place: DeviceCharacteristicPlace) -> DeviceRule.Characteristic {
        let service = services[place.service]
        let item = service.characteristics[place.characteristic]
        let number = service.characteristics[...place.characteristic].count { $0.uuid == item.uuid }
        return DeviceRule.Characteristic(item.uuid, in: service.uuid, number: number)
    }

    /// With the name that the assigned numbers give it.
    private func of(_ name: DeviceRule.Characteristic) -> String {
        name.uuid.name.map { "\(name) (\($0))" } ?? "\(name)"
    }

    /// The bytes, and what they mean: a value of a profile, or a text.
    private func bytes(_ value: [UInt8], of characteristic: BluetoothUUID) -> String {
        guard !value.isEmpty else { return "no bytes" }
        let digits = CompactText.hexadecimal(value)
        if let meaning = WrittenValues.meaning(of: value, at: characteristic) {
            return "\(digits) (\(meaning))"
        }
        let isText = value.count > 1 && value.allSatisfy { 0x20...0x7E ~= $0 }
        return isText ? "\(digits) (\"\(String(decoding: value, as: UTF8.self))\")" : digits
    }
}
