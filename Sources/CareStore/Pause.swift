import Glibc

func pause(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }
