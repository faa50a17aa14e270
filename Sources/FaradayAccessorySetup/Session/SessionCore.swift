import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// What an accessory session is behind its class: it gets the phone's events on the app's queue.
@available(iOS 18.0, macCatalyst 18.0, *)
final class SetupSessionCore: AccessorySink {
    typealias Completion = @Sendable ((any Error)?) -> Void

    private struct State {
        var queue: CallbackQueue?
        var handler: ((ASAccessoryEvent) -> Void)?
        var accessories: [ASAccessory] = []
        var completions: [UInt32: Completion] = [:]
        var lastCall: UInt32 = 0
        var settings: NSObject?
    }

    private let state = Lock(State())
    private let provider: (any AccessoryProvider)?
    /// The queue of completions of a session that was not activated.
    private let mainQueue = CallbackQueue(nil)

    init(_ provider: (any AccessoryProvider)?) { self.provider = provider }

    var accessories: [ASAccessory] { state.withLock { $0.accessories } }

    /// The picker's settings; their class is newer than the session's.
    var settings: NSObject? {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// Returns false if the session has a handler already.
    func begin(on queue: DispatchQueue, _ handler: @escaping (ASAccessoryEvent) -> Void) -> Bool {
        let queue = CallbackQueue(queue)
        return state.withLock { state in
            guard state.handler == nil else { return false }
            (state.queue, state.handler) = (queue, handler)
            return true
        }
    }

    /// A number for a call, whose completion handler waits for it.
    func call(_ completion: @escaping Completion) -> UInt32 {
        state.withLock { state in
            state.lastCall += 1
            state.completions[state.lastCall] = completion
            return state.lastCall
        }
    }

    // MARK: Events

    private var queue: CallbackQueue { state.withLock { $0.queue } ?? mainQueue }

    var isAtHomeOnMainQueue: Bool { queue.isMain }

    func settle() { queue.settle() }

    func receive(_ event: Accessories.Event, _ delivery: Delivery) {
        switch delivery {
        case .inTurn: queue.runInTurn { deliver(event) }
        case .waiting: queue.runAndWait { deliver(event) }
        case .posting: queue.post { self.deliver(event) }
        }
    }

    /// App code runs with its phone bound, so that managers it creates find the same one.
    private func deliver(_ event: Accessories.Event) {
        guard let provider else { return handle(event) }
        PortEnvironment.$current.withValue(provider) { handle(event) }
    }

    private func handle(_ event: Accessories.Event) {
        if case .completed(let call, let failure) = event {
            let completion = state.withLock { $0.completions.removeValue(forKey: call) }
            completion?(failure?.appleError)
            return
        }
        let handler = state.withLock { $0.handler }
        handler?(event.appleEvent(of: self))
        if case .invalidated = event { state.withLock { $0.handler = nil } }
    }

    // MARK: Objects

    func replaceAll(_ accessories: [Accessories.Accessory]) {
        let all = accessories.map { object(of: $0) }
        state.withLock { $0.accessories = all }
    }

    func add(_ accessory: Accessories.Accessory) -> ASAccessory {
        let object = object(of: accessory)
        state.withLock { state in
            if !state.accessories.contains(where: { $0 === object }) { state.accessories.append(object) }
        }
        return object
    }

    func remove(_ accessory: Accessories.Accessory) -> ASAccessory {
        let object = object(of: accessory)
        state.withLock { $0.accessories.removeAll { $0 === object } }
        return object
    }

    /// The object of an accessory, with its new contents.
    func object(of accessory: Accessories.Accessory) -> ASAccessory {
        let known = accessories.first { $0.value.identifier == accessory.identifier }
        guard let known else { return ASAccessory(accessory) }
        known.update(accessory)
        return known
    }
}

@available(iOS 18.0, macCatalyst 18.0, *)
extension Accessories.Event {
    /// The event for the app, after the session's objects have changed.
    fileprivate func appleEvent(of core: SetupSessionCore) -> ASAccessoryEvent {
        switch self {
        case .activated(let accessories):
            core.replaceAll(accessories)
            return ASAccessoryEvent(.activated)
        case .invalidated(let failure): return ASAccessoryEvent(.invalidated, error: failure?.appleError)
        case .migrationComplete(let accessories):
            core.replaceAll(accessories)
            return ASAccessoryEvent(.migrationComplete)
        case .added(let accessory):
            return ASAccessoryEvent(.accessoryAdded, accessory: core.add(accessory))
        case .removed(let accessory):
            return ASAccessoryEvent(.accessoryRemoved, accessory: core.remove(accessory))
        case .changed(let accessory):
            return ASAccessoryEvent(.accessoryChanged, accessory: core.object(of: accessory))
        case .discovered(let accessory, let advertisement, let rssi):
            return ASAccessoryEvent(
                .accessoryDiscovered, accessory: Self.discovered(accessory, advertisement, rssi))
        case .pickerDidPresent: return ASAccessoryEvent(.pickerDidPresent)
        case .pickerDidDismiss: return ASAccessoryEvent(.pickerDidDismiss)
        case .pickerSetupBridging: return ASAccessoryEvent(.pickerSetupBridging)
        case .pickerSetupFailed(let failure):
            return ASAccessoryEvent(.pickerSetupFailed, error: failure.appleError)
        case .pickerSetupPairing: return ASAccessoryEvent(.pickerSetupPairing)
        case .pickerSetupRename: return ASAccessoryEvent(.pickerSetupRename)
        case .completed: return ASAccessoryEvent(.unknown)
        }
    }

    private static func discovered(
        _ accessory: Accessories.Accessory, _ advertisement: Advertisement, _ rssi: Int
    ) -> ASAccessory {
        guard #available(iOS 26.1, macCatalyst 26.1, *) else { return ASAccessory(accessory) }
        return ASDiscoveredAccessory(accessory, advertisement, rssi: rssi)
    }
}
