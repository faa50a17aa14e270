#if os(Linux)
import BluetoothPort
import FaradayTesting
import Foundation
import XCTest

/// Stands in for XCUITest's class: launches the doorbell example in a process of its own, and takes the last line that
/// this printed for what its screen shows.
final class XCUIApplication {
    var launchEnvironment: [String: String] = [:]
    private let process = Process()
    private let screen = Screen()
    private let errors = Pipe()

    /// The lines that were printed, and whoever waits for one.
    private final class Screen: Sendable {
        private let state = Lock<(unread: [UInt8], line: String)>(([], ""))
        private let news = DispatchSemaphore(value: 0)

        func take(_ data: Data) {
            state.withLock { state in
                state.unread += data
                while let feed = state.unread.firstIndex(of: 0x0A) {
                    state.line = String(decoding: state.unread[..<feed], as: UTF8.self)
                    state.unread.removeFirst(feed + 1)
                }
            }
            news.signal()
        }

        func shows(_ text: String, before deadline: DispatchTime) -> Bool {
            while state.withLock({ $0.line }) != text {
                guard news.wait(timeout: deadline) == .success else { return false }
            }
            return true
        }
    }

    struct Element {
        let wait: (TimeInterval) -> Bool
        func waitForExistence(timeout: TimeInterval) -> Bool { wait(timeout) }
    }

    struct Texts {
        let element: (String) -> Element
        subscript(text: String) -> Element { element(text) }
    }

    var staticTexts: Texts {
        Texts { [screen] text in
            Element { timeout in screen.shows(text, before: .now() + timeout) }
        }
    }

    /// Starts the program, which lies beside the binary of this test.
    func launch() {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("doorbell")
        process.environment = ProcessInfo.processInfo.environment.merging(launchEnvironment) { $1 }
            .merging(Self.withoutHelpers) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = errors
        output.fileHandleForReading.readabilityHandler = { [screen] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil } else { screen.take(data) }
        }
        do {
            try process.run()
        } catch {
            XCTFail("\(error)")
        }
    }

    /// A program that ends in a trap, as one here is meant to, starts a backtracer and, with a sanitizer, a symbolizer. They
    /// have its standard error, and may outlive it and wait for ever: once in some ten runs they did.
    private static let withoutHelpers: [String: String] = {
        let sanitizer = ProcessInfo.processInfo.environment["TSAN_OPTIONS"].map { $0 + ":" } ?? ""
        return ["SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": sanitizer + "symbolize=0"]
    }()

    /// What the program wrote to standard error before it ended.
    func waitForEnd() -> String {
        String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    deinit {
        if process.isRunning { process.terminate() }
    }
}
#endif
