import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What the phone does for itself on each link it uses. The MTU exchange comes first; the other steps are taken one
/// at a time, when no app's request waits: the peer's GAP name, then Service Changed (behaviour 5.10, 5.37, 5.38).
struct BackgroundWork: Sendable {
    enum Step: Hashable, Sendable {
        case off
        case exchangeMTU
        case readName
        case findGenericAttributeService
        case findServiceChanged(ATT.HandleRange)
        case findConfiguration(ATT.HandleRange)
        case subscribe(ATT.Handle)
    }

    /// What a system does; it follows from the profile.
    struct Rules: Hashable, Sendable {
        var mtu: UInt16
        var readsName: Bool
        var subscribesToServiceChanged: Bool
    }

    /// What a step has found that others need.
    enum Finding: Hashable, Sendable {
        case nothing
        case mtu(UInt16)
        case name([UInt8])
    }

    private let rules: Rules
    private(set) var step = Step.off
    /// The peer's Service Changed value, if the phone found it.
    private(set) var serviceChanged: ATT.Handle?
    /// The phone knows whether the peer has Service Changed.
    private(set) var hasLookedForServiceChanged = false
    /// The handle of the peer's GAP name; 0 before the phone has read it.
    private var nameHandle: ATT.Handle = 0
    /// The name may have changed since the phone asked for it.
    private var rereadsName = false

    init(_ rules: Rules) { self.rules = rules }

    /// Begins with what the phone already knew of the peer (4.10).
    mutating func recall(serviceChanged: ATT.Handle?) {
        self.serviceChanged = serviceChanged
        hasLookedForServiceChanged = true
    }

    /// Whether the peer would tell the phone that its attributes change, or is known not to.
    var knowsServiceChanged: Bool {
        switch step {
        case .findConfiguration, .subscribe: false  // A link that ends now has no subscription.
        default: hasLookedForServiceChanged || !rules.subscribesToServiceChanged
        }
    }

    /// The link is used now: there is work.
    mutating func begin() { step = step(after: .off) }

    /// What the host is to do for the current step.
    var procedure: GATT.Procedure? {
        switch step {
        case .off: nil
        case .exchangeMTU: .exchangeMTU(rules.mtu)
        case .readName: .readUsingUUID(.all, BluetoothUUID(0x2A00))
        case .findGenericAttributeService: .discoverPrimaryServices([BluetoothUUID(0x1801)])
        case .findServiceChanged(let range): .discoverCharacteristics(range)
        case .findConfiguration(let range): .discoverDescriptors(range)
        case .subscribe(let configuration): .write(configuration, [0x02, 0x00])
        }
    }

    /// The step after one that had no result to continue with.
    private func step(after step: Step) -> Step {
        switch step {
        case .off where rules.mtu > ATT.defaultMTU: .exchangeMTU
        case .off, .exchangeMTU: rules.readsName ? .readName : self.step(after: .readName)
        case .readName:
            rules.subscribesToServiceChanged && !hasLookedForServiceChanged
                ? .findGenericAttributeService : .off
        case .findGenericAttributeService, .findServiceChanged, .findConfiguration, .subscribe: .off
        }
    }

    /// The procedure of the current step has ended.
    mutating func ended(_ outcome: GATT.Outcome) -> Finding {
        var next = step(after: step)
        var finding = Finding.nothing
        switch (step, outcome) {
        case (.exchangeMTU, .mtu(let mtu)): finding = .mtu(mtu)
        case (.readName, .values(let values)):
            nameHandle = values.first?.handle ?? 0
            if let value = values.first?.value { finding = .name(value) }
        case (.readName, .value(let value)): finding = .name(value)
        case (.findGenericAttributeService, .services(let services)):
            if let range = services.first?.range, range.isValid, range.first < range.last {
                next = .findServiceChanged(range)
            } else {
                hasLookedForServiceChanged = true
            }
        case (.findServiceChanged(let range), .characteristics(let found)):
            hasLookedForServiceChanged = true
            if let index = found.firstIndex(where: { $0.uuid == BluetoothUUID(0x2A05) }) {
                let value = found[index].value
                let last = index + 1 < found.count ? found[index + 1].declaration &- 1 : range.last
                serviceChanged = value
                if value < last { next = .findConfiguration(ATT.HandleRange(first: value + 1, last: last)) }
            }
        case (.findConfiguration, .descriptors(let found)):
            if let configuration = found.first(where: { $0.uuid == BluetoothUUID(0x2902) }) {
                next = .subscribe(configuration.handle)
            }
        default: break  // The peer has no such attribute, or refuses: not needed.
        }
        if next == .off, rereadsName {
            rereadsName = false
            next = .readName
        }
        step = next
        return finding
    }

    // MARK: Changes of the peer's database

    /// The peer reported a change to `range`: if its name lies there, the phone reads it again (5.37).
    /// Returns whether the range has only the name in it, that is its declaration and its value.
    mutating func nameMayChange(in range: ATT.HandleRange) -> Bool {
        guard nameHandle != 0, range.contains(nameHandle) else { return false }
        rereadsName = true
        return range.first &+ 1 >= nameHandle && range.last == nameHandle
    }

    /// The peer's attributes in `range` may have other handles now, Service Changed too.
    mutating func attributesChanged(in range: ATT.HandleRange) {
        if let serviceChanged, range.contains(serviceChanged) { hasLookedForServiceChanged = false }
    }

    /// Starts the work that a change has left to do, unless the phone is working already.
    mutating func resume() {
        guard step == .off else { return }
        if rereadsName {
            rereadsName = false
            step = .readName
        } else if !hasLookedForServiceChanged {
            step = step(after: .readName)
        }
    }

    /// The rule that is broken, if one is; only a defect of Faraday breaks one.
    var brokenRule: String? {
        step == .off && rereadsName ? "the name is to be read again, and no step does it" : nil
    }
}
