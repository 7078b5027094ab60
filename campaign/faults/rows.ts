/**
 * The changes of a piece of work in the tables, without the names of this run: two runs that did the same thing
 * with other people, ids and transactions give the same lines.
 */
import { drawFrom } from "../../server/platform/ids.ts";
import type { TestApp } from "../../server/testing/index.ts";
import { DRAWN_OUTSIDE, rememberingIds } from "./drawn-ids.ts";
import { type Change, openReader, type Row } from "./read-rows.ts";

/** Tables of attempts or of external state, which contain no results. */
const SILENT = [
  "heartbeats",
  "processes",
  "database_timelines",
  "page_changes",
  "market_clock",
  "error_kinds",
  "rates",
  "rate_days",
  "wallet_blocks",
  "wallet_paths",
  "sessions",
  "page_changes",
  // The last measure of the Ethereum node, which also has what the work before spent.
  "chain_assets",
  // By the hour of the run; the invariants compare them with the trades.
  "trade_usage_slots",
  "reputation_slots",
  // Halts of one instant are one incident, and the clock stands still here; the status page has its own tests.
  "status_incidents",
  "status_incident_halts",
];
/** Columns that hold what only this run could know: places on the chain, digests, how often something was tried. */
const OF_THIS_RUN =
  /^(plan|nonce|raw_hex|unsigned|body_hash|path_index|next_index|position|tries|username_skeleton|token_hash|attestation|fingerprint|id_hashed|referral_code|request_id|xid|.*height)$/;
/** How often an event was tried says nothing of what came of it. */
const OF_TRYING: ReadonlySet<string> = new Set(["events.attempts", "events.fault", "events.retry_at"]);
/** A number in the log of a spot market, which goes on from run to run. */
const OF_LOG = /^spot_(commands|orders|fills|prevented)\.(seq|n|rank)$/;
const IS_ID = /(^id|_id|Id|_account)$/;
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g;
/** The day that a row counts for: a run that begins just before midnight counts for another one. */
const DAY = /\b\d{4}-\d\d-\d\d\b/g;
/** The same as people read it: a run that begins a minute later says another one. */
const READ_INSTANT = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/g;
const WORD = /[A-Za-z0-9_-]+/g;

export type People = Readonly<Record<string, bigint>>;

export type Teller = {
  /** Ignores all changes up to now. */
  begin(): Promise<void>;
  /** A line for each row that came, changed or went since, in no order of this run. */
  changes(people: People): Promise<string[]>;
  /** An answer, or any other text. */
  plain(value: unknown, people: People): string;
};

/** Call it before anything is drawn that the tables hold. */
export async function openTeller({ owner }: TestApp): Promise<Teller> {
  const drawn = new Set<string>();
  drawFrom(rememberingIds(drawn));
  const read = await openReader(owner, new Set(SILENT));
  const { rows } = await owner.query<{ place: string }>(
    `select conrelid::regclass || '.' || attname as place
     from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'users'::regclass and cardinality(conkey) = 1`,
  );
  const ofUsers = new Set(["users.id", ...rows.map(({ place }) => place)]);
  const plain = (value: unknown, people: People) => withoutNames(value, { drawn, people });
  return {
    plain,
    begin: async () => void (await read()),
    changes: async (people) =>
      (await read())
        .filter((change) => !isUntouched(change))
        .map((change) => `${signOf(change)} ${change.table} ${plain(partsOf(change, ofUsers, people), people)}`)
        .sort(),
  };
}

/** An account that nobody used before holds nothing: whether this run was the first says nothing. */
const signOf = ({ table, had, row }: Change): string => {
  if (!row) return "-";
  return had || table === "ledger_accounts" ? "~" : "+";
};

/** An account in which there is as much as before. */
const isUntouched = ({ table, had, row }: Change): boolean =>
  table === "ledger_accounts" && (had?.balance_units ?? 0) === row?.balance_units;

/** A row with names for people; of a number that was there before, by how much it has changed. */
function partsOf({ table, had, row }: Change, ofUsers: ReadonlySet<string>, people: People): Row {
  const parts: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row ?? had ?? {})) {
    const place = `${table}.${column}`;
    if (value === null || OF_THIS_RUN.test(column) || OF_TRYING.has(place) || OF_LOG.test(place)) continue;
    const before = table === "ledger_accounts" && typeof value === "number" ? (had?.[column] ?? 0) : had?.[column];
    if (ofUsers.has(`${table}.${column}`)) parts[column] = nameOf(value, people);
    else if (typeof value === "number" && IS_ID.test(column)) continue;
    else if (typeof value !== "number" || typeof before !== "number") parts[column] = value;
    else if (value !== before) parts[column] = `${value > before ? "+" : ""}${value - before}`;
  }
  return parts;
}

const nameOf = (id: unknown, people: People): string =>
  Object.entries(people).find(([, known]) => String(known) === String(id))?.[0] ?? "somebody";

type Names = { readonly drawn: ReadonlySet<string>; readonly people: People };

/** Numbers that rows are found by, also inside of texts that are JSON themselves; and the seconds of an instant. A line of the ledger is found by its journal's. */
const NUMBERED = /(\\*"(?:id|timestamp|\w+_id|\w+Id)\\*":)(?:\\*"(?:\d+|j\d+[A-Z]+)\\*"|\d+(?=[,}\]]))/g;
/** Events about an account. */
const OF_PERSON = /(\\*"subject\\*":\\*")(\d+)(?=\\*")/g;
/** A move to the cold account. */
const MOVE = /\b(?:BTC|ETH|USDT)-\d+\b/g;
/** A trade of a spot market, an order, or an order and the command that freed its coins. */
const OF_MARKET = /("kind":"spot_(?:fill|hold|release)","subject":")[^"]*/g;
/** Drawn as digits. */
const CASE = /\b(?:APPEAL|CHARGEBACK)-\d{12}\b/g;
/** A trade's account, a journal's subject, and what a mail or a notification is there once for. */
const BY_NUMBER = /\b(?:trade|trade_\w+|staff_\w+):\d+:|(?<=")\d+:(?=\d+")|\bevent:\d+:\d+/g;

/** Signatures of links that stop emails: replaced by the user's name, because they differ in each run. */
const SIGNED = /((?:unsubscribe\?token=|"unsubscribe\\*":\\*")[\w-]+\.\w+\.)[\w-]{43}/g;

function withoutNames(value: unknown, { drawn, people }: Names): string {
  return (JSON.stringify(value) ?? "")
    .replace(OF_MARKET, "$1#")
    .replace(NUMBERED, "$1#")
    .replace(OF_PERSON, (_, head: string, id: string) => `${head}${nameOf(id, people)}`)
    .replace(MOVE, "move")
    .replace(CASE, "case")
    .replace(BY_NUMBER, (found) => found.replace(/\d+/g, "#"))
    .replace(INSTANT, "at")
    .replace(DAY, "day")
    .replace(READ_INSTANT, "at")
    .replace(DRAWN_OUTSIDE, "~")
    .replace(SIGNED, "$1signed")
    .replace(/\b(user|anonymous):(\d+)(?![\w-])/g, (_, kind: string, id: string) => `${kind}:${nameOf(id, people)}`)
    .replace(WORD, (word) => (isDrawn(word, drawn) ? "~" : word));
}

/** People are called by what was drawn for them, behind a letter; so are lines of deposits and send-outs. */
function isDrawn(word: string, drawn: ReadonlySet<string>): boolean {
  return drawn.has(word) || (/^[uds]/.test(word) && drawn.has(word.slice(1)));
}
