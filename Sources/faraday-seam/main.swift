import FaradaySeam
import Foundation

exit(SeamCommand.run(Array(CommandLine.arguments.dropFirst())))
