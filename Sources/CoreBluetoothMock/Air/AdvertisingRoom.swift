import FaradaySimulation

/// The distribution of an advertising set's structures: in 31 bytes, in one extended advertisement, or in 31 bytes and
/// 31 bytes of a scan response.
///
/// The scan response is the last choice: phones report a peripheral before its scan response arrives, and again with it
/// (behaviour 2.7).
struct AdvertisingRoom {
    /// The data that is sent, flags included.
    struct Layout: Equatable {
        var data: [AdvertisingData.Structure]
        var scanResponse: [AdvertisingData.Structure] = []
        var isExtended = false
    }

    let isConnectable: Bool
    /// The longest extended advertising that the phone reports; 0 for none (behaviour 2.34).
    let extendedLimit: Int

    private static let legacyLimit = 31
    /// With more structures than this, not every distribution is tried.
    private static let mostTried = 16

    /// A layout that holds all structures; `nil` if there is none.
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

    /// A message with the number of bytes, and the number that fits.
    func problem(_ structures: [AdvertisingData.Structure]) -> String {
        let parts = structures.sorted { $0.encodedLength > $1.encodedLength }
            .map { "\($0.nameOfKey) \($0.encodedLength)" }
        let overhead = length(of: flags)
        let limits =
            "\(Self.legacyLimit - overhead) + \(Self.legacyLimit) fit into an advertisement and its scan response"
            + (extendedLimit > 0 ? ", \(extendedLimit - overhead) into an extended one" : "")
        return """
            it has \(length(of: structures)) bytes (\(parts.joined(separator: ", "))), and \(limits). Shorten the \
            \(structures.max { $0.encodedLength < $1.encodedLength }?.nameOfKey ?? "data")
            """
    }

    private var flags: [AdvertisingData.Structure] {
        isConnectable ? [.flags([.generalDiscoverable, .brEDRNotSupported])] : []
    }

    private func length(of structures: [AdvertisingData.Structure]) -> Int {
        structures.reduce(0) { $0 + $1.encodedLength }
    }

    /// Puts as much as possible into the advertisement, because phones receive it first.
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
    /// All ways to split one list of services into two, so that neither packet has two lists of the same width.
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
