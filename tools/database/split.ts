/**
 * Writes the database of the migrations as files of the modules that own it: `database/tables.sql` and one file for each function.
 * For the move away from migrations; goes with them.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { moduleOrder } from "../write-schema.ts";
import { callersIn, moduleOf, readComments } from "./comments.ts";
import { pretty } from "./pretty.ts";
import {
  grantsOf,
  readRoutines,
  readRows,
  readTable,
  type Relation,
  type Routine,
  tableNames,
} from "./read-catalog.ts";

const ROOT = join(import.meta.dirname, "../..");
const SEEDED = [
  "bond_methods",
  "chargeback_methods",
  "event_lanes",
  "feature_flags",
  "method_fees",
  "offer_watermarks",
  "restriction_rights",
  "retention_marks",
  "setting_rules",
  "staff_rights",
  "trade_rules",
  "badge_sweeps",
];
/** Made by hand: what depends on the moment or on the cluster. */
const BY_HAND: Readonly<Record<string, string>> = {
  market_clock: "insert into market_clock (shift) values ('0');",
  ledger_cluster: "insert into ledger_cluster (system_identifier)\nselect system_identifier\nfrom pg_control_system();",
  events: "create table events_default partition of events default;\nselect keep_parts('events');",
  live_messages:
    "create table live_messages_default partition of live_messages default;\nselect keep_parts('live_messages');",
  idempotency_keys:
    "create table idempotency_keys_0 partition of idempotency_keys (primary key (principal, key)) for values in (0)\nwith (toast_tuple_target = 8160);",
  idempotency_key_parts: "insert into idempotency_key_parts (part, began_at) values (0, clock_timestamp());",
};

