// FlexionTests
