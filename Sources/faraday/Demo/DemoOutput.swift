import BluetoothTypes
import FaradayInspection
import FaradaySimulation
import Foundation

/// What the demo prints and writes: the story or the trace, the figures, the capture.
///
/// Callbacks of the demo's apps call it on the thread that drives the world, one after the other.
final class DemoOutput {
    private let options: DemoOptions
    private let capturePath: String
    private var world: World?
    private var lines: WorldLines?
    private var feed: WorldFeed?

    /// Throws before anything runs if the capture can't be written.
    init(_ options: DemoOptions) throws {
        self.options = options
        capturePath =
            options.capture
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("faraday-demo.pcapng").path
        guard FileManager.default.createFile(atPath: capturePath, contents: nil) else {
            throw UsageError("can't write the capture to \(capturePath)")
        }
    }

    func attach(to world: World) {
        self.world = world
        world.startTrace(capacity: 1_000_000)
        switch options.trace {
        case .text: lines = WorldLines(world)
        case .jsonl:
            let feed = WorldFeed(world, title: "faraday demo")
            put(feed.header)
            self.feed = feed
        case nil: break
        }
    }

    // MARK: The story

    func headline(_ text: String) {
        guard options.trace == nil else { return }
        put("\n\(text)\n")
    }

    /// Prints lines; beside the clock at once, so that a file or a pipe has them when they happen.
    private func put(_ text: String) {
        print(text)
        if options.speed != nil || options.inspects { fflush(nil) }
    }

    /// One line of the story: when, who, what.
    func line(_ time: Instant, _ who: String, _ what: String) {
        guard options.trace == nil else {
            printTrace()
            return
        }
        let name = who.padding(toLength: max(14, who.count), withPad: " ", startingAt: 0)
        put("\(String(format: "%11.6f", Nanoseconds(time.nanoseconds).seconds))  \(name)  \(what)")
    }

    // MARK: The trace

    /// Values are said in words too, as on the page.
    private func printTrace(isLast: Bool = false) {
        let lines = feed?.next(isLast: isLast) ?? lines?.next() ?? []
        if !lines.isEmpty { put(lines.joined(separator: "\n")) }
    }

    // MARK: The end

    /// Prints what is left of the trace and writes the capture.
    func finish() {
        printTrace(isLast: true)
        guard let world else { return }
        let format = CaptureFormat(path: capturePath) ?? .pcapng
        let file = URL(fileURLWithPath: capturePath)
        do {
            try Data(world.capture(format)).write(to: file)
        } catch {
            Shell.complain("can't write the capture to \(capturePath): \(error.localizedDescription)")
        }
        let lost = TraceTaker(world).lostCount
        if lost > 0 { Shell.complain(Shell.lossText(capturePath, lost)) }
    }

    /// Prints the figures after the story. With a trace it prints them on standard error: the trace on standard
    /// output must be the same from run to run.
    func figures(world: World, seconds: Double) {
        let virtual = Nanoseconds(world.now.nanoseconds).seconds
        let text = """

            simulated  \(String(format: "%.1f", virtual)) s of virtual time, seed \(world.seed)
            took       \(String(format: "%.3f", seconds)) s, \(String(format: "%.0f", virtual / seconds)) times real time
            events     \(world.eventCount)
            capture    \(capturePath)

            """
        if options.trace == nil {
            print(text)
        } else {
            FileHandle.standardError.write(Data(text.utf8))
        }
    }
}
