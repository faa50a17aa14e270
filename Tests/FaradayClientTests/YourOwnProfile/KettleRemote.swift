import FaradayClient

/// The kettle that is nearest.
struct KettleRemote: Sendable {
    let kettle: Peripheral

    struct IsEmpty: Error {}

    static func nearest(_ central: Central) async throws -> KettleRemote {
        let kettle = try await central.find(
            .advertising([Kettle.service]), choosing: .strongest(after: .seconds(1)), within: .seconds(10))
        return KettleRemote(kettle: kettle)
    }

    /// Heats the water, and returns its temperature when the kettle has stopped.
    func heat(to target: Kettle.Target) async throws -> Double {
        try await kettle.write(target, to: Kettle.target)
        do {
            try await kettle.write(.heat, to: Kettle.control)
        } catch let error as ClientError where error.reason == .refused(code: Kettle.isEmpty) {
            throw IsEmpty()
        }
        for try await status in kettle.notifications(of: Kettle.status) where !status.isHeating {
            return status.celsius
        }
        throw CancellationError()
    }
}
