import Foundation

/// Properties that apps watch by key-value observing, where there is Objective-C (behaviour 2.38): all that change
/// over an object's life.
///
/// Each is `@objc dynamic`, or apps would get a warning where they observe it. `dynamic` stands on Linux, too, since a
/// modifier can't be left out by `#if`.
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

    /// The keys' names, in the order in which they are told.
    static let named: [(key: ObservedKeys, name: String)] = [
        (.state, "state"), (.isScanning, "isScanning"), (.isAdvertising, "isAdvertising"), (.name, "name"),
        (.services, "services"), (.value, "value"), (.isNotifying, "isNotifying"),
        (.descriptors, "descriptors"), (.characteristics, "characteristics"),
        (.includedServices, "includedServices"), (.subscribedCentrals, "subscribedCentrals"),
        (.maximumUpdateValueLength, "maximumUpdateValueLength"),
        (.canSendWriteWithoutResponse, "canSendWriteWithoutResponse"), (.ancsAuthorized, "ancsAuthorized"),
    ]
}

/// The two moments of a change that observers hear of.
enum ChangeMoment: Sendable {
    case before
    case after
}

/// A class with properties that can be watched.
protocol KeyValueObserved: NSObject {
    /// Tells observers; every class has it as a method of its own, so that a test can listen.
    func announce(_ moment: ChangeMoment, _ keys: ObservedKeys)
}

extension KeyValueObserved {
    /// Makes a change between the two announcements. Observers are app code: the caller holds no lock.
    @inline(__always)
    func changing<Result>(_ keys: ObservedKeys, _ change: () -> Result) -> Result {
        announce(.before, keys)
        defer { announce(.after, keys) }
        return change()
    }

    /// Does nothing where there is no Objective-C.
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
