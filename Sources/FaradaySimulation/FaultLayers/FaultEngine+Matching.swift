import BluetoothHost
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// Something that a fault may concern.
struct Occasion {
    var operation: Fault.Operation
    var central: NodeID?
    var peripheral: NodeID?
    var service: BluetoothUUID?
    var characteristic: BluetoothUUID?
    /// The beginning of the value, and its whole length.
    var value: (beginning: ArraySlice<UInt8>, length: Int)?
    /// The app whose operation it is, where that is known.
    var app: AppID?

    init(_ operation: Fault.Operation, central: NodeID?, peripheral: NodeID?, at place: AttributePlace? = nil)
    {
        self.operation = operation
        self.central = central
        self.peripheral = peripheral
        service = place?.service
        characteristic = place?.characteristic
    }

    /// Whether it is about the two services that the system uses by itself: it counts only for faults that name one.
    var isOfSystem: Bool { service == BluetoothUUID(0x1800) || service == BluetoothUUID(0x1801) }
}

/// A fault that acts now.
struct FiringFault {
    let place: Int
    let effect: Fault.Effect
    let occasion: Occasion
}

extension FaultEngine {
    /// Counts the occasion for each fault that it fits, and returns the first one that acts.
    func match(_ occasion: Occasion, at layer: FaultLayer) -> FiringFault? {
        var found: FiringFault?
        for place in entries.indices
        where entries[place].layer == layer && entries[place].operation == occasion.operation {
            guard fits(place, occasion) else { continue }
            let acts = change(place) { $0.counts() }
            if acts, found == nil {
                found = FiringFault(
                    place: place, effect: entries[place].fault.effect, occasion: occasion)
            }
        }
        if let found { fire(found) }
        return found
    }

    private func fire(_ fault: FiringFault) {
        let entry = change(fault.place) { entry in
            entry.firings += 1
            return entry
        }
        let occasion = fault.occasion
        record(
            FaultFiring(
                fault: entry.fault, place: fault.place, time: now, central: name(of: occasion.central),
                peripheral: name(of: occasion.peripheral)),
            of: fault.effect.isOfPhone ? occasion.central : occasion.peripheral ?? occasion.central)
    }

    /// Whether an occasion is in the place and at the time of a fault about its operation.
    private func fits(_ place: Int, _ occasion: Occasion) -> Bool {
        let entry = entries[place]
        let point = entry.fault.point
        if let earliest = point.earliest, now.nanoseconds < earliest.count { return false }
        if let latest = point.latest, now.nanoseconds >= latest.count { return false }
        if let predecessor = entry.predecessor, entries[predecessor].firings == 0 { return false }
        if let service = point.service, service != occasion.service { return false }
        if let characteristic = point.characteristic, characteristic != occasion.characteristic {
            return false
        }
        if occasion.isOfSystem, point.service == nil, point.characteristic == nil { return false }
        if let phone = occasion.central, entry.cured.contains(phone) { return false }
        if let central = point.central, central != name(of: occasion.central) { return false }
        if let peripheral = point.peripheral, peripheral != name(of: occasion.peripheral) { return false }
        if let value = point.value {
            guard let seen = occasion.value, seen.length == value.count,
                value.starts(with: seen.beginning)
            else { return false }
        }
        return true
    }

    /// The moment of a fault that names a time.
    func timeHasCome(_ place: Int) {
        let entry = entries[place]
        let point = entry.fault.point
        guard !entry.isOver, now.nanoseconds >= point.earliest?.count ?? 0 else { return }
        change(place) { $0.isOver = true }
        if let predecessor = entry.predecessor, entries[predecessor].firings == 0 { return }
        guard let occasion = occasionOfTime(point, entry.fault.effect) else { return }
        let isLucky = change(place) { entry in
            guard let chance = entry.fault.point.chance else { return true }
            return entry.stream.unit() < chance
        }
        guard isLucky else { return }
        let firing = FiringFault(place: place, effect: entry.fault.effect, occasion: occasion)
        fire(firing)
        _ = carryOut(firing)
        if case .linkDrop(let end, _) = entry.fault.effect,
            let link = link(occasion.central, occasion.peripheral)
        {
            drop(link, end)
        }
    }

    /// The nodes that a time concerns: those that it names, or the first of their kinds. `nil` if they are not there.
    private func occasionOfTime(_ point: FaultPoint, _ effect: Fault.Effect) -> Occasion? {
        let nodes = allNodes
        func node(_ wanted: String?, _ isRight: (Node) -> Bool) -> NodeID? {
            nodes.first { isRight($0) && (wanted == nil || name(of: $0.id) == wanted) }?.id
        }
        var occasion = Occasion(.time, central: nil, peripheral: nil)
        if case .linkDrop = effect {
            let named = { (name: String?) in node(name) { _ in true } }
            if point.central != nil { occasion.central = named(point.central) }
            if point.peripheral != nil { occasion.peripheral = named(point.peripheral) }
            guard let link = link(occasion.central, occasion.peripheral) else { return nil }
            occasion.central = link.central.controller.node
            occasion.peripheral = link.peripheral.controller.node
            return occasion
        }
        occasion.central = node(point.central) { $0 is PhoneNode }
        // A phone is in the peripheral role only where the fault says so.
        occasion.peripheral = node(point.peripheral) { $0 is DeviceNode || point.peripheral != nil }
        if effect.isOfPhone, occasion.central == nil { return nil }
        if effect.isOfDevice, occasion.peripheral == nil { return nil }
        return occasion
    }
}

extension FaultEngine.Entry {
    /// Counts an operation that fits. Returns whether the fault acts on it.
    fileprivate mutating func counts() -> Bool {
        count += 1
        switch fault.point.occurrence {
        case .each: break
        case .nth(let number): if count != number { return false }
        case .every(let number): if count % number != 0 { return false }
        }
        guard let chance = fault.point.chance else { return true }
        return stream.unit() < chance
    }
}

/// Where a fault acts.
enum FaultLayer {
    /// Between an app and its phone.
    case port
    /// Between a phone's model and its host.
    case stack
    /// On a link.
    case link
}

extension Fault {
    /// The layer that looks at the fault's operation.
    var layer: FaultLayer {
        switch (point.operation, effect) {
        case (.scanReport, _), (.connect, _), (.rssi, _), (.advertising, _), (.publishing, _): .port
        case (_, .failure(.local)): .port
        case (_, .wedge): .stack
        default: .link
        }
    }
}

extension Fault.Effect {
    /// Whether it happens to a phone.
    var isOfPhone: Bool {
        switch self {
        case .radioOff, .bluetoothRestart, .appSuspension, .appEnd, .bondLoss, .cacheLoss, .wedge: true
        default: false
        }
    }

    /// Whether it happens to a device.
    var isOfDevice: Bool {
        switch self {
        case .deviceOff, .deviceReset: true
        default: false
        }
    }
}
