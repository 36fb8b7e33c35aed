"""The console's server. `app.create_app` composes it; `main` runs it."""
