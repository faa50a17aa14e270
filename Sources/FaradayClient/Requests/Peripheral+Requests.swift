import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Requests of one control point are made one after another, in the order of the calls, so that their answers can't be confused.
extension Peripheral {
    /// Makes a request and returns its answer: subscribes to the answers, writes the request, and waits for the notification or
    /// indication that answers it.
    ///
    /// Calls for one control point are made one after another. The subscription stays for 5 seconds after the last one. After
    /// a call that was cancelled or took too long, its late answer may come during the next call: tell them apart with
    /// `isAnswer` if the answers say what they answer.
    ///
    /// ```swift
    /// let answer = try await scale.request(.registerNewUser(consentCode: 1234), at: UserData.controlPoint)
    /// ```
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - point: Where it is asked, and where the answer comes from.
    ///   - service: Which service, if there are several of its type.
    ///   - limit: How long it may take, from the call to the answer.
    ///   - isAnswer: Whether a value answers the request; without it, the first one after the request does.
    public func request<Request, Response>(
        _ request: Request, at point: ControlPoint<Request, Response>, in service: ServicePath? = nil,
        within limit: Nanoseconds? = nil,
        where isAnswer: @Sendable (Response) throws -> Bool = { _ in true }
    ) async throws -> Response {
        let exchange = Exchange(self, point, service, limit)
        return try await exchange.perform(writing(request.bytes, exchange.request)) { _, bytes in
            let response: Response = try decode(bytes, point.response, .request, exchange.answers[0])
            return try isAnswer(response) ? response : nil
        }
    }

    /// Makes a request that is answered by several values, and returns all of them.
    ///
    /// ```swift
    /// let parts = try await logger.request(.dump, at: Logger.controlPoint, until: { $0.last?.isLast == true })
    /// ```
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - point: Where it is asked, and where the answers come from.
    ///   - service: Which service, if there are several of its type.
    ///   - limit: How long it may take, from the call to the last value.
    ///   - isComplete: Whether these values are the whole answer; asked after each one.
    public func request<Request, Response>(
        _ request: Request, at point: ControlPoint<Request, Response>, in service: ServicePath? = nil,
        within limit: Nanoseconds? = nil, until isComplete: @Sendable ([Response]) throws -> Bool
    ) async throws -> [Response] {
        let exchange = Exchange(self, point, service, limit)
        var responses: [Response] = []
        return try await exchange.perform(writing(request.bytes, exchange.request)) { _, bytes in
            responses.append(try decode(bytes, point.response, .request, exchange.answers[0]))
            return try isComplete(responses) ? responses : nil
        }
    }

    /// Makes a request for values that another characteristic sends, and returns them with the answer that ends them.
    ///
    /// ```swift
    /// let (records, answer) = try await meter.request(
    ///     .reportAll, at: Glucose.recordAccess, collecting: Glucose.measurement, within: .seconds(30))
    /// ```
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - point: Where it is asked, and where the answer comes from.
    ///   - items: The characteristic that sends the values, in the same service.
    ///   - service: Which service, if there are several of its type.
    ///   - limit: How long it may take, from the call to the answer.
    public func request<Request, Response, Item>(
        _ request: Request, at point: ControlPoint<Request, Response>,
        collecting items: TypedCharacteristic<Item>,
        in service: ServicePath? = nil, within limit: Nanoseconds? = nil
    ) async throws -> (items: [Item], response: Response) {
        let path = service.map { items.path(in: $0) } ?? items.path
        let exchange = Exchange(self, point, service, limit, collecting: path)
        var collected: [Item] = []
        return try await exchange.perform(writing(request.bytes, exchange.request)) { place, bytes in
            if place == 0 {
                collected.append(try decode(bytes, items, .request, path))
                return nil
            }
            return (collected, try decode(bytes, point.response, .request, exchange.answers[1]))
        }
    }

