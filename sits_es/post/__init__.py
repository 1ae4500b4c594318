"""The post office: what came by mail is judged, games go on as far as they can, and what must go out is written."""
