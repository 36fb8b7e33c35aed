// Includes nothing of a module that it may use: the test `import_laws_refuse_idle` must see that refused.
