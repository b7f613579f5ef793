import Goniometry
import Inertial

print("example")
