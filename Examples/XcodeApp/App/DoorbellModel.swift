import Combine

/// What the screen shows: the text of the Bluetooth layer, whose manager is on the main queue.
@MainActor final class DoorbellModel: ObservableObject {
    @Published private(set) var text = ""
    private var doorbell: Doorbell?

    init() {
        doorbell = Doorbell { [weak self] text in MainActor.assumeIsolated { self?.text = text } }
    }
}
