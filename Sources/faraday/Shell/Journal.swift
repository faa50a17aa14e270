import BluetoothTypes
import FaradayBridge
import Foundation

/// What a running command says, mostly on standard output: one line for each event, at once, from any thread.
struct Journal: Sendable {
    let isQuiet: Bool
    /// Whether standard output is used for something else.
    private let isOnStandardError: Bool
    private let stopwatch = Stopwatch()

    init(isQuiet: Bool, onStandardError isOnStandardError: Bool = false) {
        self.isQuiet = isQuiet
        self.isOnStandardError = isOnStandardError
    }

    func line(_ who: String, _ what: String) {
        guard !isQuiet else { return }
        let name = who.padding(toLength: max(14, who.count), withPad: " ", startingAt: 0)
        let text = "\(String(format: "%11.6f", stopwatch.seconds))  \(name)  \(what)\n"
        // The reader may have closed it; the command goes on.
        let file = isOnStandardError ? FileHandle.standardError : FileHandle.standardOutput
        try? file.write(contentsOf: Data(text.utf8))
    }

    /// What happens in a device's life, in words.
    func event(_ event: DeviceBehaviour.Event, of device: Device) {
        switch event {
        case .started: line(device.name, "is on, as \(device.address)")
        case .connected(let link): line(device.name, "connected to \(link.peer)")
        case .linkLost(let link): line(device.name, "lost the link to \(link.peer)")
        case .disconnected(let link): line(device.name, "disconnected from \(link.peer)")
        case .subscribed(let uuid, let link): line(device.name, "\(link.peer) subscribed to \(uuid)")
        case .unsubscribed(let uuid, let link): line(device.name, "\(link.peer) unsubscribed from \(uuid)")
        case .pairingPrompted(let link, let prompt):
            line(device.name, "\(link.peer) pairs: \(Self.words(for: prompt))")
        case .paired(let link): line(device.name, "paired with \(link.peer)")
        case .pairingFailed(let link, let failure):
            line(device.name, "pairing with \(link.peer) failed: \(failure)")
        case .channelOpened(let channel):
            line(device.name, "\(channel.link.peer) opened a channel to PSM \(channel.psm)")
        case .channelFailed(let psm, let link, let failure):
            line(device.name, "\(link.peer) could not open a channel to PSM \(psm): \(failure)")
        case .channelReceived(let channel, let bytes):
            line(device.name, "received \(bytes.count) bytes over the channel to PSM \(channel.psm)")
        case .channelClosed(let channel): line(device.name, "the channel to PSM \(channel.psm) ended")
        case .secured(let link, _): line(device.name, "the link to \(link.peer) is encrypted")
        }
    }

    /// What a pairing asks of the device's user, or shows, in words.
    private static func words(for prompt: PairingPrompt) -> String {
        func digits(_ number: UInt32) -> String { String(format: "%06u", number) }
        return switch prompt {
        case .consent: "asks for consent"
        case .compare(let number): "compare \(digits(number)) with what the central shows"
        case .display(let passkey): "the passkey to type there is \(digits(passkey))"
        case .enterPasskey: "type the passkey that the central shows"
        }
    }

    /// A write, in words.
    func write(_ write: DeviceWrite) {
        let digits = write.value.map { String(format: "%02x", $0) }.joined()
        line(
            write.device.name,
            "\(write.link.peer) wrote \(digits.isEmpty ? "nothing" : digits) to \(write.characteristic)")
    }

    /// `definition`, whose events and writes are printed here.
    func watching(_ definition: DeviceDefinition) -> DeviceDefinition {
        definition.watched { device, event in self.event(event, of: device) }.watchedWrites { self.write($0) }
    }
}
