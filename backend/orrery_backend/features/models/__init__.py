"""Models: checks of the modelling language, and the models that ship."""
