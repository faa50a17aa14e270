/// Something that takes bytes from others and must neither trap nor hang.
struct FuzzTarget: Sendable {
    let name: String
    let summary: String
    /// How many of the cases go here when all targets run, compared with the other targets.
    let weight: Int
    let samples: [[UInt8]]
    let run: @Sendable ([UInt8]) -> Void

    func share(of cases: Int) -> Int { max(1, cases * weight / Self.totalWeight) }

    static let all: [FuzzTarget] = [
        .advertisingData, .att, .l2cap, .signal, .smp, .linkLayer, .linkLayerControl, .ranging,
        .rangingServer, .h4, .portFrames, .http, .command, .deviceFile, .capture, .list, .host, .phone,
        .controller,
        .sounding,
    ]

    private static let totalWeight = all.reduce(0) { $0 + $1.weight }
}
