/**
 * Recorded daily rates, played: the last weeks of the recording run forward and back with the market's clock, with a
 * small movement of coin prices within the day that is the same in every process. They are never live and always
 * marked.
 */
import { createHash } from "node:crypto";
import { type Decimal, decimal, over, rounded, times } from "#contract/platform/decimal.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import recording from "./generated/recorded.json" with { type: "json" };
import { crossRate } from "./rate.ts";

const [head = [], ...dayRows] = recording as (string | null)[][];
const columnOf = new Map(head.map((name, index) => [name ?? "", index]));
/** Days in a row at the end of the recording: what is played. */
const PLAYED_DAYS = 52;
const DAY_MS = 86_400_000;
const DIGITS = 18;
/** A coin moves at most this far from its recorded day, in hundredths of a percent, and gets there in steps. */
const MOVEMENT_BP = 15;
const MOVEMENT_STEP_MS = 600_000;

export type RecordedRate = { readonly crypto: CryptoCode; readonly fiat: string; readonly rate: Decimal };

/** The codes that the recording knows, without the coins. */
export const RECORDED_FIATS: readonly string[] = head.slice(1).flatMap((code) => (code && !isCoin(code) ? [code] : []));

/** Every coin in every currency, as played at this instant. */
export function recordedRatesAt(at: Date): RecordedRate[] {
  const perUsd = (code: string) => playedPerUsd(code, at);
  return CRYPTO_CODES.flatMap((crypto) => {
    const coinUsd = over(decimal("1"), movedBy(perUsd(crypto), crypto, at), DIGITS, "nearest");
    return RECORDED_FIATS.map((fiat) => ({ crypto, fiat, rate: crossRate({ coinUsd, fiatPerUsd: perUsd(fiat) }) }));
  });
}

/**
 * The recorded days of one pair before `at`, oldest first, for charts. Their dates are shifted: the last is yesterday and
 * leads to the rate that is played now, since the days go back as the played clock does. Before its last turn at the
 * beginning of the played days come the older days of the recording, as far from each other as they were.
 */
export function recordedDays({
  crypto,
  fiat,
  days,
  at,
}: {
  crypto: CryptoCode;
  fiat: string;
  days: number;
  at: Date;
}): { date: string; rate: Decimal }[] {
  const today = Math.floor(at.getTime() / DAY_MS);
  return shiftedRows(today).flatMap(({ day, row }) => {
    const coin = row[columnOf.get(crypto) ?? -1];
    const money = fiat === "USD" ? "1" : row[columnOf.get(fiat) ?? -1];
    if (!coin || !money || today - 1 - day > days) return [];
    const coinUsd = over(decimal("1"), decimal(coin), DIGITS, "nearest");
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    return [{ date, rate: crossRate({ coinUsd, fiatPerUsd: decimal(money) }) }];
  });
}

type Row = readonly (string | null)[];

/** Each day until yesterday, by its number since 1970, with the row that is shown for it. */
function shiftedRows(today: number): { day: number; row: Row }[] {
  const played = dayRows.slice(-PLAYED_DAYS);
  const older = dayRows.slice(0, -PLAYED_DAYS);
  const turn = 2 * (PLAYED_DAYS - 1);
  const start = today - (today % turn || turn);
  const dayOf = (row: Row | undefined) => Date.parse(row?.[0] ?? "") / DAY_MS;
  const shift = start - dayOf(played[0]);
  const since = Array.from({ length: today - start }, (_, passed) => {
    const row = played[passed < PLAYED_DAYS ? passed : turn - passed];
    return row ? [{ day: start + passed, row }] : [];
  });
  return [...older.map((row) => ({ day: dayOf(row) + shift, row })), ...since.flat()];
}

function isCoin(code: string): boolean {
  return (CRYPTO_CODES as readonly string[]).includes(code);
}

/** How much of the currency a dollar bought, between the two recorded days around the simulated time. */
function playedPerUsd(code: string, at: Date): Decimal {
  if (code === "USD") return decimal("1");
  const last = PLAYED_DAYS - 1;
  const position = at.getTime() % (2 * last * DAY_MS);
  const forward = position <= last * DAY_MS ? position : 2 * last * DAY_MS - position;
  const day = Math.min(Math.floor(forward / DAY_MS), last - 1);
  const from = recordedAt(code, day);
  const to = recordedAt(code, day + 1);
  const share = { units: BigInt(forward - day * DAY_MS), digits: 0 };
  const step = { units: rounded(to, DIGITS, "nearest").units - rounded(from, DIGITS, "nearest").units, digits: DIGITS };
  const moved = over(times(step, share), { units: BigInt(DAY_MS), digits: 0 }, DIGITS, "nearest");
  return { units: rounded(from, DIGITS, "nearest").units + moved.units, digits: DIGITS };
}

/** The value of a played day; where the source had none that day, the nearest one after or before. */
function recordedAt(code: string, day: number): Decimal {
  const column = columnOf.get(code) ?? -1;
  const played = dayRows.slice(-PLAYED_DAYS);
  const text =
    played.slice(day).find((row) => row[column])?.[column] ?? played.findLast((row) => row[column])?.[column];
  if (!text) throw new Error(`no recorded rate for ${code}`);
  return decimal(text);
}

function movedBy(perUsd: Decimal, code: string, at: Date): Decimal {
  const step = Math.floor(at.getTime() / MOVEMENT_STEP_MS);
  const intoMs = at.getTime() - step * MOVEMENT_STEP_MS;
  const [from, to] = [movementAt(code, step), movementAt(code, step + 1)];
  // In thousandths of a hundredth of a percent, so that it moves within a step as well.
  const milliBp = from * 1000 + Math.trunc(((to - from) * 1000 * intoMs) / MOVEMENT_STEP_MS);
  return rounded(times(perUsd, { units: BigInt(10_000_000 + milliBp), digits: 7 }), DIGITS, "nearest");
}

function movementAt(code: string, step: number): number {
  const drawn = createHash("sha256").update(`${code}:${step}`).digest().readUInt16BE(0);
  return (drawn % (2 * MOVEMENT_BP + 1)) - MOVEMENT_BP;
}
