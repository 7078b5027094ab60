/** The operator's exposure for administrators: held outside, owed to others, its own by account, open orders, and the band of each coin. */
import { type Decimal, decimalText, fixedText, over, plus, significant, times } from "#contract/platform/decimal.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { CRYPTO, CRYPTO_CODES, displayFromUnits, isCryptoCode } from "#contract/money/money.ts";
import type { CurrencyExposure, ExposureDay, ExposurePart, HouseExposure } from "#contract/staff/exposure.ts";
import { LEDGER_PLACES } from "#contract/staff/ledger.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { fiatPerUsd, ratesOf } from "../../money/rates/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { adviceOf } from "./advice.ts";
import { type AdviceRow, type DayRow, findToday, judgedExposure, type JudgedRow, openAdvice } from "./advice-rows.ts";
import { viewHedger } from "./hedge-house.ts";
import { type AccountRow, openOrders, operatorAccounts, operatorOrders, operatorOutside } from "./rows.ts";

/** What the operator has set aside for others: no change of a price makes it more or less its own. */
const OWED: readonly string[] = ["rewards", "promised", "refunds", "cards_issued"];

const ONE: Decimal = { units: 1n, digits: 0 };

/** The other side of cards that this market issued: nothing is held there, their value was given. */
const GIVEN = "market";

export async function viewExposure(tx: ReadTx): Promise<HouseExposure> {
  const [accounts, trading, outside, orders, judged, advised, today, hedger, settings] = await Promise.all([
    operatorAccounts(tx),
    operatorOrders(tx),
    operatorOutside(tx),
    openOrders(tx),
    judgedExposure(tx),
    openAdvice(tx),
    findToday(tx),
    viewHedger(tx),
    readSettings(tx, ["exposure.loss_usd_day"]),
  ]);
  const used = [...accounts, ...orders].map(({ currency }) => currency);
  const codes = [...CRYPTO_CODES, ...[...new Set(used)].filter((code) => !isCryptoCode(code)).toSorted()];
  const rates = await dollarsFor(tx, codes);
  const bound = settings["exposure.loss_usd_day"];
  const seen = codes.map((code) =>
    exposureOf(code, {
      accounts: accounts.filter(({ currency }) => currency === code),
      trading: trading.find(({ currency }) => currency === code)?.units ?? 0n,
      outside: outside.find(({ currency }) => currency === code)?.units ?? 0n,
      ordered: orders.find(({ currency }) => currency === code)?.units ?? 0n,
      rate: rates.get(code),
      judged: judged.find(({ currency, band_units: width }) => currency === code && width > 0n),
      advised: advised.find(({ currency }) => currency === code),
    }),
  );
  return {
    currencies: seen.map(({ shown }) => shown),
    usd: sumOfDollars(seen.map(({ dollars }) => dollars)),
    today: today ? dayOf(today) : null,
    lossBoundUsd: bound === 0 ? null : String(bound),
    hedger,
    at: tx.now.toISOString(),
  };
}

function dayOf(row: DayRow): ExposureDay {
  const text = (cents: bigint) => fixedText({ units: cents, digits: 2 }, 2);
  return {
    ...{ day: row.day, beganAt: row.began_at.toISOString(), notedAt: row.noted_at.toISOString() },
    ...{ realizedUsd: text(row.realized_cents), unrealizedUsd: text(row.unrealized_cents) },
    resultUsd: text(row.realized_cents + row.unrealized_cents),
    stoppedAt: row.stopped_at?.toISOString() ?? null,
  };
}

/** Dollars for one of each currency, without coins whose rate is old. */
async function dollarsFor(tx: ReadTx, codes: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  const fiats = codes.filter((code) => !isCryptoCode(code));
  const [coins, perUsd] = await Promise.all([
    ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: ["USD"] }),
    fiatPerUsd(tx, fiats),
  ]);
  return new Map([
    ...[...coins.values()]
      .filter(({ state }) => state !== "stale")
      .map(({ crypto, rate }): [string, Decimal] => [crypto, rate]),
    ...[...perUsd].map(([code, rate]): [string, Decimal] => [code, significant(over(ONE, rate, 18, "nearest"), 8)]),
  ]);
}

