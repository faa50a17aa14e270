import CZlib
import Testing

@testable import Compressor

@Suite struct CompressorTests {
    @Test func whatIsCompressedComesBack() throws {
        let bytes = [UInt8](repeating: 7, count: 10_000)
        let compressed = try Compressor().compress(bytes)
        #expect(compressed.count < 100)
        #expect(try Compressor().expand(compressed, count: bytes.count) == bytes)
    }

    @Test func compressesAsMuchAsItCan() throws {
        let spy = ZlibSpy()
        spy.onCompressBound.returns(20)
        spy.onCompress2.does { call in
            call.destLen?.pointee = 3
            return Z_OK
        }
        #expect(try Compressor(zlib: spy).compress([1, 2]) == [0, 0, 0])
        #expect(spy.onCompress2.calls.map(\.level) == [Z_BEST_COMPRESSION])
        #expect(spy.calls.map(\.member).count == 2)
    }

    /// A real one can't be made to say this.
    @Test func saysThatThereIsNoMemory() throws {
        let spy = ZlibSpy()
        spy.onUncompress.returns(Z_MEM_ERROR)
        #expect(throws: Compressor.Failure(status: Z_MEM_ERROR)) {
            try Compressor(zlib: spy).expand([1], count: 1)
        }
    }
}
