import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A definition with handlers that carry out its rules; those that are wrong are left out.
///
/// Each device gets handlers of its own, so that two devices of one definition don't share variables.
struct RuleAttachment {
    private(set) var definition: DeviceDefinition
    /// The strict replay, if there is one.
    private(set) var replay: DeviceMachineDriver<ReplayMachine>?

    init(to definition: DeviceDefinition, of node: NodeID, _ entropy: Entropy) {
        self.definition = definition
        guard let rules = definition.rules, !rules.isEmpty else { return }
        let good = RuleCheck(rules, for: definition.services).good
        if let conversation = good.conversation, good.replay != .lenient {
            follow(conversation, isAtOnce: good.replay == .strictAtOnce)
        } else {
            carryOut(good, random: entropy.rules(of: node))
        }
    }

    private mutating func carryOut(_ rules: DeviceRules, random: EntropyStream) {
        let places = RulePlaces(definition.services, rules.names)
        attach(
            DeviceMachineDriver(RuleMachine(rules, places, random: random)),
            reads: places.of(rules.reads), writes: places.of(rules.writes))
    }

    /// All reads and writes are the conversation's.
    private mutating func follow(_ conversation: DeviceConversation, isAtOnce: Bool) {
        let driver = DeviceMachineDriver(
            ReplayMachine(conversation, for: definition.services, isAtOnce: isAtOnce))
        var all: Set<DeviceCharacteristicPlace> = []
        for (service, item) in definition.services.enumerated() {
            for index in item.characteristics.indices {
                all.insert(DeviceCharacteristicPlace(service: service, characteristic: index))
            }
        }
        attach(driver, reads: all, writes: all)
        replay = driver
    }

    private mutating func attach(
        _ driver: DeviceMachineDriver<some DeviceMachine>, reads: Set<DeviceCharacteristicPlace>,
        writes: Set<DeviceCharacteristicPlace>
    ) {
        for place in reads.union(writes) {
            let item = definition.services[place.service].characteristics[place.characteristic]
            definition.services[place.service].characteristics[place.characteristic] = item.answered(
                by: driver, place, reads: reads.contains(place), writes: writes.contains(place))
        }
        definition.behaviours.append(.onEvent { device, event in driver.event(event, device) })
    }
}

extension DeviceRules {
    /// What decides by the rules, for firmware outside a world; those that are wrong are left out.
    package func machine(for services: [DeviceService], random: EntropyStream) -> any DeviceMachine {
        let good = RuleCheck(self, for: services).good
        if let conversation = good.conversation, good.replay != .lenient {
            return ReplayMachine(conversation, for: services, isAtOnce: good.replay == .strictAtOnce)
        }
        return RuleMachine(good, RulePlaces(services, good.names), random: random)
    }
}

extension Entropy {
    /// What rules draw, at one device.
    package func rules(of node: NodeID) -> EntropyStream { stream("node \(node.rawValue)/device/rules") }
}

extension ReplayMachine {
    fileprivate init(_ conversation: DeviceConversation, for services: [DeviceService], isAtOnce: Bool) {
        let places = RulePlaces(services, conversation.steps.compactMap(\.event.characteristic))
        self.init(conversation, places, in: services, isAtOnce: isAtOnce)
    }
}

extension DeviceCharacteristic {
    fileprivate func answered(
        by driver: DeviceMachineDriver<some DeviceMachine>, _ place: DeviceCharacteristicPlace, reads: Bool,
        writes: Bool
    ) -> DeviceCharacteristic {
        var item = self
        if reads, read == nil {
            item = item.onRead(answering: { read, answer in driver.read(place, read, answer) })
        }
        if writes, !answersWrites {
            item = item.onWrite(answering: { [writeWatcher] write, answer in
                writeWatcher?(write)
                driver.write(place, write, answer)
            })
        }
        return item
    }
}

extension DeviceRules {
    /// The characteristics that rules name, each once, in their order.
    fileprivate var names: [DeviceRule.Characteristic] {
        var names: [DeviceRule.Characteristic] = series.map(\.characteristic) + readings.map(\.characteristic)
        for rule in rules {
            if let name = rule.trigger.characteristic { names.append(name) }
            for action in rule.actions {
                switch action {
                case .set(let name, _), .notify(let name, _), .send(let name, _, _): names.append(name)
                default: break
                }
            }
        }
        var seen: Set<DeviceRule.Characteristic> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Those whose reads rules answer.
    fileprivate var reads: [DeviceRule.Characteristic] {
        readings.map(\.characteristic) + rules.filter(\.trigger.isRead).compactMap(\.trigger.characteristic)
    }

    fileprivate var writes: [DeviceRule.Characteristic] {
        rules.filter(\.trigger.isWrite).compactMap(\.trigger.characteristic)
    }
}
