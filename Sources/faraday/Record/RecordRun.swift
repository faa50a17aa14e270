import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradayBridge
import FaradayRecording
import Foundation

/// One recording: the walk, with its lines and its end, and a capture of it.
struct RecordRun {
    /// Why it did not begin.
    struct Failure: Error {
        let text: String
        let status: ExitStatus
    }

    private let walk: RecordingWalk
    private let path: String
    private let interruption = Interruption()
    private let journal = Journal(isQuiet: false)
    private let ending = Lock<RecordingWalk.Ending?>(nil)

    init(_ walk: RecordingWalk, capture path: String) { (self.walk, self.path) = (walk, path) }

    /// Records with a controller.
    func overHCI(_ endpoint: HCIEndpoint) throws(Failure) -> RecordingWalk.Ending {
        var capture: CaptureFile?
        var problem: CaptureFile.Problem?
        let phone: RecordingPhone
        do {
            phone = try RecordingPhone(walk, on: endpoint) { other in
                journal.line("record", "waits for a controller to open \(other)")
            } prepare: { world in
                do throws(CaptureFile.Problem) {
                    capture = try Shell.capture(path, of: world)
                } catch {
                    problem = error
                }
            } onLine: { [journal] line in
                journal.line("record", line)
            } onEnd: { [noteEnd] in
                noteEnd($0)
            }
        } catch {
            throw Failure(text: "\(error)", status: .unavailable)
        }
        if let problem {
            phone.close()
            throw Failure(text: "\(problem)", status: .cantCreate)
        }
        wait { phone.stop() }
        phone.close()
        capture?.close()
        return ending.withLock { $0 } ?? .done
    }

    /// Records with the host's own Bluetooth, of which its framework shows no packets.
    func overOwnBluetooth() throws(Failure) -> RecordingWalk.Ending {
        let phone: any PortProvider
        let file: RecordingFile
        do {
            phone = try OwnBluetooth.open()
        } catch {
            throw Failure(text: error.text, status: .unavailable)
        }
        do {
            file = try RecordingFile(path: path, overwrites: true)
        } catch {
            throw Failure(text: "\(error)", status: .cantCreate)
        }
        let driver = WalkDriver(
            walk,
            after: { time, body in
                DispatchQueue.global().asyncAfter(
                    deadline: .now() + .nanoseconds(Int(time.count)), execute: body)
            },
            onLine: { [journal] in journal.line("record", $0) }, onEnd: noteEnd)
        driver.start(on: RecordingProvider(phone, to: file))
        wait { driver.stop() }
        driver.close()
        file.close()
        return ending.withLock { $0 } ?? .done
    }

    private var noteEnd: @Sendable (RecordingWalk.Ending) -> Void {
        { [ending, end = interruption.end] reason in
            ending.withLock { $0 = reason }
            end()
        }
    }

    /// Waits for the end of the walk, or for an interrupt, which ends it.
    private func wait(_ stop: () -> Void) {
        interruption.arm()
        interruption.wait()
        guard ending.withLock({ $0 }) == nil else { return }
        stop()
        // The end of the connection takes a moment; a second interrupt ends the process.
        interruption.wait()
    }
}
