import Bystander
import Dependent

print("the dependent has \(heartRate()), the bystander found \(found())")
