import Foundation

/// The properties that apps can observe by key-value observing on platforms with Objective-C (behaviour 2.38): all that
/// change during an object's life.
///
/// Each is `@objc dynamic`; otherwise apps would get a warning where they observe it. `dynamic` is there on Linux too,
/// because `#if` cannot leave out a modifier.
struct ObservedKeys: OptionSet, Sendable {
    let rawValue: UInt16

    static let state = ObservedKeys(rawValue: 1)
    static let isScanning = ObservedKeys(rawValue: 1 << 1)
    static let isAdvertising = ObservedKeys(rawValue: 1 << 2)
    static let name = ObservedKeys(rawValue: 1 << 3)
    static let services = ObservedKeys(rawValue: 1 << 4)
    static let value = ObservedKeys(rawValue: 1 << 5)
    static let isNotifying = ObservedKeys(rawValue: 1 << 6)
    static let descriptors = ObservedKeys(rawValue: 1 << 7)
    static let characteristics = ObservedKeys(rawValue: 1 << 8)
    static let includedServices = ObservedKeys(rawValue: 1 << 9)
    static let subscribedCentrals = ObservedKeys(rawValue: 1 << 10)
    static let maximumUpdateValueLength = ObservedKeys(rawValue: 1 << 11)
    static let canSendWriteWithoutResponse = ObservedKeys(rawValue: 1 << 12)
    static let ancsAuthorized = ObservedKeys(rawValue: 1 << 13)

    /// The keys' names, in the order in which observers are notified.
    static let named: [(key: ObservedKeys, name: String)] = [
        (.state, "state"), (.isScanning, "isScanning"), (.isAdvertising, "isAdvertising"), (.name, "name"),
        (.services, "services"), (.value, "value"), (.isNotifying, "isNotifying"),
        (.descriptors, "descriptors"), (.characteristics, "characteristics"),
        (.includedServices, "includedServices"), (.subscribedCentrals, "subscribedCentrals"),
        (.maximumUpdateValueLength, "maximumUpdateValueLength"),
        (.canSendWriteWithoutResponse, "canSendWriteWithoutResponse"), (.ancsAuthorized, "ancsAuthorized"),
    ]
}

/// The two moments of a change at which observers are notified.
enum ChangeMoment: Sendable {
    case before
    case after
}

/// A class with properties that can be observed.
protocol KeyValueObserved: NSObject {
    /// Notifies observers; every class has its own method, so that a test can override it.
    func announce(_ moment: ChangeMoment, _ keys: ObservedKeys)
}

extension KeyValueObserved {
    /// Makes a change between the two notifications. Observers are app code, so the caller must not hold a lock.
    @inline(__always)
    func changing<Result>(_ keys: ObservedKeys, _ change: () -> Result) -> Result {
        announce(.before, keys)
        defer { announce(.after, keys) }
        return change()
    }

    /// Does nothing on platforms without Objective-C.
    @inline(__always)
    func tellObservers(_ moment: ChangeMoment, _ keys: ObservedKeys) {
        #if canImport(Darwin)
        for (key, name) in ObservedKeys.named where keys.contains(key) {
            switch moment {
            case .before: willChangeValue(forKey: name)
            case .after: didChangeValue(forKey: name)
            }
        }
        #endif
    }
}
