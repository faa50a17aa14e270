import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What the phone itself does on each link it uses (behaviour 5.10, 5.11, 5.37, 5.38).
extension PhoneModel {
    mutating func startBackground(_ slot: Int) {
        let step = links[slot].background
        let operation = Operation(session: nil, kind: .background(step))
        switch step {
        case .off: break
        case .exchangeMTU: run(.exchangeMTU(profile.attMTU), for: operation, slot)
        case .readName: run(.readUsingUUID(.all, BluetoothUUID(0x2A00)), for: operation, slot)
        case .findGenericAttributeService:
            run(.discoverPrimaryServices([BluetoothUUID(0x1801)]), for: operation, slot)
        case .findServiceChanged(let range): run(.discoverCharacteristics(range), for: operation, slot)
        case .findConfiguration(let range): run(.discoverDescriptors(range), for: operation, slot)
        case .subscribe(let configuration): run(.write(configuration, [0x02, 0x00]), for: operation, slot)
        }
    }

    /// The step after one that had no result to continue with.
    func nextBackground(after step: Background, _ slot: Int) -> Background {
        switch step {
        case .off where profile.attMTU > ATT.defaultMTU: .exchangeMTU
        case .off, .exchangeMTU: profile.readsPeerName ? .readName : nextBackground(after: .readName, slot)
        case .readName:
            profile.subscribesToServiceChanged && !links[slot].hasLookedForServiceChanged
                ? .findGenericAttributeService : .off
        case .findGenericAttributeService, .findServiceChanged, .findConfiguration, .subscribe: .off
        }
    }

    mutating func finishBackground(_ step: Background, _ outcome: GATT.Outcome, _ slot: Int) {
        var next = nextBackground(after: step, slot)
        switch (step, outcome) {
        case (.exchangeMTU, .mtu(let mtu)): links[slot].mtu = max(mtu, ATT.defaultMTU)
        case (.readName, .values(let values)):
            links[slot].nameHandle = values.first?.handle ?? 0
            nameRead(values.first?.value, links[slot].peer)
        case (.readName, .value(let value)): nameRead(value, links[slot].peer)
        case (.findGenericAttributeService, .services(let services)):
            if let range = services.first?.range, range.isValid, range.first < range.last {
                next = .findServiceChanged(range)
            } else {
                links[slot].hasLookedForServiceChanged = true
            }
        case (.findServiceChanged(let range), .characteristics(let found)):
            links[slot].hasLookedForServiceChanged = true
            if let index = found.firstIndex(where: { $0.uuid == BluetoothUUID(0x2A05) }) {
                let value = found[index].value
                let last = index + 1 < found.count ? found[index + 1].declaration &- 1 : range.last
                links[slot].serviceChanged = value
                if value < last { next = .findConfiguration(ATT.HandleRange(first: value + 1, last: last)) }
            }
        case (.findConfiguration, .descriptors(let found)):
            if let configuration = found.first(where: { $0.uuid == BluetoothUUID(0x2902) }) {
                next = .subscribe(configuration.handle)
            }
        default: break  // The peer has no such attribute, or refuses: not needed.
        }
        if next == .off, links[slot].rereadsName {
            links[slot].rereadsName = false
            next = .readName
        }
        links[slot].background = next
    }

    /// The peer reported a change to `range`: if its name lies there, the phone reads it again (5.37).
    /// Returns whether the range has only the name in it, that is its declaration and its value.
    mutating func noteNameChange(_ slot: Int, _ range: ATT.HandleRange) -> Bool {
        let name = links[slot].nameHandle
        guard name != 0, range.contains(name), links[slot].isClientStarted else { return false }
        links[slot].rereadsName = true
        return range.first &+ 1 >= name && range.last == name
    }

    /// The GAP name replaces the advertised one. Apps get a callback if it is new (2.21, 5.37).
    private mutating func nameRead(_ value: [UInt8]?, _ slot: Int) {
        guard let value, !value.isEmpty else { return }
        let name = String(decoding: value, as: UTF8.self)
        let isNews = peers[slot].name != name
        peers[slot].gapName = name
        guard isNews else { return }
        for attachment in peers[slot].attachments where attachment.state == .connected {
            tell(attachment.session, .nameChanged(peers[slot].identifier, name))
        }
    }
}
