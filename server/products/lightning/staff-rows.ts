/** The SQL of the staff's page of Lightning. */
import type { CHANNEL_STATES, LIGHTNING_HALTS } from "#contract/products/lightning/names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

/** Sums are written in JSON as text. */
export type ListedChannel = {
  readonly point: string;
  readonly partner: string;
  readonly capacityMsat: string;
  readonly localMsat: string;
  readonly remoteMsat: string;
  readonly state: (typeof CHANNEL_STATES)[number];
};

export type NodeBooks = {
  readonly node_id: string;
  readonly seen_at: Date;
  readonly is_here: boolean;
  readonly local_msat: bigint;
  readonly remote_msat: bigint;
  readonly in_flight_msat: bigint;
  readonly closing_msat: bigint;
  readonly payable_msat: bigint;
  readonly receivable_msat: bigint;
  readonly own_msat: bigint;
  readonly base_msat: bigint;
  readonly channel_list: readonly ListedChannel[];
  readonly owed_units: bigint;
  /** Of users, in payments that have not ended, and in withdrawals that are open. */
  readonly in_flight_units: bigint;
  readonly waiting_units: bigint;
};

export async function nodeBooks(tx: ReadTx): Promise<NodeBooks | undefined> {
  const [row] = await tx.rows<NodeBooks>`
    select node.node_id, node.seen_at, node.seen_at > ${tx.now}::timestamptz - interval '2 minutes' as is_here, node.local_msat,
      node.remote_msat, node.in_flight_msat, node.closing_msat, node.payable_msat, node.receivable_msat, node.own_msat, node.base_msat,
      node.channel_list, div(books.owed_msat, 1000)::bigint as owed_units, div(books.held_msat, 1000)::bigint as in_flight_units,
      coalesce((
        select sum(quote.units)
        from ln_withdrawals given
        join product_quotes quote on quote.id = given.quote_id
        where given.status = 'open'), 0)::bigint as waiting_units
    from ln_node node
    cross join lightning_books() books`;
  return row;
}

type HaltRow = { readonly name: (typeof LIGHTNING_HALTS)[number]; readonly reason: string; readonly since: Date };

export function nodeHalts(tx: ReadTx, names: readonly string[]): Promise<HaltRow[]> {
  return tx.rows<HaltRow>`
    select name, reason, since
    from halts
    where name = any(${names}::text[])`;
}
