import BluetoothWire
import Foundation
import Testing

/// What Bumble writes for the rows of our table; `Interop/channel_sounding_vectors.py` makes the file.
@Suite("HCI packets of Channel Sounding, written by Bumble") struct ChannelSoundingVectorTests {
    private static let rows: [String: [UInt8]] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("channel-sounding.tsv")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
        let lines = text.split(separator: "\n").dropFirst().map { $0.components(separatedBy: "\t") }
        return Dictionary(uniqueKeysWithValues: lines.map { ("\($0[0]) \($0[1])", HCITable.hex($0[2])) })
    }()

    /// Rows of ours that Bumble does not write as we do, with the reasons that the script gives.
    private static let missing: Set<String> = [
        "command LE CS Write Cached Remote Supported Capabilities [v2]", "event LE CS Test End Complete",
        "event LE CS Config Complete, removed", "event LE CS Procedure Enable Complete, disabled",
    ]

    private static let ours: [String: [UInt8]] = {
        var bytes: [String: [UInt8]] = [:]
        for row in HCITable.soundingCommands { bytes["command \(row.testDescription)"] = row.value.bytes }
        for row in HCITable.soundingEvents { bytes["event \(row.testDescription)"] = row.value.bytes }
        for row in HCITable.soundingReturns { bytes["return \(row.testDescription)"] = row.value.bytes }
        return bytes
    }()

    @Test("are the bytes that we write", arguments: ours.keys.sorted())
    func areOurs(_ name: String) {
        if Self.missing.contains(name) {
            #expect(Self.rows[name] == nil)
        } else {
            #expect(Self.rows[name] == Self.ours[name])
        }
    }

    @Test("have a row of ours each")
    func haveRows() {
        #expect(Self.rows.count > 40)
        #expect(Set(Self.rows.keys).union(Self.missing) == Set(Self.ours.keys))
    }
}
