/** Every level with what it needs and allows, and what one person has of it. */
import type { CurrentUser } from "#contract/people/accounts.ts";
import { fixedText, times } from "#contract/platform/decimal.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import {
  LEVEL_NAMES,
  LEVEL_NEEDS,
  LEVEL_NUMBERS,
  type LevelCondition,
  type LevelName,
  levelNameOf,
  levelNumberOf,
} from "#contract/compliance/level-names.ts";
import type * as calls from "#contract/compliance/levels.ts";
import type { LevelLimits, LevelsInfo, OwnLimits } from "#contract/compliance/levels.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getFiat } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { fiatPerUsd } from "../../money/rates/index.ts";
import { dollars, leftCents, type Limits, readLimits, readUsage, type Usage } from "../../market/trades/index.ts";
import { findUserById, standingsOf } from "../../people/accounts/index.ts";
import { viewPhone } from "../../people/phones/index.ts";
import { viewVerification, viewStandings } from "../verification/index.ts";
import { type Facts, factsOf } from "./rows.ts";

export async function viewLevels(tx: ReadTx, userId: bigint): Promise<LevelsInfo> {
  const facts = await factsOf(tx, userId);
  const [limits, usage, met] = await Promise.all([
    limitsByName(tx),
    usageOf(tx, userId),
    conditionsOf(tx, userId, facts),
  ]);
  return {
    level: levelNameOf(usage.level),
    isDemo: facts.is_demo,
    levels: LEVEL_NAMES.map((level) => ({
      level,
      hasLevel: usage.level >= LEVEL_NUMBERS[level],
      requirements: LEVEL_NEEDS[level].map((condition) => ({ condition, ...met(condition) })),
      limits: limits(level),
    })),
    used: usedOf(usage),
  };
}

const usedOf = ({ openCents, dayCents, lifetimeCents, openTrades }: Usage): LevelsInfo["used"] => ({
  openTradesUsd: dollars(openCents),
  dayUsd: dollars(dayCents),
  lifetimeUsd: dollars(lifetimeCents),
  openTrades,
});

/** The limits of the user's own level, and what is used of them. */
export async function viewOwnLimits(tx: ReadTx, userId: bigint): Promise<OwnLimits> {
  const [limits, usage] = await Promise.all([limitsByName(tx), usageOf(tx, userId)]);
  const level = levelNameOf(usage.level);
  return { level, limits: limits(level), used: usedOf(usage) };
}

/** Of one level, or of the user's own. */
export async function viewLevelLimits(
  tx: ReadTx,
  { userId, level: asked }: { userId: bigint; level: LevelName | "Dashboard" },
): Promise<ReplyOf<typeof calls.getLevelLimits>> {
  const level = asked === "Dashboard" ? levelNameOf((await factsOf(tx, userId)).level) : asked;
  return { level, limits: (await limitsByName(tx))(level) };
}

/** Refuses rates.unknown where the currency has no rate. */
export async function kycCheck(tx: ReadTx, asked: Asked): Promise<ReplyOf<typeof calls.kycCheck>> {
  const [facts, unused] = await Promise.all([factsOf(tx, asked.userId), unusedIn(tx, asked)]);
  if (unused === undefined) throw new Refusal("rates.unknown");
  return checkOf({ level: facts.level, isDemo: facts.is_demo }, unused);
}

/** As pages and programs compare it. */
export function checkOf(of: { level: number; isDemo: boolean }, unused: string | null): CurrentUser["kycLevelCheck"] {
  const level = levelNameOf(of.level);
  return { level, number: levelNumberOf({ level, isDemo: of.isDemo }), unusedTradingVolumeInFiatCurrency: unused };
}

/** Null where nothing limits it, or the currency has no rate and nothing can be traded in it. */
export async function unusedVolume(tx: ReadTx, asked: Asked): Promise<string | null> {
  return (await unusedIn(tx, asked)) ?? null;
}

type Asked = { readonly userId: bigint; readonly fiat: string };

