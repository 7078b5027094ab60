/** What has to be known of somebody before he may take an offer: his trades, his standing with the owner. */
import type { ReadTx } from "../../platform/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { ID_LEVEL, mayAct } from "../../people/accounts/index.ts";
import type { Taker } from "./may-open-trade.ts";

type ListingViewer = {
  readonly pastTrades: number;
  readonly isIdVerified: boolean;
  readonly countryIso: string;
  readonly hiddenOwners: readonly bigint[];
};

/** For a listing: past trades, and whose offers he does not see; undefined for a visitor. */
export async function listingViewer(
  tx: ReadTx,
  viewer: { userId: bigint; level: number; countryIso: string } | undefined,
): Promise<ListingViewer | undefined> {
  if (!viewer) return undefined;
  const [row] = await tx.rows<{ past: number; hidden: string[] }>`
    select
      coalesce((select trades_successful from user_reputation where user_id = ${viewer.userId}), 0) as past,
      array(
        select case when user_id = ${viewer.userId} then other_id else user_id end
        from user_relations
        where is_blocked and (user_id = ${viewer.userId} or other_id = ${viewer.userId})
      )::text[] as hidden`;
  return {
    pastTrades: row?.past ?? 0,
    isIdVerified: viewer.level >= ID_LEVEL,
    countryIso: viewer.countryIso,
    hiddenOwners: (row?.hidden ?? []).map(BigInt),
  };
}

type TakerRow = { id: bigint; owner_id: bigint; past: number; is_trusted: boolean; is_blocked: boolean };

/** For starting trades: many (taker, owner) pairs in one query, in the order given. */
export async function takersOf(
  tx: ReadTx,
  pairs: readonly { viewer: Pick<Viewer, "userId" | "level" | "countryIso" | "restrictions">; ownerId: bigint }[],
): Promise<Taker[]> {
  const rows = await tx.rows<TakerRow>`
    select pair.id, pair.owner_id,
      coalesce((select trades_successful from user_reputation rep where rep.user_id = pair.id), 0) as past,
      exists (
        select 1 from user_relations rel
        where rel.user_id = pair.owner_id and rel.other_id = pair.id and rel.is_trusted
      ) as is_trusted,
      exists (
        select 1 from user_relations rel
        where rel.is_blocked
          and ((rel.user_id = pair.owner_id and rel.other_id = pair.id)
            or (rel.user_id = pair.id and rel.other_id = pair.owner_id))
      ) as is_blocked
    from unnest(
      ${pairs.map(({ viewer }) => viewer.userId)}::bigint[], ${pairs.map(({ ownerId }) => ownerId)}::bigint[]
    ) as pair (id, owner_id)`;
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
