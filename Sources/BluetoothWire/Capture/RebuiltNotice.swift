/// What a vendor's event says at the beginning of a capture whose packets no controller has seen: a framework showed what they
/// mean, and they were rebuilt from that.
package enum RebuiltNotice {
    /// The event's code: what vendors define for themselves.
    package static let code: UInt8 = 0xFF
    package static let text =
        "Faraday rebuilt these packets from what CoreBluetooth showed: addresses and handles are made up"

    /// Whether an event is the notice.
    package static func isNotice(code: UInt8, parameters: [UInt8]) -> Bool {
        code == Self.code && parameters.elementsEqual(text.utf8)
    }
}
