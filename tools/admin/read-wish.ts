/** Parses the command line. */
import { parseArgs } from "node:util";
import * as z from "zod";
import { HALT_NAMES, type HaltName } from "../../server/money/ledger/index.ts";
import { BANK_DIRECTORIES, type BankDirectory } from "../../server/market/payment-accounts/index.ts";
import type { JsonValue } from "../../server/platform/postgres/db.ts";
import type { Role } from "../../server/platform/http/policy.ts";

/** The command line does not say what is to be done; the message does. */
export class UsageError extends Error {}

export const ROLES = ["admin", "supermoderator", "moderator"] as const satisfies readonly Role[];

export type NewAdmin = {
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly countryIso: string;
};

export type Wish =
  | { readonly act: "status" }
  /** Files with heads beside those of the market's own folder. */
  | { readonly act: "verify-audit"; readonly heads: readonly string[] }
  /** The person is needed for a new account only. */
  | { readonly act: "create-admin"; readonly email: string; readonly person: NewAdmin | readonly string[] }
  | { readonly act: "grant" | "revoke"; readonly role: Role; readonly username: string; readonly reason: string }
  | { readonly act: "end-sessions"; readonly username: string; readonly reason: string }
  | { readonly act: "halt" | "lift-halt"; readonly name: HaltName; readonly reason: string }
  | { readonly act: "lift-restriction"; readonly caseNumber: string; readonly reason: string }
  | { readonly act: "set"; readonly name: string; readonly value: JsonValue; readonly reason: string }
  /** Seconds of acts that were missing after the restore, and seconds until the first answered call. */
  | {
      readonly act: "restore-drill";
      readonly at: Date;
      readonly rpoSec: number;
      readonly rtoSec: number;
      readonly note: string;
    }
  | { readonly act: "erase-act"; readonly id: bigint; readonly reason: string }
  | { readonly act: "retry-events"; readonly reason: string }
  /** The day is of a file that does not say it. */
  | {
      readonly act: "import-banks";
      readonly directory: BankDirectory;
      readonly file: string;
      readonly date: string | undefined;
      readonly reason: string;
    };

const USAGE = `npm run admin -- status
npm run admin -- create-admin --email EMAIL [--username NAME --first-name NAME --last-name NAME --birth-date YYYY-MM-DD --country XX]
npm run admin -- grant ${ROLES.join("|")} USERNAME --reason TEXT
npm run admin -- revoke ${ROLES.join("|")} USERNAME --reason TEXT
npm run admin -- end-sessions USERNAME --reason TEXT
npm run admin -- halt ${HALT_NAMES.join("|")} --reason TEXT
npm run admin -- lift-halt ${HALT_NAMES.join("|")} --reason TEXT
npm run admin -- lift-restriction CASE --reason TEXT
npm run admin -- set SETTING VALUE --reason TEXT
npm run admin -- retry-events --reason TEXT
npm run admin -- restore-drill --at TIME --rpo-seconds N --rto-seconds N --note TEXT
npm run admin -- import-banks ${BANK_DIRECTORIES.join("|")} FILE [--date YYYY-MM-DD] --reason TEXT
npm run admin -- verify-audit [--heads FILE]...
npm run admin -- erase-act NUMBER --reason TEXT

The rest of create-admin is needed where the email has no account yet; its password is asked for, or read from the
standard input. Exit codes: 0 done, or so already; 1 refused; 2 not understood; 3 status found something to look at.`;

const OPTIONS = {
  email: { type: "string" },
  username: { type: "string" },
  "first-name": { type: "string" },
  "last-name": { type: "string" },
  "birth-date": { type: "string" },
  country: { type: "string" },
  reason: { type: "string" },
  date: { type: "string" },
  heads: { type: "string", multiple: true },
  at: { type: "string" },
  "rpo-seconds": { type: "string" },
  "rto-seconds": { type: "string" },
  note: { type: "string" },
} as const;

/** Which options each act knows. */
const OPTIONS_OF: Readonly<Record<Wish["act"], readonly (keyof typeof OPTIONS)[]>> = {
  status: [],
  "verify-audit": ["heads"],
  "create-admin": ["email", "username", "first-name", "last-name", "birth-date", "country"],
  grant: ["reason"],
  revoke: ["reason"],
  "end-sessions": ["reason"],
  halt: ["reason"],
  "lift-halt": ["reason"],
  "lift-restriction": ["reason"],
  set: ["reason"],
  "retry-events": ["reason"],
  "erase-act": ["reason"],
  "restore-drill": ["at", "rpo-seconds", "rto-seconds", "note"],
  "import-banks": ["date", "reason"],
};

