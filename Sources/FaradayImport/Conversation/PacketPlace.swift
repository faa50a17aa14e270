/// Where a packet stands: the file's place among those that are imported, and the packet's number in it.
package struct PacketPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The file, from 0 on.
    package var file: Int
    /// The packet, from 1 on, as Wireshark numbers it.
    package var number: Int

    package init(file: Int = 0, number: Int) { (self.file, self.number) = (file, number) }

    package static func < (left: Self, right: Self) -> Bool {
        (left.file, left.number) < (right.file, right.number)
    }

    /// `12`, or `2:12` in a file after the first.
    package var description: String { file == 0 ? "\(number)" : "\(file + 1):\(number)" }
}
