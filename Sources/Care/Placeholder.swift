// Care
