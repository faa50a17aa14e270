import Foundation

/// One line on a terminal that says how far a file has been read. There is none for a file that is read at once, and none
/// where standard error is no terminal.
struct ReadingProgress {
    private let name: String
    private let size: Int
    private let isShown: Bool
    private let watch = Stopwatch()
    /// When the line was written last, in seconds.
    private var written: Double?

    private static let leastSize = 4_000_000
    private static let pause = 0.1

    /// - Parameter isFirst: Whether the file was not read before.
    init(of path: String, size: Int, isFirst: Bool) {
        name = path + (isFirst ? "" : " again")
        self.size = size
        isShown = size >= Self.leastSize && isatty(STDERR_FILENO) != 0
    }

    /// So many bytes were read, which have so many packets.
    mutating func show(_ bytes: Int, packets: Int) {
        guard isShown else { return }
        let now = watch.seconds
        guard written.map({ now - $0 >= Self.pause }) ?? true else { return }
        written = now
        write(
            Self.text(
                name, percent: bytes * 100 / size, packets, columns: TerminalSize.ofStandardError?.columns))
    }

    /// Removes the line: something else is written there.
    mutating func clear() {
        guard written != nil else { return }
        written = nil
        write("")
    }

    /// In the columns of a terminal, where a longer line could not be rewritten; the end of a long path says more than its
    /// beginning.
    private static func text(_ name: String, percent: Int, _ packets: Int, columns: Int?) -> String {
        let (start, end) = ("reading ", ": \(percent) %, \(packets) packets")
        let text = start + name.asciiText + end
        guard let columns, text.count >= columns else { return text }
        let room = columns - 1 - start.count - end.count - 3
        return room > 0
            ? start + "..." + name.asciiText.suffix(room) + end : String(text.suffix(max(0, columns - 1)))
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data("\r\(text)\u{1B}[K".utf8)) }
}