type Known = {
  readonly accounts: readonly AccountRow[];
  /** In orders of the operator on the spot markets. */
  readonly trading: bigint;
  /** At venues outside. */
  readonly outside: bigint;
  /** In open orders of users. */
  readonly ordered: bigint;
  readonly rate: Decimal | undefined;
  /** Undefined without a band. */
  readonly judged: JudgedRow | undefined;
  readonly advised: AdviceRow | undefined;
};

function exposureOf(code: string, { accounts, trading, outside, ordered, rate, judged, advised }: Known) {
  const digits = digitsOf(code);
  const text = (units: bigint) => displayFromUnits(units, digits);
  const dollarsOf = (units: bigint) => rate && times({ units, digits }, rate);
  const usdOf = (units: bigint) => {
    const dollars = dollarsOf(units);
    return dollars ? fixedText(dollars, 2) : null;
  };
  const groups = groupsOf(accounts, trading);
  const exposed = groups.own.sum + outside + ordered;
  const shown: CurrencyExposure = {
    currencyCode: code,
    ...{ held: partsOf(groups.held.lines, text), heldSum: text(groups.held.sum) },
    ...{ owed: partsOf(groups.owed.lines, text), owedSum: text(groups.owed.sum) },
    ...{ own: partsOf(groups.own.lines, text), ownSum: text(groups.own.sum) },
    ...{ outside: text(outside), ordered: text(ordered), exposure: text(exposed), usd: usdOf(exposed) },
    rateUsd: rate ? decimalText(rate) : null,
    aim: judged ? aimOf({ judged, advised, text, usdOf }) : null,
  };
  return { shown, dollars: exposed === 0n ? { units: 0n, digits: 2 } : dollarsOf(exposed) };
}

type Aimed = {
  readonly judged: JudgedRow;
  readonly advised: AdviceRow | undefined;
  readonly text: (units: bigint) => string;
  readonly usdOf: (units: bigint) => string | null;
};

function aimOf({ judged, advised, text, usdOf }: Aimed): NonNullable<CurrencyExposure["aim"]> {
  const { target_units: target, band_units: width, move_units: way, hold } = judged;
  const units = way < 0n ? -way : way;
  return {
    ...{ target: text(target), low: text(target - width), high: text(target + width) },
    move: units === 0n ? null : { side: way > 0n ? "buy" : "sell", amount: text(units), usd: usdOf(units) },
    hold: advised ? null : hold,
    advice: advised ? adviceOf(advised) : null,
  };
}

type Line = { readonly place: ExposurePart["place"]; readonly units: bigint };

/** Held is less than nothing in the ledger, which gives it to the others: its sign is turned. What nobody else has is owed to people. */
function groupsOf(accounts: readonly AccountRow[], trading: bigint) {
  const lines = accounts.map(({ name, units }) => ({
    isOutside: name.startsWith("outside:"),
    place: placeOf(name),
    units,
  }));
  const isHeld = ({ isOutside, place }: (typeof lines)[number]) => isOutside && place !== GIVEN;
  const isOwed = ({ place }: (typeof lines)[number]) => OWED.includes(place);
  const people: Line = { place: "people", units: -sumOf(lines) - trading };
  const grouped = (found: readonly Line[]) => ({ lines: found, sum: sumOf(found) });
  return {
    held: grouped(lines.filter(isHeld).map(({ place, units }) => ({ place, units: -units }))),
    owed: grouped([people, ...lines.filter(isOwed)]),
    own: grouped([...lines.filter((line) => !isHeld(line) && !isOwed(line)), { place: "spot", units: trading }]),
  };
}

const sumOf = (lines: readonly { units: bigint }[]) => lines.reduce((sum, { units }) => sum + units, 0n);

const partsOf = (lines: readonly Line[], text: (units: bigint) => string): ExposurePart[] =>
  lines.filter(({ units }) => units !== 0n).map(({ place, units }) => ({ place, amount: text(units) }));

const placeOf = (name: string) =>
  LEDGER_PLACES.find((place) => place === name.slice(name.lastIndexOf(":") + 1)) ?? "other";

const digitsOf = (code: string) => (isCryptoCode(code) ? CRYPTO[code].digits : fiatDigitsOf(code));

function sumOfDollars(parts: readonly (Decimal | undefined)[]): string | null {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? null : fixedText(known.reduce(plus, { units: 0n, digits: 2 }), 2);
}
