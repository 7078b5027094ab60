/** The SQL of what of somebody's own a ticket may be about: columns that the owners of these tables declare readable. */
import type { SupportObjectKind } from "#contract/reach/support/names.ts";
import { type Fragment, type ReadTx, sql } from "../../../platform/postgres/db.ts";

const SOURCES: Readonly<Record<SupportObjectKind, (userId: bigint) => Fragment>> = {
  trade: (userId) => sql`
    select 'trade' as kind, trade.hash as ref, trade.started_at as at, trade.id
    from trades trade
    where trade.buyer_id = ${userId} or trade.seller_id = ${userId}`,
  send_out: (userId) => sql`
    select 'send_out' as kind, sent.hash as ref, sent.created_at as at, sent.id
    from send_outs sent
    where sent.user_id = ${userId}`,
  offer: (userId) => sql`
    select 'offer' as kind, offer.hash as ref, offer.created_at as at, offer.id
    from offers offer
    where offer.owner_id = ${userId} and offer.deleted_at is null`,
  verification: (userId) => sql`
    select 'verification' as kind, proof.reference as ref, proof.started_at as at, proof.id
    from verifications proof
    where proof.user_id = ${userId}`,
};

export type ObjectRow = { readonly kind: SupportObjectKind; readonly ref: string; readonly at: Date };

const MOST = 10;

/** The newest of each kind. */
export async function newestObjects(tx: ReadTx, userId: bigint): Promise<ObjectRow[]> {
  const found = await Promise.all(
    Object.values(SOURCES).map(
      (source) => tx.rows<ObjectRow>`
        select found.kind, found.ref, found.at
        from (${source(userId)}) as found
        order by found.id desc
        limit ${MOST}`,
    ),
  );
  return found.flat();
}

export async function isOwnObject(
  tx: ReadTx,
  { userId, kind, ref }: { userId: bigint; kind: SupportObjectKind; ref: string },
): Promise<boolean> {
  const rows = await tx.rows`
    select
    from (${SOURCES[kind](userId)}) as found
    where found.ref = ${ref}`;
  return rows.length > 0;
}
