/// What a peripheral's machine has told its driver last: of its name, of its link, and whether something is going on.
struct PeerReports {
    private var isActive = false
    private var status: PeerCore.Status

    init(_ status: PeerCore.Status) { self.status = status }

    /// Tells what is new.
    mutating func update(_ isActive: Bool, _ status: PeerCore.Status, _ outputs: inout [Output]) {
        if isActive != self.isActive {
            self.isActive = isActive
            outputs.append(.activity(isActive))
        }
        if status != self.status {
            self.status = status
            outputs.append(.status(status))
        }
    }
}
