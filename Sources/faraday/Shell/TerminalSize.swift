import Foundation

/// How much text the terminal shows.
enum TerminalSize {
    /// The columns and rows of the terminal that standard output is; `nil` if it is none, or does not say.
    static var current: (columns: Int, rows: Int)? { ofDescriptor(1) }

    /// The same of the terminal that standard error is.
    static var ofStandardError: (columns: Int, rows: Int)? { ofDescriptor(2) }

    private static func ofDescriptor(_ descriptor: CInt) -> (columns: Int, rows: Int)? {
        // struct winsize: rows, columns, and the size in pixels.
        var size = [UInt16](repeating: 0, count: 4)
        let answer = size.withUnsafeMutableBytes { ioctl(descriptor, request, $0.baseAddress!) }
        guard answer == 0, size[0] > 0, size[1] > 0 else { return nil }
        return (Int(size[1]), Int(size[0]))
    }

    /// TIOCGWINSZ; Apple's macro computes the number, which Swift does not import.
    #if canImport(Darwin)
    private static let request: UInt = 0x4008_7468
    #else
    private static let request = UInt(TIOCGWINSZ)
    #endif
}
