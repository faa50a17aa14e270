def check(checks, *rest): pass