async function unusedIn(tx: ReadTx, { userId, fiat }: Asked): Promise<string | null | undefined> {
  const [usage, limitsOf] = await Promise.all([usageOf(tx, userId), readLimits(tx)]);
  const left = leftCents(usage, limitsOf);
  return left === undefined ? null : inFiat(tx, left, fiat);
}

/** Rounded down, in the currency's own digits; undefined without a rate. */
export async function inFiat(tx: ReadTx, cents: bigint, fiat: string): Promise<string | undefined> {
  const rate = (await fiatPerUsd(tx, [fiat])).get(fiat);
  const units = cents < 0n ? 0n : cents;
  return rate && fixedText(times({ units, digits: 2 }, rate), getFiat(fiat).digits, "down");
}

export const hasRate = async (tx: ReadTx, fiat: string): Promise<boolean> => (await fiatPerUsd(tx, [fiat])).has(fiat);

async function usageOf(tx: ReadTx, userId: bigint): Promise<Usage> {
  const usage = (await readUsage(tx, [userId])).get(userId);
  if (!usage) throw new Error(`user ${userId} is gone`);
  return usage;
}

async function limitsByName(tx: ReadTx): Promise<(level: LevelName) => LevelLimits> {
  const [limitsOf, settings] = await Promise.all([readLimits(tx), readSettings(tx, ["offers.creation_level"])]);
  return (level) => ({
    ...shown(limitsOf(LEVEL_NUMBERS[level])),
    mayCreateOffers: LEVEL_NUMBERS[level] >= settings["offers.creation_level"],
  });
}

function shown({ openCents, dayCents, lifetimeCents, openTrades }: Limits): Omit<LevelLimits, "mayCreateOffers"> {
  const usd = (cents: bigint | undefined) => (cents === undefined ? null : dollars(cents));
  return {
    openTradesUsd: usd(openCents),
    dayUsd: usd(dayCents),
    lifetimeUsd: usd(lifetimeCents),
    openTrades: openTrades ?? null,
  };
}

type Met = { readonly isPending: boolean; readonly isPassed: boolean };

/** A level that staff granted counts its conditions as met: staff have checked them elsewhere. */
async function conditionsOf(tx: ReadTx, userId: bigint, facts: Facts): Promise<(condition: LevelCondition) => Met> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  const phone = await viewPhone(tx, { userId, externalId: user.external_id });
  const { blocks = [] } = (await standingsOf(tx, [userId])).get(userId) ?? {};
  const [verification, standings] = await Promise.all([
    viewVerification(tx, { user, phone, blocks }),
    viewStandings(tx, userId),
  ]);
  const company = standings.find(({ kind }) => kind === "company");
  const shown = (kind: keyof typeof verification, from?: LevelName) => ({
    isPassed: verification[kind].isVerified || (from !== undefined && facts.level >= LEVEL_NUMBERS[from]),
    isPending: verification[kind].isPending,
  });
  /** Waits while one administrator has asked for it and another has not confirmed. */
  const given = (level: "L3" | "L4") => ({
    isPassed: facts.level >= LEVEL_NUMBERS[level],
    isPending:
      facts.asked_level !== null && facts.level < LEVEL_NUMBERS[level] && facts.asked_level >= LEVEL_NUMBERS[level],
  });
  const dueDiligence = given("L3");
  const isCompanyPending = company?.latest?.status === "pending";
  const met: Record<LevelCondition, Met> = {
    verification_condition_email: shown("email"),
    verification_condition_fullname_birthday: shown("fullnameBirthday", "L2"),
    verification_condition_phone: shown("phone"),
    verification_condition_id: shown("id", "L2"),
    verification_condition_address: shown("address", "L2+POA"),
    // Two reviewers go through a company as well as administrators would.
    verification_condition_due_diligence: { ...dueDiligence, isPending: dueDiligence.isPending || isCompanyPending },
    verification_condition_agreement: given("L4"),
  };
  return (condition) => met[condition];
}
