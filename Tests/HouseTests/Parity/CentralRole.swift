/// The names of CoreBluetooth that an app in the central role can meet.
enum CentralRole {
    /// Types that are no type's member, and constants.
    static func names() throws -> [String] {
        let rows = try APIRow.all()
        let all =
            rows.filter { $0.kind == "constant" }.map(\.member)
            + rows.filter { $0.member.isEmpty && !$0.type.contains(".") }.map(\.type)
        return all.filter { otherNames[$0] == nil && !$0.hasPrefix("CBPeripheralManager") }
    }

    /// Names of the peripheral role, and names that have gone out of use.
    private static let otherNames: [String: String] = [
        "CBCentral": peripheralRole, "CBATTRequest": peripheralRole, "CBMutableService": peripheralRole,
        "CBMutableCharacteristic": peripheralRole, "CBMutableDescriptor": peripheralRole,
        "CBAttributePermissions": peripheralRole, "CBCentralManagerState": "deprecated since iOS 10",
    ]
    private static let peripheralRole = "peripheral role"

    /// What that library has no name for.
    static let withoutCounterpart: [String: String] = [
        "CBManager": "the type alias stands for `CBMCentralManager`",
        "CBChannelSoundingSessionConfiguration": distances, "CBChannelSoundingProcedureResults": distances,
    ]
    private static let distances = "that library has no Channel Sounding"
}
