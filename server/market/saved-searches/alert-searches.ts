/**
 * Alerts users to new offers that fit a saved search and that they may take. Each step is a transaction that may be repeated: an
 * alert is written with the row that prevents a second one, and arrivals are marked only after all their searches were asked.
 */
import { decimalText, times } from "#contract/platform/decimal.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";
import { fiatPerUsd } from "../../money/rates/index.ts";
import { FIATS, getFiat } from "../../reference/catalog/index.ts";
import { type Offer, offerFrom } from "../offers/index.ts";
import { takeablePairs } from "../trades/index.ts";
import {
  dropArrivals,
  markMatched,
  type Match,
  matchesOf,
  newArrivals,
  offerRows,
  setWaiting,
  type UnitsByFiat,
  waitingMatches,
  writeAlerts,
} from "./match-rows.ts";

/** Arrivals, and searches, that one transaction looks at. */
const ARRIVALS = 200;
const SEARCHES = 1000;
/** Of one run of the job; more follow at the next. */
const MOST_BATCHES = 20;

type Ports = Pick<AppPorts, "db">;

export async function alertSearches({ db }: Ports): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const arrivals = await db.read((tx) => newArrivals(tx, ARRIVALS));
    if (arrivals.length === 0) break;
    await inChunks(db, (tx, asked) => matchesOf(tx, arrivals, asked));
    await db.tx((tx) => markMatched(tx, arrivals));
  }
  await inChunks(db, waitingMatches);
}

export const dropOfferArrivals = ({ db }: Ports): Promise<void> => db.tx(dropArrivals);

type Find = (tx: ReadTx, asked: { units: UnitsByFiat; after: bigint; most: number }) => Promise<Match[]>;

/** All searches that are found, in the order of their ids. */
async function inChunks(db: Db, find: Find): Promise<void> {
  let after: bigint | undefined = 0n;
  while (after !== undefined) {
    const from: bigint = after;
    after = await db.tx(async (tx) => {
      const matches = await find(tx, { units: await unitsByFiat(tx), after: from, most: SEARCHES });
      await alertAbout(tx, matches);
      return matches.at(-1)?.search_id;
    });
  }
}

async function unitsByFiat(tx: ReadTx): Promise<UnitsByFiat> {
  const perUsd = await fiatPerUsd(tx, "all");
  return {
    own: Object.fromEntries(FIATS.map(({ code, digits }) => [code, String(10n ** BigInt(digits))])),
    dollar: Object.fromEntries(
      [...perUsd].map(([code, rate]) => [
        code,
        decimalText(times({ units: 10n ** BigInt(getFiat(code).digits), digits: 0 }, rate)),
      ]),
    ),
  };
}

/** The first offer of each search that its user may take. */
async function alertAbout(tx: Tx, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return;
  const rows = await offerRows(tx, [...new Set(matches.map(({ offer_id }) => offer_id))]);
  const offers = new Map(rows.map((row) => [row.id, offerFrom(row)]));
  const standing = matches.flatMap((match) => {
    const offer = offers.get(match.offer_id);
    return offer ? [{ match, offer }] : [];
  });
  const mayTake = await takeablePairs(
    tx,
    standing.map(({ match, offer }) => ({ userId: match.user_id, offer, fiatUnits: match.wanted_units ?? undefined })),
  );
  const first = new Map<bigint, { match: Match; offer: Offer }>();
  for (const [index, found] of standing.entries())
    if (mayTake[index] && !first.has(found.match.search_id)) first.set(found.match.search_id, found);
  const found = [...first.values()];
  const quiet = found.filter(({ match }) => match.is_quiet).map(({ match }) => match.search_id);
  const due = found.filter(({ match }) => !match.is_quiet);
  await setWaiting(tx, quiet, true);
  const written = new Set(
    await writeAlerts(
      tx,
      due.map(({ match }) => match),
    ),
  );
  for (const { match, offer } of due) {
    if (!written.has(match.search_id)) continue;
    tx.emit({
      type: "account.search_found",
      subject: String(match.user_id),
      payload: { detail: match.search_name, offerHash: offer.hash },
    });
  }
  const asked = matches.filter(({ is_quiet }) => !is_quiet).map(({ search_id }) => search_id);
  await setWaiting(
    tx,
    [...new Set(asked)].filter((id) => !written.has(id)),
    false,
  );
}
