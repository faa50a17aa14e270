import BluetoothPort
import Dispatch

/// Brings messages from any thread to the main actor, in order. Those that come meanwhile are taken together.
final class MainMailbox<Message: Sendable>: Sendable {
    private let messages = Lock<[Message]>([])
    private let handle: @MainActor @Sendable (Message) -> Void

    init(_ handle: @escaping @MainActor @Sendable (Message) -> Void) { self.handle = handle }

    func post(_ message: Message) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        guard isFirst else { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { self.deliver() } }
    }

    @MainActor private func deliver() {
        let all = messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
        for message in all { handle(message) }
    }
}
