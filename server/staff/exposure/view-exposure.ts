/** The operator's exposure for administrators: held outside, owed to others, its own by account, open orders, and the band of each coin. */
import { type Decimal, decimalText, fixedText, over, plus, significant, times } from "#contract/platform/decimal.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import {
  CRYPTO,
  CRYPTO_CODES,
  type CryptoCode,
  displayFromUnits,
  isCryptoCode,
  unitsFromDisplay,
} from "#contract/money/money.ts";
import type { CurrencyExposure, ExposurePart, HouseExposure } from "#contract/staff/exposure.ts";
import { LEDGER_PLACES } from "#contract/staff/staff-ledger.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { fiatPerUsd, ratesOf } from "../../money/rates/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { type Band, moveBack } from "./band.ts";
import { type AccountRow, openOrders, operatorAccounts } from "./rows.ts";

/** What the operator has set aside for others: no change of a price makes it more or less its own. */
const OWED: readonly string[] = ["rewards", "promised", "refunds", "cards_issued"];

const ONE: Decimal = { units: 1n, digits: 0 };

/** The other side of cards that this market issued: nothing is held there, their value was given. */
const GIVEN = "market";

export async function viewExposure(tx: ReadTx): Promise<HouseExposure> {
  const [accounts, orders, settings] = await Promise.all([
    operatorAccounts(tx),
    openOrders(tx),
    readSettings(tx, ["exposure.target", "exposure.band"]),
  ]);
  const used = [...accounts, ...orders].map(({ currency }) => currency);
  const codes = [...CRYPTO_CODES, ...[...new Set(used)].filter((code) => !isCryptoCode(code)).toSorted()];
  const rates = await dollarsFor(tx, codes);
  const bandOf = (code: CryptoCode): Band | undefined => {
    const unitsOf = (setting: "exposure.target" | "exposure.band") =>
      unitsFromDisplay(settings[setting][code] ?? "0", CRYPTO[code].digits);
    const width = unitsOf("exposure.band");
    return width === 0n ? undefined : { target: unitsOf("exposure.target"), width };
  };
  const seen = codes.map((code) =>
    exposureOf(code, {
      accounts: accounts.filter(({ currency }) => currency === code),
      ordered: orders.find(({ currency }) => currency === code)?.units ?? 0n,
      rate: rates.get(code),
      band: isCryptoCode(code) ? bandOf(code) : undefined,
    }),
  );
  return {
    currencies: seen.map(({ shown }) => shown),
    usd: sumOfDollars(seen.map(({ dollars }) => dollars)),
    at: tx.now.toISOString(),
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
  readonly ordered: bigint;
  readonly rate: Decimal | undefined;
  readonly band: Band | undefined;
};

function exposureOf(code: string, { accounts, ordered, rate, band }: Known) {
  const digits = digitsOf(code);
  const text = (units: bigint) => displayFromUnits(units, digits);
  const dollarsOf = (units: bigint) => rate && times({ units, digits }, rate);
  const usdOf = (units: bigint) => {
    const dollars = dollarsOf(units);
    return dollars ? fixedText(dollars, 2) : null;
  };
  const groups = groupsOf(accounts);
  const exposed = groups.own.sum + ordered;
  const move = band && moveBack(exposed, band);
  const shown: CurrencyExposure = {
    currencyCode: code,
    ...{ held: partsOf(groups.held.lines, text), heldSum: text(groups.held.sum) },
    ...{ owed: partsOf(groups.owed.lines, text), owedSum: text(groups.owed.sum) },
    ...{ own: partsOf(groups.own.lines, text), ownSum: text(groups.own.sum) },
    ...{ ordered: text(ordered), exposure: text(exposed), usd: usdOf(exposed) },
    rateUsd: rate ? decimalText(rate) : null,
    aim: band
      ? {
          ...{ target: text(band.target), low: text(band.target - band.width), high: text(band.target + band.width) },
          move: move ? { side: move.side, amount: text(move.units), usd: usdOf(move.units) } : null,
        }
      : null,
  };
  return { shown, dollars: exposed === 0n ? { units: 0n, digits: 2 } : dollarsOf(exposed) };
}

type Line = { readonly place: ExposurePart["place"]; readonly units: bigint };

/** Held is less than nothing in the ledger, which gives it to the others: its sign is turned. What nobody else has is owed to people. */
function groupsOf(accounts: readonly AccountRow[]) {
  const lines = accounts.map(({ name, units }) => ({
    isOutside: name.startsWith("outside:"),
    place: placeOf(name),
    units,
  }));
  const isHeld = ({ isOutside, place }: (typeof lines)[number]) => isOutside && place !== GIVEN;
  const isOwed = ({ place }: (typeof lines)[number]) => OWED.includes(place);
  const people: Line = { place: "people", units: -sumOf(lines) };
  const grouped = (found: readonly Line[]) => ({ lines: found, sum: sumOf(found) });
  return {
    held: grouped(lines.filter(isHeld).map(({ place, units }) => ({ place, units: -units }))),
    owed: grouped([people, ...lines.filter(isOwed)]),
    own: grouped(lines.filter((line) => !isHeld(line) && !isOwed(line))),
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
