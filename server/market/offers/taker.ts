/** What has to be known of somebody before they may take an offer: their trades, their standing with the owner. */
import type { ReadTx } from "../../platform/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { ID_LEVEL, mayAct } from "../../people/accounts/index.ts";
import type { Taker } from "./may-open-trade.ts";
import { listingFacts, takerRows } from "./taker-rows.ts";

type ListingViewer = {
  readonly pastTrades: number;
  readonly isIdVerified: boolean;
  readonly countryIso: string;
  readonly hiddenOwners: readonly bigint[];
};

/** For a listing: past trades, and whose offers they do not see; undefined for a visitor. */
export async function listingViewer(
  tx: ReadTx,
  viewer: { userId: bigint; level: number; countryIso: string } | undefined,
): Promise<ListingViewer | undefined> {
  if (!viewer) return undefined;
  const row = await listingFacts(tx, viewer.userId);
  return {
    pastTrades: row?.past ?? 0,
    isIdVerified: viewer.level >= ID_LEVEL,
    countryIso: viewer.countryIso,
    hiddenOwners: (row?.hidden ?? []).map(BigInt),
  };
}

/** For starting trades: many (taker, owner) pairs in one query, in the order given. */
export async function takersOf(
  tx: ReadTx,
  pairs: readonly { viewer: Pick<Viewer, "userId" | "level" | "countryIso" | "restrictions">; ownerId: bigint }[],
): Promise<Taker[]> {
  const rows = await takerRows(
    tx,
    pairs.map(({ viewer, ownerId }) => ({ userId: viewer.userId, ownerId })),
  );
  const byPair = new Map(rows.map((row) => [`${row.id}/${row.owner_id}`, row]));
  return pairs.map(({ viewer, ownerId }) => {
    const row = byPair.get(`${viewer.userId}/${ownerId}`);
    return {
      userId: viewer.userId,
      countryIso: viewer.countryIso,
      pastTrades: row?.past ?? 0,
      isIdVerified: viewer.level >= ID_LEVEL,
      isTrustedByOwner: row?.is_trusted ?? false,
      isBlocked: row?.is_blocked ?? false,
      mayStart: mayAct(viewer, "start_trade"),
      isAnonymous: false,
    };
  });
}
