import CZlib

/// Makes bytes fewer, and brings them back.
struct Compressor {
    struct Failure: Error, Equatable {
        let status: Int32
    }

    func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        var count = CZlib.compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        let status = CZlib.compress2(&result, &count, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
        guard status == Z_OK else { throw Failure(status: status) }
        return Array(result.prefix(Int(count)))
    }

    func expand(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
        var size = uLongf(count)
        var result = [UInt8](repeating: 0, count: count)
        let status = CZlib.uncompress(&result, &size, bytes, uLong(bytes.count))
        guard status == Z_OK else { throw Failure(status: status) }
        return Array(result.prefix(Int(size)))
    }
}
