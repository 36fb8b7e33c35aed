"""Webhooks: other systems are told what happened, by signed requests."""
