/** Staff compare a trading name with what they know of the company, and approve it, refuse it or take it away. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type * as calls from "#contract/compliance/trading-names.ts";
import type {
  OpenedTradingName,
  StaffTradingName,
  TradingNameFilters,
  TradingNameList,
} from "#contract/compliance/trading-names.ts";
import type { TradingNameQueue } from "#contract/compliance/trading-name-names.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { likenessOfNames } from "../../platform/words/watch-list.ts";
import { companyNameOf, findUserById, legalNames, skeletonOf, usersLike } from "../../people/accounts/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { companyDocuments } from "../verification/index.ts";
import { companyLook } from "./name.ts";
import * as rows from "./rows.ts";

const MOST_SIMILAR = 12;
/** From there on a reviewer should look twice. */
const ALIKE = 80;

type ListAsked = TradingNameFilters & {
  readonly staffId: bigint;
  readonly queue?: TradingNameQueue | undefined;
  readonly after?: string | undefined;
};

export async function viewTradingNames(
  tx: ReadTx,
  { staffId, queue = "waiting", after, who }: ListAsked,
): Promise<TradingNameList> {
  const [found, waiting] = await Promise.all([
    readSlice(
      (limit) => rows.queueRows(tx, { queue, who, after, limit }),
      ({ place }) => place,
    ),
    rows.countWaiting(tx),
  ]);
  return { rows: found.rows.map((row) => staffView(row, staffId)), waiting, next: found.next };
}

/** Refuses trading_name.unknown. */
export async function openName(
  tx: ReadTx,
  { staffId, reference }: { readonly staffId: bigint; readonly reference: string },
): Promise<OpenedTradingName> {
  const row = await nameOf(tx, reference);
  const [user, documents, similar, others] = await Promise.all([
    findUserById(tx, row.user_id),
    companyDocuments(tx, row.user_id),
    similarTo(tx, row),
    rows.namesOf(tx, row.user_id),
  ]);
  if (!user) throw new Error(`user ${row.user_id} is gone`);
  return {
    ...staffView(row, staffId),
    legalName: companyNameOf(user),
    countryIso: user.country_iso,
    documents,
    similar,
    others: others.filter((one) => one.reference !== reference).map((one) => staffView(one, staffId)),
  };
}

/** The most alike first. */
async function similarTo(tx: ReadTx, row: rows.NameRow): Promise<OpenedTradingName["similar"]> {
  const [companies, names, users] = await Promise.all([
    legalNames(tx),
    rows.othersNames(tx, row.user_id),
    usersLike(tx, [row.look, skeletonOf(row.name.replaceAll(" ", ""))], row.user_id),
  ]);
  const known: Omit<OpenedTradingName["similar"][number], "percent">[] = [
    ...companies
      .filter(({ userId }) => userId !== row.user_id)
      .map(({ username, legalName: name }) => ({ kind: "legal" as const, username, name })),
    ...names.map(({ username, name }) => ({ kind: "trading" as const, username, name })),
    ...users.map(({ username }) => ({ kind: "username" as const, username, name: username })),
  ];
  return known
    .map((one) => ({ ...one, percent: one.kind === "username" ? 100 : likeness(row, one.name) }))
    .filter(({ percent }) => percent >= ALIKE)
    .sort((one, other) => other.percent - one.percent || one.name.localeCompare(other.name))
    .slice(0, MOST_SIMILAR);
}

/** In percent; one that is a part of the other is alike however long the rest is. */
function likeness({ name, look }: rows.NameRow, other: string): number {
  const theirs = companyLook(other);
  if (theirs === look) return 100;
  const [short, long] = theirs.length < look.length ? [theirs, look] : [look, theirs];
  const isPart = short.length >= 4 && long.includes(short);
  return Math.min(99, Math.max(likenessOfNames(name, other), isPart ? ALIKE : 0));
}

type ByStaff<B> = { readonly staffId: bigint; readonly body: B };

/** Refuses auth.forbidden, trading_name.unknown, .over, .taken, staff.own_account, verification.second_person, auth.password_proof. */
export async function approveName(
  tx: Tx,
  { staffId, body: { reference } }: ByStaff<BodyOf<typeof calls.approveTradingName>>,
): Promise<StaffTradingName> {
  const outcome = await rows.approve(tx, { reference, staffId });
  if (outcome === "unproved") throw proofRefusal({ kind: "approve_verification", id: reference });
  if (outcome !== "done" && outcome !== "approved_first") throw wordRefusal(outcome, REFUSES);
  return staffView(await nameOf(tx, reference), staffId);
}

/** Refuses auth.forbidden, trading_name.unknown, .over, staff.own_account. */
export async function endName(tx: Tx, ending: rows.Ending): Promise<StaffTradingName> {
  const outcome = await rows.end(tx, ending);
  if (outcome !== "done") throw wordRefusal(outcome, REFUSES);
  return staffView(await nameOf(tx, ending.reference), ending.staffId);
}

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  not_judge: "auth.forbidden",
  unknown: "trading_name.unknown",
  over: "trading_name.over",
  own: "staff.own_account",
  second_person: "verification.second_person",
  taken: "trading_name.taken",
};

async function nameOf(tx: ReadTx, reference: string): Promise<rows.NameRow> {
  const row = await rows.nameByReference(tx, reference);
  if (!row) throw new Refusal("trading_name.unknown");
  return row;
}

const staffView = (row: rows.NameRow, staffId: bigint): StaffTradingName => ({
  ...{ reference: row.reference, username: row.username, name: row.name, status: row.status, reason: row.reason },
  ...{ approvedBy: row.approved_by, endedBy: row.ended_by, isOwn: row.user_id === staffId },
  ...{ askedAt: row.asked_at.toISOString(), endedAt: row.ended_at?.toISOString() ?? null },
});
