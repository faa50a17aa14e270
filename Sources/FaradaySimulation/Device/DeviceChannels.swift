import BluetoothHost
import BluetoothTypes

/// A device's L2CAP channels: those that are open, and those that it has requested.
struct DeviceChannels {
    /// An open channel.
    struct Channel {
        let id: Host.ChannelID
        let link: DeviceLink
        let psm: UInt16
        let peerMTU: Int
        /// Bytes in SDUs that have not been sent, and the lengths of those SDUs, oldest first.
        fileprivate(set) var unsent = 0
        fileprivate var sending = Fifo<Int>()
        fileprivate var isReading = true
        /// SDUs that arrived while the device does not read.
        fileprivate var held: [[UInt8]] = []
    }

    /// A channel that the device itself has requested.
    struct Opening {
        let token: Host.Token
        let psm: UInt16
        let link: DeviceLink
    }

    /// Oldest first.
    private(set) var open: [Channel] = []
    private var openings: [Opening] = []

    var isEmpty: Bool { open.isEmpty && openings.isEmpty }

    subscript(id: Host.ChannelID) -> Channel? { open.first { $0.id == id } }

    private func place(of id: Host.ChannelID) -> Int? { open.firstIndex { $0.id == id } }

    // MARK: Opening and closing

    mutating func request(_ token: Host.Token, psm: UInt16, on link: DeviceLink) {
        openings.append(Opening(token: token, psm: psm, link: link))
    }

    /// The host reports a new channel; `token` is that of the device's request for it.
    mutating func opened(
        _ id: Host.ChannelID, psm: UInt16, peerMTU: Int, on link: DeviceLink, _ token: Host.Token?
    ) {
        if let token { openings.removeAll { $0.token == token } }
        open.append(Channel(id: id, link: link, psm: psm, peerMTU: peerMTU))
    }

    /// A request failed; `nil` if the device has forgotten it.
    mutating func failed(_ token: Host.Token) -> Opening? {
        openings.firstIndex { $0.token == token }.map { openings.remove(at: $0) }
    }

    /// Either side closed a channel; `nil` if it is closed already.
    mutating func close(_ id: Host.ChannelID) -> Channel? { place(of: id).map { open.remove(at: $0) } }

    /// The radio went off without a disconnect: returns the channels that were open.
    mutating func dropAll() -> [Channel] {
        defer { (open, openings) = ([], []) }
        return open
    }

    // MARK: Data

    /// The device gives the host an SDU of `count` bytes to send.
    mutating func queue(_ count: Int, on id: Host.ChannelID) {
        guard let place = place(of: id) else { return }
        open[place].unsent += count
        open[place].sending.append(count)
    }

    /// The host has sent the oldest SDU.
    mutating func sent(on id: Host.ChannelID) {
        guard let place = place(of: id), let count = open[place].sending.popFirst() else { return }
        open[place].unsent -= count
    }

    /// An SDU has arrived: returns the channel if the device reads it now. Otherwise the SDU is kept.
    mutating func received(_ sdu: [UInt8], on id: Host.ChannelID) -> Channel? {
        guard let place = place(of: id) else { return nil }
        guard open[place].isReading else {
            open[place].held.append(sdu)
            return nil
        }
        return open[place]
    }

    /// The device reads or does not; returns the kept SDUs, which it reads now.
    mutating func setReading(_ isReading: Bool, on id: Host.ChannelID) -> [[UInt8]] {
        guard let place = place(of: id) else { return [] }
        open[place].isReading = isReading
        guard isReading else { return [] }
        var held: [[UInt8]] = []
        swap(&held, &open[place].held)
        return held
    }

    /// What is wrong with the channels; `nil` if nothing is.
    var brokenInvariant: String? {
        if Set(open.map(\.id)).count < open.count { return "a channel is open twice" }
        if Set(openings.map(\.token)).count < openings.count { return "two requests with one token" }
        for channel in open {
            if channel.unsent < 0 || channel.sending.isEmpty != (channel.unsent == 0) {
                return "\(channel.unsent) unsent bytes do not match the SDUs that wait"
            }
            if channel.isReading, !channel.held.isEmpty {
                return "a channel keeps data that the device reads"
            }
        }
        return nil
    }
}
