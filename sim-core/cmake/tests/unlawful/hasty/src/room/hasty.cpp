long hasty() { return base::now_ns(); }
