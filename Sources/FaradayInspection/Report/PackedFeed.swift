/// A feed in its packed form, which reports contain.
///
/// Most records of a trace differ from an earlier one only in their number and time. So a line that begins with `+` says
/// once what such records have in common, and a line of two numbers is a record: the time since the record before it in
/// nanoseconds, and the number of the `+` line, counted from 0. All other lines are as in the feed.
struct PackedFeed {
    private(set) var text: [UInt8] = []
    private var numbers: [String: Int] = [:]
    private var time: Int64 = 0

    mutating func add(_ line: String) {
        text += line.utf8
        text.append(0x0A)
    }

    mutating func add(_ record: FeedRecord) {
        guard record.repeats else {
            time = record.time
            return add(record.line)
        }
        let number: Int
        if let known = numbers[record.members] {
            number = known
        } else {
            number = numbers.count
            numbers[record.members] = number
            add("+{" + record.members + "}")
        }
        add("\(record.time - time) \(number)")
        time = record.time
    }
}
