import BluetoothPort

/// Which characteristic of a published service has the handlers: the driver keeps them by the number of the call of
/// `publish`, in the order of its characteristics.
struct HandlerPlace: Hashable {
    let publication: UInt64
    let index: Int
}

/// What the handlers of one request are asked.
enum RequestHandling: Equatable {
    case read(HandlerPlace, RemoteCentral)
    case write(WriteHandling)
}

/// Values that a central has written with one request.
struct WriteHandling: Equatable {
    struct Value: Equatable {
        let place: HandlerPlace
        let bytes: [UInt8]
        /// Where a control point answers.
        let answersOn: AttributeIdentifier?
        /// The number of the value's first part in the request.
        let part: Int
    }

    let central: RemoteCentral
    var values: [Value] = []
    /// Why the write after these values is refused. A value before it that does not decode is refused first.
    var refusal: Refusal?

    struct Refusal: Equatable {
        let reason: RequestRefusal
        let part: Int
    }
}

/// What the handlers of one request said.
enum HandlerResult: Sendable {
    case value([UInt8])
    /// All writes were taken; control points answer with these bytes on characteristics of these types.
    case written([(characteristic: AttributeIdentifier, bytes: [UInt8])])
    /// A read, or the write with the number `part`, was refused.
    case refused(RequestRefusal, part: Int = 0)
}
