/**
 * The form of an error in the log: its message and place, for a database error also its SQLSTATE, constraint and table, and the
 * same for each cause. Never the values that PostgreSQL quotes from a row or an input: they may be personal.
 */
import { withoutQuotes } from "../postgres/without-quotes.ts";

type LoggedError = {
  readonly type: string;
  readonly message: string;
  /** What PostgreSQL or Node calls it: 23505, ECONNREFUSED. */
  readonly sqlstate?: string;
  readonly errno?: string;
  readonly stack?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
} & Partial<Record<(typeof PLACES)[number], string>>;

/** Names of ours. Its `detail`, `where` and `hint` quote values, and `internalQuery` may. */
const PLACES = ["severity", "schema", "table", "column", "constraint", "dataType", "routine"] as const;
const DEEPEST = 5;

/** A text stays what it is. */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const facts = error as Error & Readonly<Record<string, unknown>>;
  const code = typeof facts.code === "string" ? facts.code : undefined;
  const isDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && "severity" in facts;
  const errors = error instanceof AggregateError && depth < DEEPEST ? error.errors : undefined;
  return {
    type: error.constructor.name,
    message: isDatabase ? withoutValues(error.message, code) : error.message,
    ...(isDatabase ? { sqlstate: code, ...placesOf(facts) } : code === undefined ? {} : { errno: code }),
    ...(error.stack ? { stack: framesOf(error.stack) } : {}),
    ...(error.cause !== undefined && depth < DEEPEST ? { cause: loggedError(error.cause, depth + 1) } : {}),
    ...(errors ? { errors: errors.slice(0, DEEPEST).map((one) => loggedError(one, depth + 1)) } : {}),
  } satisfies LoggedError;
}

function placesOf(facts: Readonly<Record<string, unknown>>): Partial<Record<(typeof PLACES)[number], string>> {
  return Object.fromEntries(PLACES.flatMap((name) => (typeof facts[name] === "string" ? [[name, facts[name]]] : [])));
}

/** Messages about data (class 22) quote it; those of the other classes quote names of tables and rules. */
function withoutValues(message: string, sqlstate: string): string {
  return sqlstate.startsWith("22") ? message.replace(/".*"/s, '"…"') : message;
}

/** The first line of a stack is the message once more, with its values. */
export function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}

/** In one line: "23505 trades_hash_key on trades: duplicate key value …". */
export function errorInALine(error: unknown, shown = (logged: LoggedError) => logged.message, depth = 0): string {
  if (!(error instanceof Error)) return "unknown";
  const logged = loggedError(error, DEEPEST) as LoggedError;
  const { sqlstate, constraint, table } = logged;
  const place = [constraint, table && `on ${table}`].filter(Boolean).join(" ");
  const head = sqlstate ? `${[sqlstate, place].filter(Boolean).join(" ")}: ${shown(logged)}` : shown(logged);
  return error.cause === undefined || depth >= DEEPEST
    ? head
    : `${head} ← ${errorInALine(error.cause, shown, depth + 1)}`;
}

/** The same for reports to administrators: without any values of a row or an input that a message quotes. */
export const reportedLine = (error: unknown): string => errorInALine(error, withoutRows);

const OF_ROWS = /(\bKey \([^)]*\)|\bFailing row contains )=?\s*\(.*\)/gs;

/** Faults in statements (class 42) quote names of ours; for a broken constraint the head has its name and table. */
function withoutRows({ message, sqlstate }: LoggedError): string {
  const plain = message.replace(OF_ROWS, "$1…");
  return sqlstate?.startsWith("42") ? plain : withoutQuotes(plain);
}
