/// A value that takes one word until it is used: most hosts and links never need it.
struct OnDemand<Value: Sendable>: Sendable {
    /// One value, or none.
    private var storage: [Value] = []

    init() {}

    var isEmpty: Bool { storage.isEmpty }

    var value: Value? {
        get { storage.first }
        set {
            guard let newValue else { return storage = [] }
            if storage.isEmpty {
                storage = [newValue]
            } else {
                storage[0] = newValue
            }
        }
    }

    /// Changes the value, which is made first if there is none.
    mutating func use<Result>(
        orMake make: @autoclosure () -> Value, _ body: (inout Value) -> Result
    ) -> Result {
        if storage.isEmpty { storage = [make()] }
        return body(&storage[0])
    }
}

extension OnDemand: Equatable where Value: Equatable {}
extension OnDemand: Hashable where Value: Hashable {}
