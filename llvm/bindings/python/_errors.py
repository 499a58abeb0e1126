"""What a call raises."""


class Error(Exception):
    """A run-time error of a function.

    str() of it is the whole message, "file:line:column: error: message [code]".

    Attributes
    ----------
    message : str
        what is wrong
    file : str
        the source of the function
    line, column : int
        the place in the source, counted from 1; 0 if it is unknown
    code : str
        the word for what is wrong, such as "index-range"; "procad help CODE" explains it
    problem : int or None
        of a batch, which of the problems it is, counted from 0
    """

    problem = None

    def __init__(self, text, message="", file="", line=0, column=0, code=""):
        super().__init__(text, message, file, line, column, code)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.code = code

    def __str__(self):
        return self.args[0] if self.problem is None else f"{self.args[0]}, in problem {self.problem} of the batch"


def error(file, number, line, column, text, problem=-1):
    """The Error that a text of a pc_error says, in a file or, unless number is 0, in one that it imports; of a batch, in a problem."""
    text = text.decode("utf-8", "replace")
    whole, _, code = text.rpartition(" [")
    place = f"{line}:{column}:" if line else ""
    # The file may be shortened, and its name may have the words that follow it.
    before, _, message = whole.partition(f"{place} error: " if place else "error: ")
    if number:
        file = before.removesuffix(":")
    made = Error(text, message, file, line, column, code[:-1])
    made.problem = problem if problem >= 0 else None
    return made
