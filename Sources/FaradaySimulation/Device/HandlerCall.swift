import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A call of a device's handler, from a client's request to the handler's answer. Only the first answer counts.
final class HandlerCall<Input: Sendable, Output: Sendable>: Sendable {
    typealias Finish = @Sendable (DeviceNode, Result<Output, ATT.Failure>, Instant) -> Void

    private let handler: DeviceHandler<Input, Output>
    private let input: Input
    private let device: Device
    private let installation: UInt32
    private let link: DeviceLink
    private let finish: Finish
    /// Used only under the world's lock.
    @exclusivity(unchecked) nonisolated(unsafe) private var isAnswered = false

    init(
        _ handler: DeviceHandler<Input, Output>, _ input: Input, of device: Device, _ installation: UInt32,
        on link: DeviceLink, _ finish: @escaping Finish
    ) {
        (self.handler, self.input, self.device) = (handler, input, device)
        (self.installation, self.link, self.finish) = (installation, link, finish)
    }

    /// Calls the handler; not under the world's lock.
    func begin() {
        switch handler {
        case .deferred(let body): body(input) { [self] in answer($0) }
        case .immediate(let body): answer(Result { try body(input) }.mapError(ATT.Failure.init(thrown:)))
        case .suspending(let body):
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                preconditionFailure("this system has no suspending handlers")
            }
            device.world.spawn { [self] in
                do {
                    answer(.success(try await body(input)))
                } catch {
                    answer(.failure(ATT.Failure(thrown: error)))
                }
            }
        }
    }

    /// Goes on with the request, unless other firmware was installed meanwhile. A link may have ended before a deferred
    /// handler answers.
    private func answer(_ result: Result<Output, ATT.Failure>) {
        device.perform { node, now in
            guard !isAnswered else { return }
            isAnswered = true
            guard node.installation == installation, !handler.isDeferred || node.link(link.id) != nil else {
                return
            }
            finish(node, result, now)
        }
    }
}
