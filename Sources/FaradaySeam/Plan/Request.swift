/// What the command was asked for.
struct SeamRequest {
    enum DelegateStyle: String, CaseIterable {
        case `protocol`
        case async
    }

    struct Rename: Equatable {
        var old: String
        var new: String
    }

    var module: String
    var types: [String] = []
    var wantsFunctions = false
    var protocolName: String?
    var renames: [Rename] = []
    var delegateStyle = DelegateStyle.protocol
    var isPublic = false
    var usage: Usage?
    /// `macOS`, `iOS`, ...: where what is generated will be; `nil` is none of Apple's platforms.
    var platform: String?
}
