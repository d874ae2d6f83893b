"""Meta's end of WhatsApp over loopback: its webhooks, its Cloud API, its limits and its failures."""
