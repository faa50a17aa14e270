"""What was checked: a line for each check, and whether all of them held."""

import traceback


class Checks:
    def __init__(self):
        self.failed = []
        self.count = 0
        self.area = ""

    def that(self, rule, holds, found=""):
        """Says whether a rule holds, and what was found if it does not."""
        self.count += 1
        line = f"{self.area}: {rule}"
        if not holds:
            self.failed.append(line)
        print(ascii_only(f"{'ok  ' if holds else 'FAIL'} {line}" + ("" if holds or found == "" else f" (found: {found})")), flush=True)
        return bool(holds)

    def equal(self, rule, found, expected):
        return self.that(rule, found == expected, f"{found!r}, expected {expected!r}")

    def figure(self, text):
        """A measured figure, which is no check."""
        print(ascii_only(f"     {self.area}: {text}"), flush=True)

    def run(self, area, function, *arguments):
        """Runs the checks of an area; an exception is a failed check, and the other areas still run."""
        self.area = area
        try:
            function(self, *arguments)
        except Exception as error:  # what it is does not matter: the area did not come to its end
            traceback.print_exc()
            self.area = area
            self.that("all checks could be made", False, str(error).splitlines()[0] if str(error) else type(error).__name__)

    def finish(self):
        print(f"{self.count} checks, {len(self.failed)} failed")
        for line in self.failed:
            print(ascii_only(f"  {line}"))
        return 1 if self.failed else 0


def ascii_only(text):
    return text.encode("ascii", "backslashreplace").decode()
