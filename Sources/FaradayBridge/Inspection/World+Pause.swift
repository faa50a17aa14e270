import BluetoothTypes
import FaradayLive
import FaradaySimulation

extension World {
    /// Stops the test here until somebody says `continue` on the page, or with `faraday tell ADDRESS continue`.
    ///
    /// For debugging: remove the call when you are done, because nobody continues a test in CI. It starts `inspect()` if
    /// there is none, and prints the address and this line. The thread of the caller is blocked, so the world stands
    /// still, a paced world too. `run 1s` lets it run for 1 s of virtual time, and then it waits again. If no server can
    /// be started, it prints the reason and returns.
    ///
    /// ```swift
    /// try await world.run(until: { app.isConnected })
    /// await world.pause()
    /// ```
    public func pause(
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
    ) async {
        guard let waiter = beginPause("\(fileID):\(line)") else { return }
        let desk = WorldDesk.of(self)
        while case .run(let time) = waiter.next() {
            desk.waits(false, in: self)
            do {
                try await run(for: time, isolation: isolation)
            } catch {
                InspectionText.say("the run ended: \(error)")
            }
            desk.waits(true, in: self)
        }
        desk.endWait(waiter, in: self)
    }

    /// The same for tests that are not asynchronous.
    public func pause(fileID: StaticString = #fileID, line: UInt = #line) {
        guard let waiter = beginPause("\(fileID):\(line)") else { return }
        let desk = WorldDesk.of(self)
        while case .run(let time) = waiter.next() {
            desk.waits(false, in: self)
            do {
                try run(for: time)
            } catch {
                InspectionText.say("the run ended: \(error)")
            }
            desk.waits(true, in: self)
        }
        desk.endWait(waiter, in: self)
    }

    private func beginPause(_ place: String) -> WorldDesk.Waiter? {
        do {
            let inspection = try inspect()
            InspectionText.say("paused at \(Nanoseconds(now.nanoseconds).seconds) s in \(place)")
            InspectionText.say("on with: faraday tell \(inspection.address) continue")
        } catch {
            InspectionText.say("can't pause: \(error)")
            return nil
        }
        return WorldDesk.of(self).beginWait(in: self)
    }
}
