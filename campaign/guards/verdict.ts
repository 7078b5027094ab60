/** The verdict about a removed guard from the results of its test. */

/** A test that ran, as the reporter prints it; without an error it passed. */
export type TestResult = {
  readonly name: string;
  readonly isSuite: boolean;
  readonly error?: {
    readonly failureType: string;
    readonly name: string;
    readonly code?: string | undefined;
    readonly message: string;
  };
};

/** `void`: nothing was learnt of the guard, because its place is broken and not only unguarded. */
export type Verdict = { readonly is: "missed" | "survives" | "void"; readonly why: string };

/** "missed" when a test failed by an assertion or a refusal, and not because the code or the database no longer holds together. */
export function verdictOf(tests: readonly TestResult[]): Verdict {
  if (tests.length === 0) return { is: "void", why: "its test file does not load, or has no such test" };
  const failed = tests.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return { is: "survives", why: "its test passes without it" };
  const seen = failed.find(({ error }) => !isBroken(error));
  if (seen) return { is: "missed", why: `${seen.error?.name}: ${firstLine(seen.error?.message)}` };
  return { is: "void", why: `${failed[0]?.error?.name}: ${firstLine(failed[0]?.error?.message)}` };
}

const firstLine = (text = "") => text.trim().split("\n")[0];

const BROKEN_CODE = new Set(["SyntaxError", "ReferenceError", "TypeError"]);
/** Of PostgreSQL: a syntax error, a name that is not there, a type that does not fit; 42501 is a right that is missing. */
const BROKEN_SQL = /^42(?!501)\w{3}$/;

function isBroken(error: TestResult["error"]): boolean {
  if (error === undefined || error.failureType !== "testCodeFailure") return true;
  return BROKEN_CODE.has(error.name) || BROKEN_SQL.test(error.code ?? "");
}
