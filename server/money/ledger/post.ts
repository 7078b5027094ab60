/**
 * The only way in. A journal is posted whole or not at all; one kind and subject exists once, so a retry changes
 * nothing. Accounts that could run short are locked in id order; the operator's and outside accounts are not locked, since
 * their balance decides nothing and a hot fee row would make everybody wait.
 */
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { readAccountName } from "./accounts.ts";
import { existingAmong, postJournals, prepareRows } from "./rows.ts";

export type Posting = { readonly from: string; readonly to: string; readonly units: bigint };

export type Journal = {
  /** What happened: trade_lock, trade_release, deposit, send_out … */
  readonly kind: string;
  /** What it happened to, unique within the kind: `<trade>:<round>`, a transaction output. */
  readonly subject: string;
  readonly postings: readonly Posting[];
};

export type PostOutcome = "posted" | "duplicate" | "insufficient";

/**
 * Posts each journal or says why not: `duplicate` when its kind and subject exist, `insufficient` when an account
 * would fall below zero at its turn. Earlier journals of the list count for later ones. Locks accounts by id.
 */
export async function postEach(tx: Tx, journals: readonly Journal[]): Promise<PostOutcome[]> {
  if (journals.length === 0) return [];
  for (const journal of journals) assertWellFormed(journal);

  // In this order: what exists is read when the accounts are locked.
  const [{ idOf, balances }, existing] = await Promise.all([
    prepareAccounts(tx, journals),
    existingJournals(tx, journals),
  ]);

  const outcomes = journals.map((journal) => decide(journal, balances, existing));

  const accepted = journals.filter((_, index) => outcomes[index] === "posted");
  write(tx, accepted, idOf);
  return outcomes;
}

/** Posts all journals; refuses `ledger.insufficient_balance` when one cannot be paid. Returns which were posted now. */
export async function post(tx: Tx, journals: readonly Journal[]): Promise<("posted" | "duplicate")[]> {
  const outcomes = await postEach(tx, journals);
  return outcomes.map((outcome) => {
    if (outcome === "insufficient") throw new Refusal("ledger.insufficient_balance");
    return outcome;
  });
}

function assertWellFormed({ kind, subject, postings }: Journal): void {
  if (postings.length === 0) throw new Error(`journal ${kind} ${subject} moves nothing`);
  for (const { from, to, units } of postings) {
    if (units <= 0n) throw new Error(`journal ${kind} ${subject} has a posting of ${units}`);
    if (readAccountName(from).currency !== readAccountName(to).currency) {
      throw new Error(`journal ${kind} ${subject} mixes currencies`);
    }
  }
}

/** Units each locked account has left, by name; what a list of journals is decided on. */
type Balances = Map<string, bigint>;

/** The pure decision on one journal; moves the balances when it is accepted. */
function decide(journal: Journal, balances: Balances, existing: Set<string>): PostOutcome {
  const key = `${journal.kind}\n${journal.subject}`;
  if (existing.has(key)) return "duplicate";
  const after = new Map<string, bigint>();
  const move = (name: string, delta: bigint) => {
    const before = after.get(name) ?? balances.get(name);
    // An account that was not locked may not run short, or may stand below zero: nothing to decide.
    if (before !== undefined) after.set(name, before + delta);
  };
  for (const { from, to, units } of journal.postings) {
    move(from, -units);
    move(to, units);
  }
  for (const units of after.values()) if (units < 0n) return "insufficient";
  for (const [name, units] of after) balances.set(name, units);
  existing.add(key);
  return "posted";
}

function isLocked(name: string): boolean {
  const { kind, mayOverdraw } = readAccountName(name);
  return !mayOverdraw && (kind === "user" || kind === "trade" || isDebitedHouse(name));
}

/** The operator's accounts that pay out are locked like a user's; their others only ever receive in hot paths. */
function isDebitedHouse(name: string): boolean {
  return /^house:[A-Z]+:(inventory|network)$/.test(name);
}

/** Opens what is missing, locks what may run short, in one round trip. */
async function prepareAccounts(tx: Tx, journals: readonly Journal[]) {
  const names = [...new Set(journals.flatMap(({ postings }) => postings.flatMap(({ from, to }) => [from, to])))];
  const rows = await prepareRows(
    tx,
    names.map((name) => ({ ...readAccountName(name), name, isLocked: isLocked(name) })),
  );
  const idOf = new Map(rows.map((row) => [row.name, row.id]));
  const balances: Balances = new Map(
    rows.filter((row) => isLocked(row.name)).map((row) => [row.name, row.balance_units]),
  );
  return { idOf, balances };
}

function idIn(idOf: Map<string, bigint>, name: string): bigint {
  const id = idOf.get(name);
  if (id === undefined) throw new Error(`the account ${name} was not opened`);
  return id;
}

async function existingJournals(tx: ReadTx, journals: readonly Journal[]): Promise<Set<string>> {
  const rows = await existingAmong(tx, journals);
  return new Set(rows.map((row) => `${row.kind}\n${row.subject}`));
}

function write(tx: Tx, journals: readonly Journal[], idOf: Map<string, bigint>): void {
  if (journals.length === 0) return;
  const lines = journals.flatMap(({ postings }, index) =>
    postings.map(({ from, to, units }) => ({
      index: index + 1,
      fromId: idIn(idOf, from),
      toId: idIn(idOf, to),
      units,
    })),
  );
  postJournals(tx, journals, lines);
}
