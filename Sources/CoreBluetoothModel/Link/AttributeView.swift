import BluetoothWire

/// What one manager has discovered on one link: handles, in order.
struct AttributeView: Sendable {
    /// `nil` until a discovery succeeded (behaviour 4.1).
    var services: [ATT.Handle]?
    /// By the service's first handle.
    var includedServices: [ATT.Handle: [ATT.Handle]] = [:]
    var characteristics: [ATT.Handle: [ATT.Handle]] = [:]

    /// `found` and `known` in handle order, without duplicates (behaviour 4.4, 4.19).
    static func union(_ known: [ATT.Handle], _ found: [ATT.Handle]) -> [ATT.Handle] {
        var result: [ATT.Handle] = []
        for handle in (known + found).sorted() where result.last != handle { result.append(handle) }
        return result
    }

    /// Forgets the services in `range`. Returns those that were known, included ones too.
    mutating func forget(_ range: ATT.HandleRange) -> [ATT.Handle] {
        var dead = services?.filter(range.contains) ?? []
        services?.removeAll(where: range.contains)
        for (service, included) in includedServices {
            dead = Self.union(dead, included.filter(range.contains))
            includedServices[service] =
                range.contains(service) ? nil : included.filter { !range.contains($0) }
        }
        for service in dead { characteristics[service] = nil }
        return dead
    }
}
