import BluetoothHost
import BluetoothTypes

/// What a device shows and asks while it pairs, and which pairings it has announced.
struct DevicePairings {
    /// The passkey that a pairing shows.
    private(set) var passkey: UInt32?
    /// The prompts that are shown.
    private var prompts: [(number: UInt32, link: Host.LinkID)] = []
    /// How many prompts pairings have shown so far.
    private var promptCount: UInt32 = 0
    /// How many pairings on each link were announced; a link without a pairing is not in it.
    private var announced: [(link: Host.LinkID, count: Int)] = []
    /// The closures that wait for out-of-band data.
    private(set) var receivers: [@Sendable (OutOfBandData) -> Void] = []

    /// The link of a prompt that is shown.
    func link(ofPrompt number: UInt32) -> Host.LinkID? { prompts.first { $0.number == number }?.link }

    /// A pairing asks or shows something; returns the prompt's number.
    mutating func show(_ prompt: Host.PairingPrompt, on link: Host.LinkID) -> UInt32 {
        if case .display(let passkey) = prompt { self.passkey = passkey }
        promptCount &+= 1
        prompts.append((promptCount, link))
        return promptCount
    }

    /// The pairing on a link no longer asks.
    mutating func endPrompt(on link: Host.LinkID) {
        passkey = nil
        prompts.removeAll { $0.link == link }
    }

    /// A security request on a link has succeeded, after `count` pairings on it. Returns whether one of them is new:
    /// the request succeeds without a pairing if the bond's key encrypts the link, or if the link is secure already.
    mutating func announce(_ count: Int, on link: Host.LinkID) -> Bool {
        guard count > announced.first(where: { $0.link == link })?.count ?? 0 else { return false }
        announced.removeAll { $0.link == link }
        announced.append((link, count))
        return true
    }

    /// Whether anything has to be forgotten when a link ends.
    var hasAnnounced: Bool { !announced.isEmpty }

    mutating func linkEnded(_ link: Host.LinkID) { announced.removeAll { $0.link == link } }

    /// The radio went off.
    mutating func endPrompts() { (passkey, prompts) = (nil, []) }

    mutating func wait(_ receiver: @escaping @Sendable (OutOfBandData) -> Void) { receivers.append(receiver) }

    /// The closures that waited; none waits afterwards.
    mutating func takeReceivers() -> [@Sendable (OutOfBandData) -> Void] {
        defer { receivers = [] }
        return receivers
    }

    /// What is wrong with the pairings; `nil` if nothing is.
    var brokenInvariant: String? {
        if Set(prompts.map(\.number)).count < prompts.count { return "two prompts with one number" }
        if prompts.contains(where: { $0.number > promptCount }) { return "a prompt that was not counted" }
        if passkey != nil, prompts.isEmpty { return "a passkey is shown, but nothing asks for it" }
        let links = Set(announced.map(\.link))
        return links.count < announced.count ? "the pairings of one link are counted twice" : nil
    }
}
