import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

extension World {
    /// Something that is still open although the test has released everything.
    public struct Leak: Hashable, Sendable, Codable, CustomStringConvertible {
        /// What is open.
        public enum Kind: String, Hashable, Sendable, Codable {
            /// A manager of a phone, which something still owns.
            case manager
            /// A link of a phone as central, which no manager uses.
            case link
            /// A request, or a scan, that has not ended.
            case request
        }

        /// What is open.
        public let kind: Kind
        /// The phone's name.
        public let phone: String
        /// What is open, in words.
        public let text: String

        /// What is open, with the phone, in one line.
        public var description: String { "\(phone): \(text)" }
    }

    /// What is still open now. Ask at the end of a test, when its objects are released and the world has run for so long
    /// that links which nobody uses have ended (`OSProfile.linkLinger`); then each entry is a leak.
    ///
    /// ```swift
    /// app = nil
    /// try world.run(for: .seconds(10))
    /// #expect(world.leaks.isEmpty)
    /// ```
    ///
    /// What is known are managers of apps that have not ended, links and requests. What is not known are the app's other
    /// objects, tasks that wait for something that is no request, and continuations that nobody resumes: the world does
    /// not see them. A link that the system keeps for itself, as that of a keyboard, is no leak.
    public var leaks: [Leak] { lock.withLock { $0.leaks } }
}

extension WorldState {
    fileprivate var leaks: [World.Leak] {
        phones.flatMap { id in
            phone(id).openManagers.map { text in
                World.Leak(kind: .manager, phone: displayName(of: id).asciiText, text: text)
            } + unusedLinks(of: id) + openRequests(of: id)
        }
    }

    fileprivate func openRequests(of id: NodeID) -> [World.Leak] {
        let phone = displayName(of: id)
        return nodes[id.index].requestDescriptions(traceNames).map { line in
            let prefix = "\(phone): "
            let text = line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
            return World.Leak(kind: .request, phone: phone.asciiText, text: text.asciiLine)
        }
    }

    /// The links of a phone as central that neither a manager nor the phone itself uses.
    fileprivate func unusedLinks(of id: NodeID) -> [World.Leak] {
        let phone = phone(id)
        return medium.links.compactMap { link in
            guard let link, link.central.controller.node == id else { return nil }
            guard !phone.stack.model.router.usesLink(to: link.central.peer) else { return nil }
            let other = displayName(of: link.peripheral.controller.node).asciiText
            return World.Leak(
                kind: .link, phone: displayName(of: id).asciiText,
                text: "the link to \(other) is up, and no manager uses it")
        }
    }
}
