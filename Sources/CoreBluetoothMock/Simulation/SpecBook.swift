import BluetoothPort
import Foundation

/// What specs are like at one phone: as their devices are, or will be once they are there.
final class SpecBook: Sendable {
    /// A peripheral that is there.
    protocol Place: AnyObject, Sendable {
        var spec: CBMPeripheralSpec { get }
        /// What the spec is like here.
        var state: Lock<SpecState> { get }
        /// Whether its advertisements say that it takes connections.
        var connectable: ConnectableNote { get }
    }

    private struct Contents {
        var places: [any Place] = []
        /// What specs are like that are not there yet.
        var waiting: [(spec: CBMPeripheralSpec, state: SpecState)] = []
    }

    /// Whether what happens to a spec stays with it, whatever becomes of the phone.
    private let changesSpecs: Bool
    private let contents = Lock(Contents())

    init(changesSpecs: Bool) { self.changesSpecs = changesSpecs }

    // MARK: Who is there

    /// All that are there, in the order they came.
    var places: [any Place] { contents.withLock { $0.places } }

    func add(_ place: any Place) { contents.withLock { $0.places.append(place) } }

    /// Takes out a peripheral; its spec is to be known by the identifier that it has.
    func remove(_ place: any Place) {
        contents.withLock { contents in contents.places.removeAll { $0 === place } }
    }

    /// Takes out all, and forgets what has happened to specs that are not there.
    func clear() {
        // All of it is returned: what is let go of here goes behind the lock.
        _ = contents.withLock { contents in
            defer { contents = Contents() }
            return contents
        }
    }

    /// The peripheral that stands for a spec, or for one of its identifier.
    func place(of spec: CBMPeripheralSpec) -> (any Place)? {
        let places = places
        if let same = places.first(where: { $0.spec === spec }) { return same }
        let identifier = spec.base.withLock { $0.identifier }
        return places.first { $0.state.withLock { $0.identifier } == identifier }
    }

    // MARK: What they are like

    /// What a spec is like here; what it was built as where nothing has happened to it.
    func state(of spec: CBMPeripheralSpec) -> SpecState {
        if let place = place(of: spec) { return place.state.withLock { $0 } }
        let waiting = contents.withLock { $0.waiting.first { $0.spec === spec }?.state }
        return waiting ?? spec.base.withLock { $0 }
    }

    /// The spec's device is about to come: what it is like from the start.
    func takeWaiting(_ spec: CBMPeripheralSpec) -> SpecState {
        let state = state(of: spec)
        contents.withLock { contents in contents.waiting.removeAll { $0.spec === spec } }
        return state
    }

    /// Something about a spec is different from now on.
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
