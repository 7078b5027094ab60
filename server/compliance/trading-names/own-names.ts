/** A company asks for a trading name, and withdraws it. */
import type { OwnTradingNames } from "#contract/compliance/trading-names.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { chooseBusinessName, companyNameOf, findUserById, legalNames } from "../../people/accounts/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { companyLook, readTradingName } from "./name.ts";
import * as rows from "./rows.ts";

export async function viewOwnNames(tx: ReadTx, userId: bigint): Promise<OwnTradingNames> {
  const [user, names, asked, settings] = await Promise.all([
    findUserById(tx, userId),
    rows.namesOf(tx, userId),
    rows.askedInMonth(tx, userId),
    readSettings(tx, ["trading_names.asks_a_month"]),
  ]);
  if (!user) throw new Error(`user ${userId} is gone`);
  const of = (status: rows.NameRow["status"]) => names.find((one) => one.status === status);
  const [latest] = names;
  const over = latest && latest.ended_at !== null && latest.status !== "withdrawn" ? latest : undefined;
  return {
    legalName: companyNameOf(user),
    approved: ownView(of("approved")),
    waiting: ownView(of("waiting")),
    over: ownView(over),
    asksLeft: Math.max(0, settings["trading_names.asks_a_month"] - asked),
  };
}

function ownView(row: rows.NameRow | undefined): OwnTradingNames["approved"] {
  if (!row) return null;
  return {
    ...{ name: row.name, status: row.status, reason: row.reason },
    ...{ askedAt: row.asked_at.toISOString(), endedAt: row.ended_at?.toISOString() ?? null },
  };
}

/**
 * Refuses trading_name.form, .reserved, .taken, .unchanged, .unverified, .waiting, .too_often. Locks all trading names, then the user.
 * The name is shown after two reviewers approved it; the present one stays until then.
 */
export async function askForName(tx: Tx, { userId, typed }: { userId: bigint; typed: string }): Promise<void> {
  const name = readTradingName(typed);
  const look = companyLook(name);
  await rows.lockNames(tx);
  const companies = await legalNames(tx);
  const isAnothers = companies.some((one) => one.userId !== userId && companyLook(one.legalName) === look);
  if (isAnothers) throw fieldRefusal("trading_name.taken", "name");
  const outcome = await rows.ask(tx, { userId, reference: ids.hash(), name, look });
  if (outcome !== "asked") throw wordRefusal(outcome, OBSTACLES);
  // A company that has one already may show its legal name on purpose.
  const names = await rows.namesOf(tx, userId);
  if (!names.some(({ status }) => status === "approved")) await chooseBusinessName(tx, userId, true);
}

const OBSTACLES: Readonly<Record<string, Refusal>> = {
  unverified: new Refusal("trading_name.unverified"),
  waiting: new Refusal("trading_name.waiting"),
  too_often: new Refusal("trading_name.too_often"),
  unchanged: fieldRefusal("trading_name.unchanged", "name"),
  taken: fieldRefusal("trading_name.taken", "name"),
};

/** Refuses trading_name.over. The legal name is shown instead of an approved one. */
export async function withdrawName(
  tx: Tx,
  { userId, which }: { userId: bigint; which: "waiting" | "approved" },
): Promise<void> {
  if (!(await rows.withdraw(tx, userId, which))) throw new Refusal("trading_name.over");
}
