// A parameter that is named by a preposition, which the law of names forbids.
int next(int of) { return of + 1; }
