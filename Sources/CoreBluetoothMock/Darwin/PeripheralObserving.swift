import Foundation

// Key-value observing of `state`, where there is Objective-C.

#if canImport(Darwin)
extension CBMPeripheralMock {
    /// What else `state` follows: CoreBluetooth's own.
    @objc class func keyPathsForValuesAffectingState() -> Set<String> { ["core.facade.state"] }
}
#endif

extension PeripheralEngine {
    /// Makes a change that shows in `state`, with observers told of it.
    func changingState(_ change: () -> Void) { tellingObservers(of: owner as? NSObject, change) }
}

extension CBMPeripheralPreview {
    /// Makes a change that shows in `state`, with observers told of it.
    func changingState(_ change: () -> Void) { tellingObservers(of: self, change) }
}

private func tellingObservers(of object: NSObject?, _ change: () -> Void) {
    #if canImport(Darwin)
    object?.willChangeValue(forKey: "state")
    defer { object?.didChangeValue(forKey: "state") }
    #endif
    change()
}
