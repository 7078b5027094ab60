/** The facts about a user that decide whether they may take an offer: their trades, their relation to the owner. */
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { accountOf } from "../../../money/ledger/index.ts";
import { isAnonymizer } from "../../../platform/words/places.ts";
import { blockOf, ID_LEVEL, mayAct } from "../../../people/accounts/index.ts";
import { countryRules } from "./for-trades.ts";
import type { Reader, Taker } from "./facts.ts";
import type { Offer } from "../offer.ts";
import { addressOf, listingFacts, readerFacts, type TakerRow, takerRow, takerRows } from "./taker-rows.ts";

type ListingViewer = { readonly blockedBy: readonly bigint[]; readonly blocked: readonly bigint[] };

/** For a listing: users who blocked the viewer, and whom the viewer blocked; undefined for a visitor. */
export async function listingViewer(
  tx: ReadTx,
  viewer: { userId: bigint } | undefined,
): Promise<ListingViewer | undefined> {
  if (!viewer) return undefined;
  const row = await listingFacts(tx, viewer.userId);
  return { blockedBy: (row?.blocked_by ?? []).map(BigInt), blocked: (row?.blocked ?? []).map(BigInt) };
}

/** For a list of what may be taken: the facts of the viewer, or of a visitor from that country who registers now. */
export async function readerOf(
  tx: ReadTx,
  of: { readonly viewer: TakingViewer } | { readonly countryIso: string | undefined },
): Promise<Reader> {
  const viewer = "viewer" in of ? of.viewer : undefined;
  const countryIso = "viewer" in of ? of.viewer.countryIso : of.countryIso;
  const [rules, facts, ip] = await Promise.all([
    countryRules(tx),
    viewer && readerFacts(tx, viewer.userId),
    viewer && addressOf(tx, viewer.userId),
  ]);
  return {
    userId: viewer?.userId,
    countryIso,
    ...rules(countryIso ?? ""),
    now: tx.now,
    pastTrades: facts?.past ?? 0,
    isIdVerified: viewer !== undefined && viewer.level >= ID_LEVEL,
    mayStart: viewer === undefined || mayAct(viewer, "start_trade"),
    blockedBy: viewer && blockOf(viewer, "start_trade"),
    isAnonymous: ip !== undefined && isAnonymizer(ip, tx.now.getTime()),
    isDemo: facts?.is_demo ?? false,
    offersIn: facts?.offers_in ?? [],
    blocks: (facts?.blocks ?? []).map(BigInt),
    trustedBy: (facts?.trusted_by ?? []).map(BigInt),
    namedTo: facts?.shows_full_name ? "all" : facts?.names_to_trusted ? facts.trusts.map(BigInt) : [],
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
