"""The post office: it judges what comes by mail, takes games as far as they go, and writes what must go out."""
