/** The books of the demo's issuer of gift cards. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type HouseOrder = {
  reference: string;
  state: "pending" | "succeeded" | "failed";
  reason: string | null;
  currency: string;
  face_units: bigint;
  cost_cents: bigint;
};

type NewCard = { readonly sealed: Buffer; readonly mark: Buffer };

/** A reference that it has seen changes nothing: the first order is returned. */
export async function bookOrder(tx: Tx, wanted: HouseOrder, cards: readonly NewCard[]): Promise<HouseOrder> {
  const made = await tx.rows`
    insert into house_market_orders (reference, state, reason, currency, face_units, cost_cents, at)
    values (${wanted.reference}, ${wanted.state}, ${wanted.reason}, ${wanted.currency}, ${wanted.face_units}, ${wanted.cost_cents}, ${tx.now})
    on conflict do nothing
    returning reference`;
  if (made.length > 0 && cards.length > 0)
    await tx.rows`
      insert into house_cards (reference, n, currency, face_units, code_sealed, mark, issued_at)
      select ${wanted.reference}::uuid, card.n, ${wanted.currency}, ${wanted.face_units}, card.sealed, card.mark, ${tx.now}
      from unnest(${cards.map(({ sealed }) => sealed)}::bytea[], ${cards.map(({ mark }) => mark)}::bytea[])
        with ordinality as card (sealed, mark, n)`;
  const found = await findOrder(tx, wanted.reference);
  return onlyRow([found] as [HouseOrder]);
}

export async function findOrder(tx: ReadTx, reference: string): Promise<HouseOrder | undefined> {
  const [row] = await tx.rows<HouseOrder>`
    select reference::text as reference, state, reason, currency, face_units, cost_cents
    from house_market_orders
    where reference = ${reference}::uuid`;
  return row;
}

export async function cardsOf(tx: ReadTx, reference: string): Promise<{ n: number; code_sealed: Buffer }[]> {
  return tx.rows<{ n: number; code_sealed: Buffer }>`
    select n, code_sealed
    from house_cards
    where reference = ${reference}::uuid and code_sealed is not null
    order by n`;
}

export type Redeemed = { outcome: string; currency: string; face_units: bigint; units: bigint };

type Redeeming = { readonly hash: string; readonly userId: bigint; readonly mark: Buffer };

export async function redeem(tx: Tx, { hash, userId, mark }: Redeeming): Promise<Redeemed> {
  return onlyRow(
    await tx.rows<Redeemed>`
      select outcome, currency, face_units, units
      from redeem_house_card(${hash}, ${userId}, ${mark}, ${tx.now})`,
  );
}
