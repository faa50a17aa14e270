/// Reads the packed form, as `Inspector/Page/feed.js` does.
enum Unpacked {
    static func lines(_ text: [UInt8]) -> [String] {
        var (common, lines, id, time): ([String], [String], Int, Int64) = ([], [], 0, 0)
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            if line.first == "+" {
                common.append(String(line.dropFirst(2)))
            } else if line.first == "{" {
                lines.append(String(line))
                guard let rest = line.dropFirst(#"{"id":"#.count) as Substring?, line.hasPrefix(#"{"id":"#)
                else { continue }
                let numbers = rest.split(separator: ",", maxSplits: 2)
                id = (Int(numbers[0]) ?? 0) + 1
                time = Int64(numbers[1].dropFirst(#""t":"#.count)) ?? 0
            } else {
                let numbers = line.split(separator: " ").compactMap { Int64($0) }
                time += numbers[0]
                lines.append("{\"id\":\(id),\"t\":\(time),\(common[Int(numbers[1])])")
                id += 1
            }
        }
        return lines
    }
}
