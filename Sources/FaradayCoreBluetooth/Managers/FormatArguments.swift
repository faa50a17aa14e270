#if !canImport(Darwin)
import Foundation

// Objects as arguments of `NSLog` and `String(format:)`. With Objective-C, every `NSObject` can be an argument and
// prints its description for `%@`. Elsewhere Foundation supports only strings, so our objects pass their description.

extension NSObject {
    fileprivate var formatArgument: any CVarArg { NSString(string: description) }
}

extension CBManager: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { formatArgument }
    public var _cVarArgEncoding: [Int] { formatArgument._cVarArgEncoding }
}

extension CBPeer: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { formatArgument }
    public var _cVarArgEncoding: [Int] { formatArgument._cVarArgEncoding }
}

extension CBAttribute: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { formatArgument }
    public var _cVarArgEncoding: [Int] { formatArgument._cVarArgEncoding }
}

extension CBUUID: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { formatArgument }
    public var _cVarArgEncoding: [Int] { formatArgument._cVarArgEncoding }
}

extension CBATTRequest: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { formatArgument }
    public var _cVarArgEncoding: [Int] { formatArgument._cVarArgEncoding }
}

extension CBL2CAPChannel: _CVarArgObject {
    public var _cVarArgObject: any CVarArg { formatArgument }
    public var _cVarArgEncoding: [Int] { formatArgument._cVarArgEncoding }
}
#endif
