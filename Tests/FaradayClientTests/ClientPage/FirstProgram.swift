import FaradayClient

/// Shows the battery and the heart rate of the first strap in range, until the link ends or the task is cancelled.
func watchStrap(show: (String) -> Void) async throws {
    let central = Central()
    let strap = try await central.find(.advertising([HeartRate.service]))
    show("battery \(try await strap.read(Battery.level)) %")
    for try await beat in strap.notifications(of: HeartRate.measurement) {
        show("\(beat.beatsPerMinute) beats per minute")
    }
}
