import Foundation

// Key-value observing of `state`, on platforms with Objective-C.

#if canImport(Darwin)
extension CBMPeripheralMock {
    /// `state` also depends on the state of CoreBluetooth's own object.
    @objc class func keyPathsForValuesAffectingState() -> Set<String> { ["core.facade.state"] }
}
#endif

extension PeripheralEngine {
    /// Makes a change that affects `state`, and notifies its observers.
    func changingState(_ change: () -> Void) { tellingObservers(of: owner as? NSObject, change) }
}

extension CBMPeripheralPreview {
    /// Makes a change that affects `state`, and notifies its observers.
    func changingState(_ change: () -> Void) { tellingObservers(of: self, change) }
}

private func tellingObservers(of object: NSObject?, _ change: () -> Void) {
    #if canImport(Darwin)
    object?.willChangeValue(forKey: "state")
    defer { object?.didChangeValue(forKey: "state") }
    #endif
    change()
}