/** Throws a UsageError that says what is wrong and how it goes. */
export function readWish(args: readonly string[]): Wish {
  const { values, positionals } = parsed(args);
  const [act, ...words] = positionals;
  if (!isAct(act)) throw usage(act === undefined ? "nothing was asked for" : `there is no ${act}`);
  const strange = Object.keys(values).find((name) => !OPTIONS_OF[act].some((known) => known === name));
  if (strange) throw usage(`${act} knows no --${strange}`);
  if (act === "status" || act === "verify-audit") {
    if (words.length > 0) throw usage(`${act} takes no more words`);
    return act === "status" ? { act } : { act, heads: values.heads ?? [] };
  }
  if (act === "create-admin") {
    if (words.length > 0) throw usage(`${act} takes no more words`);
    return { act, ...newAdminOf(values) };
  }
  if (act === "restore-drill") {
    if (words.length > 0) throw usage(`${act} takes no more words`);
    return { act, ...drillOf(values) };
  }
  const reason = values.reason?.trim();
  if (!reason) throw usage("--reason is missing: it is kept with the act");
  if (reason.length > 300) throw usage("--reason has 300 letters at most");
  if (act === "halt" || act === "lift-halt") {
    const name = HALT_NAMES.find((one) => one === words[0]);
    if (!name || words.length > 1) throw usage(`${act} needs the name of one halt`);
    return { act, name, reason };
  }
  if (act === "set") {
    const [name, text, ...more] = words;
    if (!name || text === undefined || more.length > 0) throw usage(`${act} needs a setting and its value`);
    return { act, name, value: jsonOf(text), reason };
  }
  if (act === "erase-act") {
    const [id = "", ...more] = words;
    if (!/^[1-9]\d{0,17}$/.test(id) || more.length > 0) throw usage(`${act} needs the number of an act`);
    return { act, id: BigInt(id), reason };
  }
  if (act === "retry-events") {
    if (words.length > 0) throw usage(`${act} takes no more words`);
    return { act, reason };
  }
  if (act === "import-banks") return { act, ...importOf(words, values.date), reason };
  if (act === "lift-restriction") {
    const [caseNumber, ...more] = words;
    if (!caseNumber || more.length > 0) throw usage(`${act} needs the number of a case`);
    if (reason.length < 3) throw usage("--reason is shown to the user: at least 3 letters");
    return { act, caseNumber, reason };
  }
  if (act === "end-sessions") {
    const [username, ...more] = words;
    if (!username || more.length > 0) throw usage(`${act} needs a username`);
    return { act, username, reason };
  }
  const role = ROLES.find((one) => one === words[0]);
  const [, username] = words;
  if (!role || !username || words.length > 2) throw usage(`${act} needs a role and a username`);
  return { act, role, username, reason };
}

/** The verb refuses a time that has not come yet. */
function drillOf(values: Values) {
  const { at = "", note = "" } = values;
  if (!z.iso.datetime({ offset: true }).safeParse(at).success)
    throw usage("--at is written as in 2026-11-30T09:15:00Z");
  if (!note.trim()) throw usage("--note is missing: it is kept with the act");
  if (note.trim().length > 200) throw usage("--note has 200 letters at most");
  return {
    at: new Date(at),
    rpoSec: secondsOf(values, "rpo-seconds"),
    rtoSec: secondsOf(values, "rto-seconds"),
    note: note.trim(),
  };
}

function secondsOf(values: Values, name: "rpo-seconds" | "rto-seconds"): number {
  const text = values[name] ?? "";
  if (!/^\d{1,8}$/.test(text)) throw usage(`--${name} is a whole number of seconds`);
  return Number(text);
}

function importOf([name, file, ...more]: readonly string[], date: string | undefined) {
  const directory = BANK_DIRECTORIES.find((one) => one === name);
  if (!directory || !file || more.length > 0) throw usage("import-banks needs a directory and a file");
  if (date !== undefined && !z.iso.date().safeParse(date).success) throw usage("--date is written YYYY-MM-DD");
  if (date === undefined && directory === "fedach") throw usage("--date is missing: the file does not say its day");
  return { directory, file, date };
}

/** JSON where it is that; a word is a text. */
function jsonOf(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isAct(word: string | undefined): word is Wish["act"] {
  return word !== undefined && Object.hasOwn(OPTIONS_OF, word);
}

function usage(fault: string): UsageError {
  return new UsageError(`${fault}.\n\n${USAGE}`);
}

type Values = { readonly [N in Exclude<keyof typeof OPTIONS, "heads">]?: string } & { readonly heads?: string[] };

function parsed(args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw usage(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}

/** The data of every registration; the verb checks age, country and name. */
function newAdminOf(values: Values): { email: string; person: NewAdmin | readonly string[] } {
  const email = values.email?.trim();
  if (!email) throw usage("--email is missing");
  if (!z.email().safeParse(email).success) throw usage(`--email ${email} is no address`);
  const birthDate = values["birth-date"];
  if (birthDate && !z.iso.date().safeParse(birthDate).success) throw usage("--birth-date is written YYYY-MM-DD");
  const needed = OPTIONS_OF["create-admin"].filter((name) => name !== "heads" && !values[name]?.trim());
  if (needed.length > 0) return { email, person: needed.map((name) => `--${name}`) };
  return {
    email,
    person: {
      email,
      username: values.username ?? "",
      firstName: values["first-name"] ?? "",
      lastName: values["last-name"] ?? "",
      birthDate: birthDate ?? "",
      countryIso: (values.country ?? "").toUpperCase(),
    },
  };
}
