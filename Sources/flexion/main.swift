print("flexion")
