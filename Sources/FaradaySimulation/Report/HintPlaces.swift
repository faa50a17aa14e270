import BluetoothPort
import BluetoothTypes
import FaradayAppTime
import FaradayEngine

/// Finds where the test or an app has called what a hint is about.
struct HintPlaces {
    let entries: [StoryEntry]
    let names: TraceNames
    let state: WorldEvidence

    func place(of hint: Hint) -> CallPlace? {
        switch hint {
        case .misuse(let report, _): report.caller
        case .outOfRange(let device, _, _, _): action(on: device) { $0.isPosition }
        case .off(let device): action(on: device) { $0 == .powered(false) }
        case .removed(let device): action(on: device) { $0 == .removed }
        case .silent(let device, _): action(on: device) { $0.isOfAdvertising }
        case .notConnectable(let device): action(on: device) { $0.isOfAdvertising || $0.isConnectable }
        case .otherServices(let device, let advertised, _, let has):
            has.isEmpty || !advertised.isEmpty
                ? command { $0.isScan } : action(on: device) { $0.isOfAdvertising }
        case .radio(let phone, _): action(on: phone) { $0.isBluetooth }
        case .permission(let phone, _): action(on: phone) { $0.isAuthorization }
        case .suspended(_, let phone, _, _): action(on: phone) { $0.isAppState }
        case .ended(_, let phone, _): action(on: phone) { $0.isTermination }
        case .letGo(let phone, _): opened(on: phone)?.outermost
        case .noDelegate(let phone, _, nil): opened(on: phone)
        case .nobodyElse, .connectedElsewhere: command { $0.isScan }
        case .stranger, .connectedAlready: command { $0.isConnect }
        case .noService: command { $0.isServiceDiscovery }
        case .noCharacteristic: command { $0.isCharacteristicDiscovery }
        case .neverSent, .unrelated: command { $0.isSubscription }
        case .quietSince, .missingStep, .nothingAwaited, .noDelegate: command { _ in true }
        case .unpublished: advertising
        case .refusedUpdates(let phone, _, _, _): self.phone(named: phone)?.refusedUpdates?.caller
        case .otherWorldsDevices, .unusedWorld:
            (state.kept[ObjectIdentifier(OtherWorlds.self)] as? OtherWorlds)?.caller
        case .mainWaitsForItself: (state.kept[ObjectIdentifier(MainQueueWait.self)] as? MainQueueWait)?.caller
        case .timeNeverMoved, .otherWorld, .noPhone, .noManager, .openAlert, .realTime, .replayWaits,
            .swallowed:
            nil
        }
    }

    /// The last call for a node of this name of which the condition holds.
    private func action(on node: String, where holds: (TraceRecord.Happening) -> Bool) -> CallPlace? {
        entries.last { entry in
            guard case .world(let happening) = entry.record.payload, let id = entry.record.node else {
                return false
            }
            return names.node(id) == node && holds(happening)
        }?.record.caller
    }

    /// The last command of a central manager of which the condition holds.
    private func command(where holds: (Central.Command) -> Bool) -> CallPlace? {
        entries.last { entry in
            guard case .centralCommand(_, let command) = entry.record.payload else { return false }
            return holds(command)
        }?.record.caller
    }

    private func opened(on phone: String) -> CallPlace? {
        entries.last { entry in
            guard case .opened = entry.record.payload, let id = entry.record.node else { return false }
            return names.node(id) == phone
        }?.record.caller
    }

    private var advertising: CallPlace? {
        entries.last { entry in
            if case .peripheralCommand(_, .startAdvertising) = entry.record.payload { true } else { false }
        }?.record.caller
    }

    private func phone(named name: String) -> PhoneNode? {
        state.phones.first { names.node($0) == name }.map { state.phone($0) }
    }
}

extension TraceRecord.Happening {
    fileprivate var isPosition: Bool {
        switch self {
        case .added, .moved: true
        default: false
        }
    }

    fileprivate var isOfAdvertising: Bool {
        switch self {
        case .added, .device(.stopAdvertising), .device(.setAdvertising), .device(.install): true
        default: false
        }
    }

    fileprivate var isConnectable: Bool {
        if case .device(.setConnectable) = self { true } else { false }
    }

    fileprivate var isBluetooth: Bool { if case .bluetooth = self { true } else { false } }
    fileprivate var isAuthorization: Bool { if case .authorization = self { true } else { false } }
    fileprivate var isTermination: Bool { if case .termination = self { true } else { false } }

    fileprivate var isAppState: Bool {
        if case .appState(_, let state) = self { state == .background } else { false }
    }
}

extension Central.Command {
    fileprivate var isScan: Bool { if case .scan = self { true } else { false } }
    fileprivate var isConnect: Bool { if case .connect = self { true } else { false } }
    fileprivate var isServiceDiscovery: Bool { if case .discoverServices = self { true } else { false } }
    fileprivate var isSubscription: Bool { if case .setNotify = self { true } else { false } }

    fileprivate var isCharacteristicDiscovery: Bool {
        if case .discoverCharacteristics = self { true } else { false }
    }
}
