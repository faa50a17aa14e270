import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A definition with handlers that carry out its rules; those that are wrong are left out.
///
/// Each device gets handlers of its own, so that two devices of one definition don't share variables.
struct RuleAttachment {
    private(set) var definition: DeviceDefinition

    init(to definition: DeviceDefinition, of node: NodeID, _ entropy: Entropy) {
        self.definition = definition
        guard let rules = definition.rules, !rules.isEmpty else { return }
        let good = RuleCheck(rules, for: definition.services).good
        let places = RulePlaces(definition.services, good.names)
        let random = entropy.stream("node \(node.rawValue)/device/rules")
        let driver = RuleDriver(RuleMachine(good, places, random: random))
        for name in good.names {
            guard let place = places[name] else { continue }
            let item = definition.services[place.service].characteristics[place.characteristic]
            self.definition.services[place.service].characteristics[place.characteristic] = item.answered(
                by: driver, place, reads: good.reads.contains(name), writes: good.writes.contains(name))
        }
        self.definition.behaviours.append(.onEvent { device, event in driver.event(event, device) })
    }
}

extension DeviceCharacteristic {
    fileprivate func answered(
        by driver: RuleDriver, _ place: DeviceCharacteristicPlace, reads: Bool, writes: Bool
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