export async function split(url: string): Promise<void> {
  const client = new pg.Pool({ connectionString: url, max: 1 });
  const comments = readComments();
  const files = readdirSync(join(ROOT, "server"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing/"))
    .map((file) => `server/${file}`);
  const ownerOf = await tableOwners(files);
  const tables: Relation[] = [];
  for (const name of await tableNames(client)) tables.push(await readTable(client, name));
  const routines = await readRoutines(client);
  const functionOwners = ownersOfRoutines({ tables, routines, ownerOf, files, comments });
  const owning = new Set([...ownerOf.values(), ...functionOwners.values()]);
  const modules = moduleOrder().filter((module) => owning.delete(module));
  if (owning.size > 0) throw new Error(`without a place in the order: ${[...owning].join(", ")}`);
  const made = new Set<string>();
  const written = new Set<string>();
  for (const module of modules) {
    const folder = join(ROOT, "server", module, "database");
    for (const old of ["tables.sql", "views.sql", "functions"])
      rmSync(join(folder, old), { recursive: true, force: true });
    mkdirSync(join(folder, "functions"), { recursive: true });
    const own = tables.filter(({ name }) => ownerOf.get(name) === module);
    const parts: string[] = [];
    for (const table of own) {
      made.add(table.name);
      parts.push(await tableText(client, { table, comments, made, written }));
    }
    // Keys of tables above to those that came after them.
    const late = tables.flatMap((table) =>
      table.keys
        .filter(({ name, to }) => made.has(table.name) && made.has(to) && !written.has(name))
        .map(({ name, text }) => {
          written.add(name);
          return `alter table ${table.name} add ${keyText(table.name, text)};`;
        }),
    );
    const text = [...parts, ...(late.length > 0 ? [late.join("\n")] : [])].join("\n\n");
    if (text) writeFileSync(join(folder, "tables.sql"), `${text}\n`);
    if (VIEWS[module]) writeFileSync(join(folder, "views.sql"), await viewsText(client, VIEWS[module], comments));
    for (const [name, group] of Map.groupBy(
      routines.filter((one) => functionOwners.get(one.name) === module),
      (one) => one.name,
    )) {
      const said = comments.of(`function ${name}`);
      writeFileSync(
        join(folder, "functions", `${name}.sql`),
        [said ? `${commented(said)}\n` : "", group.map((one) => `${one.text}\n${one.grants}`).join("\n")].join(""),
      );
    }
  }
  await client.end();
}

const VIEWS: Readonly<Record<string, readonly string[]>> = { "market/chat": ["conversations", "conversation_steps"] };

async function viewsText(
  client: pg.Pool,
  names: readonly string[],
  comments: ReturnType<typeof readComments>,
): Promise<string> {
  const texts: string[] = [];
  for (const name of names) {
    const { rows } = await client.query<{ text: string }>("select pg_get_viewdef($1::text::regclass, true) as text", [
      name,
    ]);
    const said = comments.of(`view ${name}`);
    const grants = await grantsOf(client, name);
    texts.push(`${said ? `${commented(said)}\n` : ""}create view ${name} as\n${rows[0]?.text}\n${grants.join("\n")}\n`);
  }
  return texts.join("\n");
}

const commented = (text: string, indent = ""): string =>
  text
    .split("\n")
    .map((line) => `${indent}-- ${line}`.trimEnd())
    .join("\n");

async function tableText(
  client: pg.Pool,
  {
    table,
    comments,
    made,
    written,
  }: { table: Relation; comments: ReturnType<typeof readComments>; made: ReadonlySet<string>; written: Set<string> },
): Promise<string> {
  const above = comments.of(`table ${table.name}`);
  const lines = table.parts.map(({ name, text }, index) => {
    const said = comments.of(`column ${table.name}.${name}`);
    return `${said ? `${commented(said, "  ")}\n` : ""}  ${partText(table.name, text)}${index < table.parts.length - 1 ? "," : ""}`;
  });
  const keys = table.keys
    .filter(({ to }) => made.has(to))
    .map(({ name, text }) => {
      written.add(name);
      return `alter table ${table.name} add ${keyText(table.name, text)};`;
    });
  const rows = BY_HAND[table.name] ?? (SEEDED.includes(table.name) ? await readRows(client, table.name) : undefined);
  const with_ = (kind: string, { name, text }: { name: string; text: string }) => {
    const said = comments.of(`${kind} ${name}`);
    return `${said ? `${commented(said)}\n` : ""}${lowered(text)};`;
  };
  return [
    ...(above ? [commented(above)] : []),
    `create ${table.isUnlogged ? "unlogged " : ""}table ${table.name} (\n${lines.join("\n")}\n)${table.tail};`,
    ...keys,
    ...table.indexes.map((one) => with_("index", one)),
    ...(rows ? [rows] : []),
    ...table.triggers.map((one) => with_("trigger", one)),
    ...table.grants,
  ].join("\n");
}

/** A name that PostgreSQL gives by itself is left out; of columns the default follows what must be there. */
function partText(table: string, text: string): string {
  const whole = pretty(text);
  const key = whole.replace(`constraint ${table}_pkey primary key`, "primary key");
  return key.replace(/^(?!constraint)(.*?) (default .*) not null$/, "$1 not null $2");
}

function keyText(table: string, text: string): string {
  const whole = pretty(text);
  const column = /foreign key \((\w+)\)/.exec(whole)?.[1];
  return whole.replace(`constraint ${table}_${column}_fkey `, "");
}

/** As this code writes it. */
function lowered(text: string): string {
  return pretty(text)
    .replace(
      /^CREATE (unique )?INDEX (\S+) ON (ONLY )?(\S+) using btree /,
      (_, unique = "", name, only = "", table) => `create ${unique}index ${name} on ${only.toLowerCase()}${table} `,
    )
    .replace(
      /^CREATE (unique )?INDEX (\S+) ON (ONLY )?/,
      (_, unique = "", name, only = "") => `create ${unique}index ${name} on ${only.toLowerCase()}`,
    )
    .replace(/^CREATE (CONSTRAINT )?TRIGGER/, (_, constraint = "") => `create ${constraint.toLowerCase()}trigger`)
    .replace(
      / (AFTER|BEFORE|INSERT|UPDATE OF|UPDATE|DELETE|TRUNCATE|OR|ON|FOR EACH ROW|FOR EACH STATEMENT|EXECUTE FUNCTION|REFERENCING|NEW TABLE AS|OLD TABLE AS)(?= |$)/g,
      (all) => all.toLowerCase(),
    )
    .replace(/ (INSERT|UPDATE|DELETE|OR|FOR EACH ROW|EXECUTE FUNCTION|NEW TABLE AS|OLD TABLE AS)(?= )/g, (all) =>
      all.toLowerCase(),
    );
}

async function tableOwners(files: readonly string[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const file of files.filter((one) => one.endsWith("/tables.ts"))) {
    const { TABLES } = (await import(join(ROOT, file))) as { TABLES: Readonly<Record<string, unknown>> };
    for (const name of Object.keys(TABLES)) owners.set(name, moduleOf(file));
  }
  return owners;
}

type Known = {
  readonly tables: readonly Relation[];
  readonly routines: readonly Routine[];
  readonly ownerOf: ReadonlyMap<string, string>;
  readonly files: readonly string[];
  readonly comments: ReturnType<typeof readComments>;
};

/** By the tables that it is a trigger of, by the only module that calls it, by what its migration says; then by the functions that call it. */
function ownersOfRoutines({ tables, routines, ownerOf, files, comments }: Known): Map<string, string> {
  const callers = callersIn(files, ROOT);
  const owners = new Map<string, string>();
  const left: string[] = [];
  for (const { name } of routines) {
    if (owners.has(name)) continue;
    const said = comments.ownersOf(name);
    const triggered = new Set(
      tables
        .filter(({ triggers }) => triggers.some(({ runs }) => runs === name))
        .map((table) => ownerOf.get(table.name)),
    );
    const called = callers(name);
    const [one] =
      triggered.size === 1
        ? [...triggered]
        : called.length === 1
          ? called
          : said.length > 0
            ? [said.find((each) => called.includes(each)) ?? said[0]]
            : [];
    if (one && said.length > 1 && triggered.size !== 1 && called.length === 0) left.push(name);
    owners.set(name, one ?? "platform");
    if (!one) console.error(`${name}: nobody is known to own it`);
  }
  for (const name of left) {
    const form = new RegExp(`\\b${name}\\s*\\(`);
    const users = new Set(
      routines.filter((each) => each.name !== name && form.test(each.text)).map((each) => owners.get(each.name)),
    );
    const [one] = users;
    if (users.size === 1 && one) owners.set(name, one);
  }
  return owners;
}
