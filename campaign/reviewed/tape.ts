/**
 * Writes down what acts do: each answer, and every row that came, changed or went. The market's clock stands still but
 * for `moveClock`, so that the same acts make the same tape; what is drawn freely gets a number where it first appears.
 */
import { drawFrom, type Ids, makeIds, seededRandom } from "../../server/platform/ids.ts";
import { createHash } from "node:crypto";
import type { TestApp } from "../../server/testing/index.ts";
import { type Marks, tableMarks } from "../world/table-marks.ts";

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>;
type Answered = { readonly status: number; readonly body: unknown };

export type TapeOptions = {
  /** Tables that say nothing of the acts, or say it at times of their own. */
  readonly withoutTables?: readonly string[];
  /** Members of rows and answers that are drawn anew by every run and have no form of their own. */
  readonly blank?: readonly string[];
  readonly instant?: string;
};

export type Tape = {
  /** Does something and writes down the answer and the rows; returns what the act returned. */
  act<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly lines: readonly string[];
};

const INSTANT = "2026-10-01T12:00:00Z";
const SILENT_TABLES = [
  "heartbeats",
  "market_clock",
  "journals",
  "error_kinds",
  "page_changes",
  "ledger_watermark",
  "passkeys",
  "demo_robot_keys",
];
const BLANK = [
  "request_id",
  "requestId",
  "answer",
  "referral_code",
  "referralCode",
  "id_hashed",
  "idHashed",
  "fingerprint",
  "took_ms",
];

/** What passes between two acts, so that each instant is another. */
export const PAUSE_MS = 7_000;

export async function openTape(app: TestApp, options: TapeOptions = {}): Promise<Tape> {
  const { owner, db } = app;
  await app.standStill(options.instant ?? INSTANT);
  await db.read((tx) => tx.readClock());
  const drawn = new Set<string>();
  drawFrom(rememberingIds(drawn));
  const plain = plainer(drawn, [...BLANK, ...(options.blank ?? [])]);
  const readRows = await rowReader(owner, new Set([...SILENT_TABLES, ...(options.withoutTables ?? [])]));
  const write = makeWriter(plain);
  const lines: string[] = [];
  let before = await readRows();
  return {
    lines,
    async act(name, work) {
      await app.moveClock(PAUSE_MS);
      const answer = await work();
      lines.push(`# ${name}`);
      if (isAnswer(answer)) lines.push(`  answers ${answer.status} ${write("answer", answer.body)}`);
      const after = await readRows();
      lines.push(...differences(before, after, { plain, write }));
      before = after;
      return answer;
    },
  };
}

const isAnswer = (value: unknown): value is Answered =>
  typeof value === "object" && value !== null && "status" in value && "body" in value;

type Owner = TestApp["owner"];

/** Every table, with the columns of its primary key as text of a statement; where it has none, its id or else its ctid. */
export async function tablesByKey(owner: Owner): Promise<{ name: string; key: string }[]> {
  const { rows } = await owner.query<{ name: string; key: string }>(
    `select c.relname as name,
            coalesce((select string_agg(format('%I', a.attname), ', ' order by k.n)
                      from pg_index i
                      cross join unnest(i.indkey) with ordinality k (attnum, n)
                      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
                      where i.indrelid = c.oid and i.indisprimary and a.attname <> 'written_at'),
                     (select attname from pg_attribute where attrelid = c.oid and attname = 'id'), 'ctid') as key
     from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     order by c.relname`,
  );
  return rows;
}

/** What is kept as text and told by its members. */
const APART: Readonly<Record<string, string>> = { live_messages: "jsonb_build_object('body', body::jsonb)" };

/** Every row of every table by its key, in the order of the keys. A table that is as it was is not read again. */
async function rowReader(owner: Owner, silent: ReadonlySet<string>): Promise<() => Promise<Rows>> {
  const tables = (await tablesByKey(owner)).filter(({ name }) => !silent.has(name));
  const readMarks = tableMarks(
    owner,
    tables.map(({ name }) => name),
  );
  let marks: Marks = new Map();
  let known: Rows = new Map();
  return async () => {
    const now = await readMarks();
    const changed = tables.filter(({ name }) => now.get(name) !== marks.get(name));
    const found = new Map(known);
    for (const { name, key } of changed) {
      // The machine's clock is another one in each run; the market's stands still.
      const { rows } = await owner.query<{ key: string; row: Row }>(
        `select row(${key})::text as key, to_jsonb(t) - 'written_at' || ${APART[name] ?? "'{}'"} as row from ${name} t
         order by length(row(${key})::text), row(${key})::text collate "C"`,
      );
      found.set(name, new Map(rows.map(({ key: its, row }) => [its, row])));
    }
    marks = now;
    known = found;
    return found;
  };
}

