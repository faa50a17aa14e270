import FaradayEngine

/// Calls that wait for their time, by the number that their event carries.
struct ActionTable {
    private var entries: ContiguousArray<(action: World.PendingCall?, generation: UInt32)> = []
    private var free: ContiguousArray<UInt32> = []

    /// Stores `action` and returns the event that stands for it.
    mutating func insert(_ action: World.PendingCall) -> Scheduler.Event {
        if let index = free.popLast() {
            entries[Int(index)].action = action
            entries[Int(index)].generation &+= 1
            return Scheduler.Event(.action, index: index, generation: entries[Int(index)].generation)
        }
        entries.append((action, 0))
        return Scheduler.Event(.action, index: UInt32(entries.count - 1))
    }

    /// Takes the action out, unless it was taken before.
    mutating func take(_ index: UInt32, _ generation: UInt32) -> World.PendingCall? {
        guard entries[Int(index)].generation == generation, let action = entries[Int(index)].action else {
            return nil
        }
        entries[Int(index)].action = nil
        free.append(index)
        return action
    }

    /// Takes all of them out.
    mutating func takeAll() -> [World.PendingCall] {
        var all: [World.PendingCall] = []
        for index in entries.indices {
            guard let action = entries[index].action else { continue }
            entries[index].action = nil
            free.append(UInt32(index))
            all.append(action)
        }
        return all
    }
}
