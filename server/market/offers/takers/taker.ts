/** The facts about a user that decide whether they may take an offer: their trades, their relation to the owner. */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { accountOf } from "../../../money/ledger/index.ts";
import { isAnonymizer } from "../../../platform/words/places.ts";
import { blockOf, ID_LEVEL, mayAct } from "../../../people/accounts/index.ts";
import type { Taker } from "./may-open-trade.ts";
import type { Offer } from "../offer.ts";
import { addressOf, listingFacts, type TakerRow, takerRow, takerRows } from "./taker-rows.ts";

type ListingViewer = {
  readonly pastTrades: number;
  readonly isIdVerified: boolean;
  readonly showsFullName: boolean;
  readonly countryIso: string;
  readonly blockedBy: readonly bigint[];
  readonly blocked: readonly bigint[];
};

/** For a listing: past trades, who blocked them, and whom they blocked; undefined for a visitor. */
export async function listingViewer(
  tx: ReadTx,
  viewer: { userId: bigint; level: number; countryIso: string } | undefined,
): Promise<ListingViewer | undefined> {
  if (!viewer) return undefined;
  const row = await listingFacts(tx, viewer.userId);
  return {
    pastTrades: row?.past ?? 0,
    isIdVerified: viewer.level >= ID_LEVEL,
    showsFullName: row?.shows_full_name ?? false,
    countryIso: viewer.countryIso,
    blockedBy: (row?.blocked_by ?? []).map(BigInt),
    blocked: (row?.blocked ?? []).map(BigInt),
  };
}

type TakingViewer = Pick<Viewer, "userId" | "level" | "countryIso" | "restrictions" | "blocks">;

/** For an offer's page: the viewer's relation to its owner, and the seller's available balance of its coin. */
export async function takerAt(
  tx: ReadTx,
  {
    viewer,
    offer,
  }: { viewer: TakingViewer; offer: Pick<Offer, "id" | "ownerId" | "side" | "crypto" | "feeBp" | "blocksAnonymizers"> },
): Promise<{ taker: Taker; sellerUnits: bigint }> {
  const { userId } = viewer;
  const account = accountOf.available(offer.side === "sell" ? offer.ownerId : userId, offer.crypto);
  const [row, ip] = await Promise.all([
    takerRow(tx, { userId, offerId: offer.id, account }),
    offer.blocksAnonymizers ? addressOf(tx, userId) : undefined,
  ]);
  const isAnonymous = ip !== undefined && isAnonymizer(ip, tx.now.getTime());
  return { taker: takerFrom(row, { viewer, offer, isAnonymous }), sellerUnits: row?.units ?? 0n };
}

/** For starting trades, with the address where the offer is closed to anonymizers: many (taker, offer) pairs in one query, in the order given; at that time. */
export async function takersOf(
  tx: ReadTx,
  pairs: readonly { viewer: TakingViewer & { readonly ip: string | undefined }; offer: Taken }[],
  at: Date,
): Promise<Taker[]> {
  const rows = await takerRows(
    tx,
    pairs.map(({ viewer, offer }) => ({ userId: viewer.userId, offerId: offer.id })),
    at,
  );
  const byPair = new Map(rows.map((row) => [`${row.id}/${row.offer_id}`, row]));
  return pairs.map(({ viewer, offer }) =>
    takerFrom(byPair.get(`${viewer.userId}/${offer.id}`), {
      viewer,
      offer,
      isAnonymous: viewer.ip !== undefined && isAnonymizer(viewer.ip, tx.now.getTime()),
    }),
  );
}

type Taken = Pick<Offer, "id" | "ownerId" | "feeBp">;
type About = { readonly viewer: TakingViewer; readonly offer: Taken; readonly isAnonymous: boolean };

function takerFrom(row: TakerRow | undefined, { viewer, offer, isAnonymous }: About): Taker {
  return {
    isOwner: viewer.userId === offer.ownerId,
    feeBp: row?.fee_bp ?? offer.feeBp,
    countryIso: viewer.countryIso,
    pastTrades: row?.past ?? 0,
    isIdVerified: viewer.level >= ID_LEVEL,
    showsFullName: row?.shows_full_name ?? false,
    isTrustedByOwner: row?.is_trusted ?? false,
    isAlike: row?.is_alike ?? true,
    isBlocked: row?.is_blocked ?? false,
    mayStart: mayAct(viewer, "start_trade"),
    blockedBy: blockOf(viewer, "start_trade"),
    isAnonymous,
  };
}
