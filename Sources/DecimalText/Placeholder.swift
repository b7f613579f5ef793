// DecimalText
