#ifndef CLI_EXIT_CODES_H
#define CLI_EXIT_CODES_H

/* How the program ends; `probity help exit-codes` says the same. */
typedef enum {
  EXIT_CODE_PASS = 0,          /* pass, evaluated, parsed                          */
  EXIT_CODE_FAIL = 1,          /* a property does not hold                         */
  EXIT_CODE_USAGE = 2,         /* command line, or a file that cannot be read or written */
  EXIT_CODE_WRONG_TEXT = 3,    /* the model's text is wrong                        */
  EXIT_CODE_UNKNOWN = 4,       /* not decided                                      */
  EXIT_CODE_INTERNAL = 70,     /* a bug of this program                            */
  EXIT_CODE_INTERRUPTED = 130, /* by the user                                      */
  EXIT_CODE_PIPE = 141         /* nobody reads what is written                     */
} ExitCode;

#endif