    /// Sends a whole frame and returns the whole frame that answers it, each in as many values as it takes.
    ///
    /// Frames are put together from the subscription on, so a frame that was half there when the request was made is whole
    /// when its rest comes. Frames that do not answer are kept, the newest 256: `messages(of:framed:)` with the same framing
    /// begins with them. That are those before the request, those that `isAnswer` declines, and those after the answer.
    ///
    /// ```swift
    /// let answer = try await modem.request(
    ///     Array("AT+CSQ".utf8), at: NordicUART.serial, framed: .delimited(by: [0x0D, 0x0A]),
    ///     where: { $0.starts(with: "+CSQ".utf8) })
    /// ```
    ///
    /// - Parameters:
    ///   - frame: What is asked.
    ///   - point: Where it is asked, and where the answer comes from.
    ///   - framing: How frames are carried by the values, in both directions.
    ///   - service: Which service, if there are several of its type.
    ///   - limit: How long it may take, from the call to the last byte of the answer.
    ///   - isAnswer: Whether a frame answers the request; without it, the first one after the request does. A device that
    ///     sends lines by itself, or that answers late, needs it, or `flush(_:quietPeriod:)` before the request.
    public func request<Codec: FramingCodec>(
        _ frame: [UInt8], at point: ControlPoint<[UInt8], [UInt8]>, framed framing: Codec,
        in service: ServicePath? = nil, within limit: Nanoseconds? = nil,
        where isAnswer: @Sendable ([UInt8]) throws -> Bool = { _ in true }
    ) async throws -> [UInt8] {
        var exchange = Exchange(self, point, service, limit)
        exchange.frames = core.lines.line(exchange.answers[0]).frames(framing)
        return try await exchange.perform { writing in
            try await write(
                frame, to: exchange.request, framed: framing, withResponse: writing == .withResponse)
        } take: { (_, frame) -> [UInt8]? in
            try isAnswer(frame) ? frame : nil
        }
    }

    /// Waits until a characteristic has sent nothing for some time, and drops what it sends meanwhile: late answers, and
    /// lines that a device sends by itself. Subscribes first, and takes its turn among the requests that this characteristic
    /// answers.
    ///
    /// Frames that earlier requests have left over are dropped too, and the next request's frame begins anew.
    ///
    /// ```swift
    /// try await modem.flush(NordicUART.serial, quietPeriod: .milliseconds(300), within: .seconds(5))
    /// ```
    ///
    /// - Parameters:
    ///   - point: Where answers come from.
    ///   - quietPeriod: How long nothing must come.
    ///   - service: Which service, if there are several of its type.
    ///   - limit: How long it may take; throws `.deadlineExceeded` if the characteristic does not become quiet.
    /// - Returns: How many values were dropped.
    @discardableResult
    public func flush<Request, Response>(
        _ point: ControlPoint<Request, Response>, quietPeriod: Nanoseconds, in service: ServicePath? = nil,
        within limit: Nanoseconds? = nil
    ) async throws -> Int {
        try await Exchange(self, point, service, limit).flush(quietPeriod)
    }

    private func writing(
        _ bytes: [UInt8], _ path: CharacteristicPath
    ) -> (Exchange.Writing) async throws -> Void {
        { writing in
            switch writing {
            case .withResponse: try await write(bytes, to: path)
            case .withoutResponse: try await writeWhole(bytes, to: path)
            }
        }
    }
}

extension Exchange {
    fileprivate init<Request, Response>(
        _ peripheral: Peripheral, _ point: ControlPoint<Request, Response>, _ service: ServicePath?,
        _ limit: Nanoseconds?, collecting items: CharacteristicPath? = nil
    ) {
        let response = service.map { point.response.path(in: $0) } ?? point.response.path
        self.init(
            peripheral: peripheral, request: service.map { point.request.path(in: $0) } ?? point.request.path,
            answers: (items.map { [$0] } ?? []) + [response], limit: limit)
    }
}