type Plain = (value: unknown) => string;
type Write = (place: string, value: unknown) => string;
type Words = { readonly plain: Plain; readonly write: Write };

/** More rows than these at once are told by their number and a digest. */
const MOST_ROWS = 12;

function differences(before: Rows, after: Rows, { plain, write }: Words): string[] {
  const lines: string[] = [];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  for (const name of names) {
    const [old, now] = [before.get(name) ?? new Map<string, Row>(), after.get(name) ?? new Map<string, Row>()];
    if (old === now) continue;
    const found: string[] = [];
    for (const [key, row] of now) {
      const had = old.get(key);
      if (!had) found.push(`  + ${name} ${write(name, withoutNothing(row))}`);
      else if (JSON.stringify(had) !== JSON.stringify(row))
        found.push(`  ~ ${name} ${plain(key)} ${changes(had, row, plain)}`);
    }
    for (const [key, row] of old) if (!now.has(key)) found.push(`  - ${name} ${plain(withoutNothing(row))}`);
    lines.push(...(found.length > MOST_ROWS ? [`  ${name}: ${found.length} changes ${digest(found)}`] : found));
  }
  return lines;
}

const digest = (lines: readonly string[]) => createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);

/** A value longer than this is told by what differs from the last one of its form. */
const LONG = 500;

function makeWriter(plain: Plain): Write {
  const last = new Map<string, { number: number; leaves: ReadonlyMap<string, string> }>();
  let count = 0;
  return (place, value) => {
    const text = plain(value);
    if (text.length <= LONG) return text;
    const leaves = new Map<string, string>();
    collectLeaves(JSON.parse(text), "", leaves);
    const form = `${place} ${[...new Set([...leaves.keys()].map((path) => path.split(".").slice(0, 2).join(".")))].sort().join(" ")}`;
    const had = last.get(form);
    count += 1;
    last.set(form, { number: count, leaves });
    if (!had) return `(${count}) ${text}`;
    const changed = [...leaves].filter(([path, leaf]) => had.leaves.get(path) !== leaf);
    const gone = [...had.leaves.keys()].filter((path) => !leaves.has(path)).map((path) => `${path} gone`);
    return `(${count}) as (${had.number}) but ${[...changed.map(([path, leaf]) => `${path} ${leaf}`), ...gone].join(", ")}`;
  };
}

function collectLeaves(value: unknown, path: string, leaves: Map<string, string>): void {
  const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isBranch) leaves.set(path, JSON.stringify(value));
  else for (const [key, member] of Object.entries(value)) collectLeaves(member, path ? `${path}.${key}` : key, leaves);
}

const withoutNothing = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const changes = (had: Row, row: Row, plain: Plain): string =>
  Object.keys(row)
    .filter((column) => JSON.stringify(had[column]) !== JSON.stringify(row[column]))
    .map((column) => `${plain({ [column]: had[column] })} → ${plain({ [column]: row[column] })}`)
    .join(", ");

/** What the nodes and libraries draw: hashes, addresses and transactions of chains, hashes of passwords, bytes. */
export const OUTSIDE =
  /\\\\x[0-9a-f]+|\b(?:0x)?[0-9a-fA-F]{64}\b|\b0x[0-9a-fA-F]{40}\b|\bbcrt1[a-z0-9]{30,}|\$argon2[^"\\]+|\$scrypt[^"\\]+/g;
const DRAWN = /[A-Za-z0-9_-]+/g;

/** JSON with a number for each drawn text, the same for the same text, counted as they appear. */
function plainer(drawn: ReadonlySet<string>, blank: readonly string[]): Plain {
  const numbers = new Map<string, number>();
  const blanked = new RegExp(`"(${blank.join("|")})":("(?:[^"\\\\]|\\\\.)*"|[0-9]+)`, "g");
  const numberOf = (text: string): string => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return `<${number}>`;
  };
  return (value) =>
    (typeof value === "string" ? value : JSON.stringify(value))
      .replace(blanked, '"$1":"…"')
      .replace(OUTSIDE, (text) => (text.startsWith("\\\\x") ? `<${(text.length - 3) / 2} bytes>` : numberOf(text)))
      .replace(DRAWN, (text) => (drawn.has(text) ? numberOf(text) : text));
}

/** Ids that follow from a seed, and remember what they gave. */
export function rememberingIds(drawn: Set<string>): Ids {
  const seeded = makeIds(seededRandom("tape"));
  const kept = (text: string) => {
    drawn.add(text);
    return text;
  };
  return {
    hash: () => kept(seeded.hash()),
    secret: () => kept(seeded.secret()),
    uuid: () => kept(seeded.uuid()),
    digits: (length) => kept(seeded.digits(length)),
    below: (limit) => seeded.below(limit),
  };
}
