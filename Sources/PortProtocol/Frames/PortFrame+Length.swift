extension PortFrame {
    /// The most bytes that may follow the length of a frame. A reader refuses more, so who sends a large value checks it first.
    package static let maximumLength = 16 * 1024 * 1024

    /// The whole frame: its length, its kind, its fields.
    package var bytes: [UInt8] {
        var output = FrameOutput()
        let start = output.openLength()
        write(to: &output)
        output.closeLength(start)
        return output.bytes
    }
}
