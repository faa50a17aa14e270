import BluetoothPort
import Foundation

/// The states of specs at one phone: of added peripherals, and of specs that may be added later.
final class SpecBook: Sendable {
    /// A peripheral that was added.
    protocol Place: AnyObject, Sendable {
        var spec: CBMPeripheralSpec { get }
        /// The state of the spec here.
        var state: Lock<SpecState> { get }
        /// Notes whether its advertisements contain `CBMAdvertisementDataIsConnectable`.
        var connectable: ConnectableNote { get }
    }

    private struct Contents {
        var places: [any Place] = []
        /// The states of specs that are not added yet.
        var waiting: [(spec: CBMPeripheralSpec, state: SpecState)] = []
    }

    /// Whether changes are also stored in the spec, so that they survive the phone.
    private let changesSpecs: Bool
    private let contents = Lock(Contents())

    init(changesSpecs: Bool) { self.changesSpecs = changesSpecs }

    // MARK: Who is there

    /// All added peripherals, in the order in which they were added.
    var places: [any Place] { contents.withLock { $0.places } }

    func add(_ place: any Place) { contents.withLock { $0.places.append(place) } }

    /// Removes a peripheral.
    func remove(_ place: any Place) {
        contents.withLock { contents in contents.places.removeAll { $0 === place } }
    }

    /// Removes all peripherals, and the changes to specs that are not added.
    func clear() {
        // Everything is returned, so that it is released outside the lock.
        _ = contents.withLock { contents in
            defer { contents = Contents() }
            return contents
        }
    }

    /// The peripheral of a spec, or of a spec with the same identifier.
    func place(of spec: CBMPeripheralSpec) -> (any Place)? {
        let places = places
        if let same = places.first(where: { $0.spec === spec }) { return same }
        let identifier = spec.base.withLock { $0.identifier }
        return places.first { $0.state.withLock { $0.identifier } == identifier }
    }

    // MARK: What they are like

    /// The state of a spec here; its initial state if nothing has changed it.
    func state(of spec: CBMPeripheralSpec) -> SpecState {
        if let place = place(of: spec) { return place.state.withLock { $0 } }
        let waiting = contents.withLock { $0.waiting.first { $0.spec === spec }?.state }
        return waiting ?? spec.base.withLock { $0 }
    }

    /// The services of a spec here. The whole state is large, and this is asked for each value.
    func services(of spec: CBMPeripheralSpec) -> [CBMServiceMock] {
        if let place = place(of: spec) { return place.state.withLock { $0.services } ?? [] }
        return state(of: spec).services ?? []
    }

    /// The spec is about to be added: returns its initial state.
    func takeWaiting(_ spec: CBMPeripheralSpec) -> SpecState {
        let state = state(of: spec)
        contents.withLock { contents in contents.waiting.removeAll { $0.spec === spec } }
        return state
    }

    /// Changes the state of a spec.
    @discardableResult
    func change(_ spec: CBMPeripheralSpec, _ change: (inout SpecState) -> Void) -> SpecState {
        let place = place(of: spec)
        let held = place?.state ?? (changesSpecs ? spec.base : nil)
        guard let held else { return changeWaiting(spec, change) }
        let new = held.withLock { state in
            change(&state)
            return state
        }
        if changesSpecs, place != nil {
            nonisolated(unsafe) let new = new
            spec.base.withLock { $0 = new }
        }
        return new
    }

    private func changeWaiting(
        _ spec: CBMPeripheralSpec, _ change: (inout SpecState) -> Void
    ) -> SpecState {
        var state = state(of: spec)
        change(&state)
        nonisolated(unsafe) let new = state
        contents.withLock { contents in
            contents.waiting.removeAll { $0.spec === spec }
            contents.waiting.append((spec, new))
        }
        return state
    }
}
