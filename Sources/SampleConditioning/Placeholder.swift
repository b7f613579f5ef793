// SampleConditioning
