"""The WhatsApp door: webhook in (routes, signature, payload), messages out (client)."""
