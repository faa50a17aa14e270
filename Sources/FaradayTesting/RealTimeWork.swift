// Only on platforms where we replace XCTest's waits: see XCTestCase+Waits.
#if canImport(XCTest) && !canImport(Darwin)
import BluetoothPort
import Foundation

/// The process's pending work in real time, as far as the system knows it: threads that are ready to run, and timers.
///
/// When the timeout of a wait in virtual time has passed, the wait checks this before it fails. The world does not know
/// the app's tasks and operation queues, and they may be about to fulfil the expectation.
enum RealTimeWork {
    /// Whether another thread runs or is ready to run, or a timer fires within `seconds`; `true` if the system does not
    /// say.
    static func isPending(within seconds: Double) -> Bool { hasRunningThread || hasTimer(within: seconds) }

    private static var hasRunningThread: Bool {
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else {
            return true
        }
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        let me = link?.split(separator: "/").last.map(String.init)
        return threads.contains { thread in
            guard thread != me,
                let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8),
                let name = stat.lastIndex(of: ")")
            else { return false }
            // The state follows the name, and the name may contain any character.
            let state = stat[stat.index(after: name)...].first { $0 != " " }
            return state == "R" || state == "D"
        }
    }

    /// Timers are file descriptors here. `Task.sleep` has one on the clock that counts suspended time too; run loops
    /// have one for their `Timer`s, and Dispatch one for `asyncAfter`, which also fires by itself once each second.
    private static func hasTimer(within seconds: Double) -> Bool {
        var monotonic: [Double] = []
        for descriptor in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(descriptor)")
            guard target?.contains("[timerfd]") == true,
                let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8),
                let left = timeLeft(info), left > 0
            else { continue }
            if info.contains("clockid: \(CLOCK_MONOTONIC)\n") {
                monotonic.append(left)
            } else if left <= seconds {
                return true
            }
        }
        let own = monotonic.firstIndex { $0 <= 1 }
        if let own { monotonic.remove(at: own) }
        return monotonic.contains { $0 <= seconds }
    }

    /// Seconds, from `it_value: (0, 479565257)`.
    private static func timeLeft(_ info: String) -> Double? {
        guard let line = info.split(separator: "\n").first(where: { $0.hasPrefix("it_value: (") }) else {
            return nil
        }
        let numbers = line.dropFirst("it_value: (".count).dropLast().split(separator: ",")
            .compactMap { Double($0.drop { $0 == " " }) }
        return numbers.count == 2 ? numbers[0] + numbers[1] / 1e9 : nil
    }
}
#endif
