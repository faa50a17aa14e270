import BluetoothWire

/// The events that the host wants (Core 6.0, Vol 4, Part E, 7.3.1, 7.3.69 and 7.8.1).
struct EventMasks: Hashable {
    private(set) var page1: HCI.EventMask = .default
    private(set) var page2: HCI.EventMaskPage2 = .default
    private(set) var le: HCI.LEEventMask = .default

    /// Takes a command that sets one of the masks; returns false if the command is another one.
    mutating func take(_ command: HCI.Command) -> Bool {
        switch command {
        case .setEventMask(let mask): page1 = mask.eventMask
        case .setEventMaskPage2(let mask): page2 = mask.eventMaskPage2
        case .leSetEventMask(let mask): le = mask.leEventMask
        default: return false
        }
        return true
    }

    /// Whether the host gets this event; some events cannot be masked.
    @inline(__always)
    func pass(_ event: borrowing HCI.Event) -> Bool { event.isEnabled(by: page1, page2: page2, le: le) }

    /// Whether the host gets an LE event.
    func pass(_ subevent: HCI.LEEventMask) -> Bool { page1.contains(.leMeta) && le.contains(subevent) }
}
