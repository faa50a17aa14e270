extension HCI {
    /// Splits a stream of bytes into packets. Finds the next packet when bytes were lost, added or changed on
    /// the way, as on a serial line.
    ///
    /// Bytes that can't be the header of a packet end synchronization. So does a malformed packet, if the
    /// bytes after it can't begin another one. From then on bytes are skipped up to a certain packet: an
    /// event that this package knows and that is valid to the last byte, or data after which another packet
    /// or nothing follows. A malformed packet in a valid stream affects only itself. If too much is skipped
    /// or synchronization is lost too often, the stream fails.
    ///
    /// On a reliable transport, such as a socket, no byte is lost: packets begin where the headers say, and
    /// the first byte that begins no packet ends the stream.
    ///
    /// ```swift
    /// stream.append(bytes)
    /// while let finding = stream.next() { … }
    /// ```
    public struct H4Resynchronizer: Hashable, Sendable {
        /// Who sends: hosts and controllers send different packets.
        public enum Sender: Hashable, Sendable {
            /// Bytes of a host: commands and data.
            case host
            /// Bytes of a controller: events and data.
            case controller
        }

        /// The findings in the bytes, in order.
        public enum Finding: Hashable, Sendable {
            /// A whole packet.
            case packet(Packet)
            /// An invalid packet, which is dropped.
            case malformed(DecodeError)
            /// A whole packet of data that this package does not take, which is dropped.
            case ignored(IgnoredData)
            /// This many bytes belonged to no packet; synchronization is back.
            case skipped(Int)
            /// The stream makes no sense; no more packets are searched in it.
            case givenUp
        }

        /// How many errors are tolerated.
        public struct Limits: Hashable, Sendable {
            /// How many bytes in a row may belong to no packet.
            public var skippedBytes: Int
            /// How often synchronization may be lost; packets that are found afterwards reduce the count.
            public var losses: Int
            /// How many valid packets reduce that count by one.
            public var healingPackets: Int
            /// The longest data of an ACL packet; longer data is no packet.
            public var dataLength: Int

            /// Creates limits; noise on a wire stays far within these.
            public init(
                skippedBytes: Int = 1 << 16, losses: Int = 32, healingPackets: Int = 4, dataLength: Int = 4096
            ) {
                self.skippedBytes = skippedBytes
                self.losses = losses
                self.healingPackets = healingPackets
                self.dataLength = dataLength
            }
        }

        /// The transport of the bytes.
        public enum Transport: Hashable, Sendable {
            /// A wire: bytes may be lost, added or changed.
            case lossy
            /// No byte is lost or changed.
            case reliable
        }

        private let sender: Sender
        private let transport: Transport
        private let limits: Limits
        private var buffer: [UInt8] = []
        private var start = 0
        private var isSearching = false
        /// Bytes skipped since sync was lost.
        private var skipped = 0
        private var losses = 0
        /// Packets that have made up for nothing yet.
        private var soundPackets = 0
        private var isHopeless = false
        private var hasToldOfEnd = false
        /// The bytes of the last packet that was found, with its indicator, as they were sent.
        package private(set) var packetBytes: [UInt8] = []
        /// The last packet that was found malformed, with its indicator; what a controller needs to answer it.
        public private(set) var rejectedPacket: [UInt8]?
        /// The first bytes that belonged to no packet, at most 16: they show what it is that is no H4.
        public private(set) var strayBytes: [UInt8] = []

        /// Creates one at the start of a packet; `limits` are those of a lossy transport.
        public init(from sender: Sender, over transport: Transport = .lossy, limits: Limits = Limits()) {
            self.sender = sender
            self.transport = transport
            self.limits = limits
        }

        /// How many bytes wait for the rest of their packet.
        public var buffered: Int { buffer.count - start }
        /// Whether the next packet is being looked for.
        public var hasLostSync: Bool { isSearching }

        /// Adds received bytes.
        public mutating func append(_ bytes: [UInt8]) {
            guard !isHopeless else { return }
            if start > 0 {
                buffer.removeFirst(start)
                start = 0
            }
            buffer.append(contentsOf: bytes)
        }

        /// Takes the next finding, or nil until more bytes are there.
        public mutating func next() -> Finding? {
            while !isHopeless {
                if isSearching {
                    guard search() else { break }
                    defer { skipped = 0 }
                    isSearching = false
                    return .skipped(skipped)
                }
                let verdict =
                    transport == .reliable
                    ? H4Guess.frame(buffer, start, sender) : H4Guess.header(buffer, start, sender, limits)
                switch verdict {
                case .incomplete: return nil
                case .impossible: loseSync()
                case .length(let length):
                    guard length <= buffered else { return nil }
                    if let finding = take(length) { return finding }
                }
            }
            guard isHopeless, !hasToldOfEnd else { return nil }
            hasToldOfEnd = true
            (buffer, start) = ([], 0)
            return .givenUp
        }

        /// Takes out the packet at the start; nil when it shows that sync is lost.
        private mutating func take(_ length: Int) -> Finding? {
            if let data = IgnoredData(rawValue: buffer[start]) {
                start += length
                return .ignored(data)
            }
            let bytes = Array(buffer[start..<start + length])
            do throws(DecodeError) {
                let packet = try Packet(h4: bytes)
                start += length
                packetBytes = bytes
                heal()
                return .packet(packet)
            } catch {
                guard transport == .reliable || H4Guess.mayBegin(buffer, start + length, sender, limits)
                else {
                    loseSync()
                    return nil
                }
                start += length
                rejectedPacket = bytes
                return .malformed(error)
            }
        }

        private mutating func heal() {
            guard losses > 0 else { return }
            soundPackets += 1
            guard soundPackets >= limits.healingPackets else { return }
            (soundPackets, losses) = (0, losses - 1)
        }

        private mutating func loseSync() {
            if strayBytes.isEmpty { strayBytes = Array(buffer[start...].prefix(16)) }
            if transport == .reliable { return isHopeless = true }
            isSearching = true
            start += 1
            skipped = 1
            losses += 1
            if losses > limits.losses { isHopeless = true }
        }

        /// Skips to the next packet; returns whether it is complete.
        ///
        /// A complete and certain packet is used even if an earlier, incomplete one is possible. Otherwise
        /// noise could make the stream wait forever.
        private mutating func search() -> Bool {
            var firstPossible: Int?
            for place in start..<buffer.count {
                switch H4Guess.packet(buffer, place, sender, limits) {
                case .impossible: continue
                case .incomplete: firstPossible = firstPossible ?? place
                case .length:
                    skip(to: place)
                    return !isHopeless
                }
            }
            skip(to: firstPossible ?? buffer.count)
            return false
        }

        private mutating func skip(to place: Int) {
            skipped += place - start
            start = place
            if skipped > limits.skippedBytes { isHopeless = true }
        }
    }
}
