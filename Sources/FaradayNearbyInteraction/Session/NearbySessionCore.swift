import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// What a session is behind its class: it gets the phone's events on the app's queue.
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
final class NearbySessionCore: NearbySink {
    private struct State {
        weak var session: NISession?
        weak var delegate: (any NISessionDelegate)?
        var delegateQueue: DispatchQueue?
        var queue = CallbackQueue(nil)
        var configuration: NIConfiguration?
    }

    private let state = Lock(State())
    private let provider: (any NearbyProvider)?

    init(_ provider: (any NearbyProvider)?) { self.provider = provider }

    var session: NISession? {
        get { state.withLock { $0.session } }
        set { state.withLock { $0.session = newValue } }
    }

    var delegate: (any NISessionDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    var delegateQueue: DispatchQueue? {
        get { state.withLock { $0.delegateQueue } }
        set {
            let queue = CallbackQueue(newValue)
            // The old queue's object is released outside the lock.
            _ = state.withLock { state in
                defer { (state.delegateQueue, state.queue) = (newValue, queue) }
                return state.queue
            }
        }
    }

    var configuration: NIConfiguration? {
        get { state.withLock { $0.configuration } }
        set { state.withLock { $0.configuration = newValue } }
    }

    // MARK: Events

    private var queue: CallbackQueue { state.withLock { $0.queue } }

    var isOnMainQueue: Bool { queue.isMain }

    var isAtHomeOnMainQueue: Bool { queue.isMain }

    func settle() { queue.settle() }

    func receive(_ event: Nearby.Event, _ delivery: Delivery) {
        switch delivery {
        case .inTurn: queue.runInTurn { deliver(event) }
        case .waiting: queue.runAndWait { deliver(event) }
        case .posting: queue.post { self.deliver(event) }
        }
    }

    /// App code runs with its phone bound, so that sessions and managers it creates find the same one.
    private func deliver(_ event: Nearby.Event) {
        guard let session, let delegate else { return }
        guard let provider else { return handle(event, session, delegate) }
        PortEnvironment.$current.withValue(provider) { handle(event, session, delegate) }
    }

    private func handle(_ event: Nearby.Event, _ session: NISession, _ delegate: any NISessionDelegate) {
        switch event {
        case .started:
            if #available(iOS 16.0, macCatalyst 16.0, *) { delegate.sessionDidStartRunning(session) }
        case .updated(let object): delegate.session(session, didUpdate: [NINearbyObject(object)])
        case .suspended: delegate.sessionWasSuspended(session)
        case .suspensionEnded: delegate.sessionSuspensionEnded(session)
        case .invalidated(let failure):
            delegate.session(session, didInvalidateWith: failure.nearbyError)
        }
    }
}
