import CInterposition

/// Where a piece of work was handed on: return addresses, from the inside out.
package struct Origin {
    private let frames: (UInt, UInt, UInt, UInt, UInt, UInt)

    package init() { frames = (0, 0, 0, 0, 0, 0) }

    init(_ origin: UnsafePointer<faraday_origin>) {
        let f = origin.pointee.frames
        func address(_ frame: UnsafeRawPointer?) -> UInt { UInt(bitPattern: frame) }
        frames = (address(f.0), address(f.1), address(f.2), address(f.3), address(f.4), address(f.5))
    }

    /// The addresses that are known.
    package var addresses: [UInt] {
        [frames.0, frames.1, frames.2, frames.3, frames.4, frames.5].prefix { $0 != 0 }.map(\.self)
    }
}
