#if !canImport(Darwin)
import Foundation

// Objects as arguments of `NSLog` and `String(format:)`: where Objective-C is, every `NSObject` is one and prints its
// description for `%@`. Elsewhere Foundation does this for strings alone, so ours stand in as their description.

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
