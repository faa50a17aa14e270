import FaradaySimulation

/// Where the structures of an advertising set go: into 31 bytes, into one extended advertisement, or into 31 bytes and
/// 31 more of a scan response.
///
/// The scan response comes last: phones report a peripheral before they have it, and again with it (behaviour 2.7).
struct AdvertisingRoom {
    /// What goes on air, flags included.
    struct Layout: Equatable {
        var data: [AdvertisingData.Structure]
        var scanResponse: [AdvertisingData.Structure] = []
        var isExtended = false
    }

    let isConnectable: Bool
    /// The longest extended advertising that the phone shows; 0 for none (behaviour 2.34).
    let extendedLimit: Int

    private static let legacyLimit = 31
    /// Beyond, not every distribution is tried.
    private static let mostTried = 16

    /// The layout that all of it fits into; `nil` if there is none.
    func layout(_ structures: [AdvertisingData.Structure]) -> Layout? {
        let whole = flags + structures
        if length(of: whole) <= Self.legacyLimit { return Layout(data: whole) }
        if length(of: whole) <= extendedLimit { return Layout(data: whole, isExtended: true) }
        if let layout = distribute(structures) { return layout }
        for (index, structure) in structures.enumerated() {
            for (head, tail) in structure.halves {
                var split = structures
                split.replaceSubrange(index...index, with: [head, tail])
                if let layout = distribute(split) { return layout }
            }
        }
        return nil
    }

    /// How many bytes there are, and how many fit.
    func problem(_ structures: [AdvertisingData.Structure]) -> String {
        let parts = structures.sorted { $0.encodedLength > $1.encodedLength }
            .map { "\($0.nameOfKey) \($0.encodedLength)" }
        let overhead = length(of: flags)
        let limits =
            "\(Self.legacyLimit - overhead) + \(Self.legacyLimit) fit into an advertisement and its scan response"
            + (extendedLimit > 0 ? ", \(extendedLimit - overhead) into an extended one" : "")
        return """
            there are \(length(of: structures)) bytes (\(parts.joined(separator: ", "))), and \(limits). Shorten the \
            \(structures.max { $0.encodedLength < $1.encodedLength }?.nameOfKey ?? "data")
            """
    }

    private var flags: [AdvertisingData.Structure] {
        isConnectable ? [.flags([.generalDiscoverable, .brEDRNotSupported])] : []
    }

    private func length(of structures: [AdvertisingData.Structure]) -> Int {
        structures.reduce(0) { $0 + $1.encodedLength }
    }

    /// Puts as much as possible into the advertisement, which is seen first.
    private func distribute(_ structures: [AdvertisingData.Structure]) -> Layout? {
        var layout = Layout(data: flags)
        let isFound = place(structures[...], into: &layout, structures.count <= Self.mostTried)
        return isFound ? layout : nil
    }

    private func place(
        _ rest: ArraySlice<AdvertisingData.Structure>, into layout: inout Layout, _ triesAll: Bool
    ) -> Bool {
        guard let next = rest.first else { return true }
        if length(of: layout.data) + next.encodedLength <= Self.legacyLimit {
            var attempt = layout
            attempt.data.append(next)
            if place(rest.dropFirst(), into: &attempt, triesAll) {
                layout = attempt
                return true
            }
            if !triesAll { return false }
        }
        guard length(of: layout.scanResponse) + next.encodedLength <= Self.legacyLimit else { return false }
        layout.scanResponse.append(next)
        return place(rest.dropFirst(), into: &layout, triesAll)
    }
}

extension AdvertisingData.Structure {
    /// A list of services in two, in every way there is: neither packet has two lists of one width then.
    fileprivate var halves: [(AdvertisingData.Structure, AdvertisingData.Structure)] {
        guard case .completeServiceUUIDs(let width, let uuids) = self, uuids.count > 1 else { return [] }
        return (1..<uuids.count).map { count in
            (
                .incompleteServiceUUIDs(width, Array(uuids.prefix(count))),
                .incompleteServiceUUIDs(width, Array(uuids.dropFirst(count)))
            )
        }
    }
}
