/// What the client tells about its work, one line at a time.
///
/// A `Central` without a log is silent, and composes no text.
///
/// ```swift
/// let central = Central(log: ClientLog(upTo: .info) { entry in print(entry) })
/// ```
///
/// Its levels are named as those of swift-log, so a closure is all that is needed to write to a `Logger`:
///
/// ```swift
/// let log = ClientLog(upTo: .debug) { entry in
///     logger.log(
///         level: Logger.Level(rawValue: entry.level.name) ?? .debug, "\(entry.message)",
///         metadata: entry.metadata.mapValues { .string($0) })
/// }
/// ```
public struct ClientLog: Sendable {
    /// How much a line matters.
    public enum Level: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// Something failed.
        case error
        /// A link, a scan or the radio changed.
        case info
        /// A request, a discovery.
        case debug
        /// Every command to the system and every event of it, for each peripheral; their category is `request`.
        case trace

        /// The level's name, which is also that of swift-log's level: `Logger.Level(rawValue: level.name)`.
        public var name: String { "\(self)" }

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a line is about.
    public enum Category: String, Hashable, Sendable, CaseIterable {
        /// The state of Bluetooth.
        case radio
        /// Scans and what they find.
        case scan
        /// Links: attempts, ends, reconnections.
        case connection
        /// The discovery of services, characteristics and descriptors.
        case discovery
        /// Reads, writes, subscriptions and other requests to a peripheral.
        case request
        /// What a `LocalPeripheral` does.
        case peripheralRole
    }

    /// One line.
    public struct Entry: Sendable, CustomStringConvertible {
        /// How much the line matters.
        public let level: Level
        /// What the line is about.
        public let category: Category
        /// The peripheral's name or identifier, if the line is about one.
        public let peripheral: String?
        /// What happened.
        public let message: String

        /// What the line is about, as the metadata of a log of another library: `category`, and `peripheral` if there is one.
        public var metadata: [String: String] {
            var metadata = ["category": category.rawValue]
            metadata["peripheral"] = peripheral
            return metadata
        }

        /// The line as text: `connection HR-1: connected`.
        public var description: String { "\(category)\(peripheral.map { " \($0)" } ?? ""): \(message)" }
    }

    let level: Level
    let categories: Set<Category>
    let write: @Sendable (Entry) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: The least important lines that are written.
    ///   - categories: What lines may be about.
    ///   - write: Takes a line; called on any thread.
    public init(
        upTo level: Level = .info, categories: Set<Category> = Set(Category.allCases),
        _ write: @escaping @Sendable (Entry) -> Void
    ) {
        self.level = level
        self.categories = categories
        self.write = write
    }

    func take(
        _ level: Level, _ category: Category, _ peripheral: @autoclosure () -> String?,
        _ message: () -> String
    ) {
        guard level <= self.level, categories.contains(category) else { return }
        write(Entry(level: level, category: category, peripheral: peripheral(), message: message()))
    }
}
