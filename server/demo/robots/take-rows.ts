/** The SQL of offers that robots take. */
import type { CryptoCode } from "#contract/money/money.ts";
import { REQUIRED_BY_TAG } from "#contract/market/offers/requirement-names.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { accountIn } from "../../money/ledger/index.ts";

/** Of each owner the oldest offer that no robot has taken yet. */
export async function freshOffers(tx: ReadTx, limits: TakeLimits): Promise<FreshOffer[]> {
  return tx.rows<FreshOffer>`
    select distinct on (offer.owner_id) offer.hash, offer.owner_id, offer.side, offer.crypto, offer.fiat, offer.min_units,
      coalesce(take.tries, 0) as tries
    from users owner
    join offers offer on offer.owner_id = owner.id and offer.deleted_at is null
    left join demo_takes take on take.offer_hash = offer.hash
    where owner.last_seen_at > ${tx.now}::timestamptz - make_interval(mins => ${limits.ownerSeenMin})
      and owner.is_demo and not exists (select from demo_robots robot where robot.user_id = owner.id)
      and offer.active and not offer.is_automated
      -- A robot has no gift cards, no bank account and nothing to submit.
      and offer.flow_type not in ('gcc-auto', 'bt-auto')
      and (offer.side = 'buy' or not offer.tags && ${Object.keys(REQUIRED_BY_TAG)}::text[])
      and offer.created_at between ${tx.now}::timestamptz - make_interval(mins => ${limits.withinMin})
                               and ${tx.now}::timestamptz - make_interval(secs => ${limits.afterSec})
      and take.trade_hash is null and coalesce(take.tries, 0) < ${limits.mostTries}
      and (
        select count(*)
        from demo_takes earlier
        where earlier.owner_id = owner.id and earlier.trade_hash is not null
          and earlier.at > ${tx.now}::timestamptz - interval '1 day'
      ) < ${limits.mostADay}
      and not exists (
        select from running_trades running
        join trades trade on trade.id = running.trade_id
        join demo_robots robot on robot.user_id = trade.starter_id
        where owner.id in (running.buyer_id, running.seller_id) and trade.owner_id = owner.id)
    order by offer.owner_id, offer.id
    limit 10`;
}

export async function countTry(
  tx: Tx,
  offer: FreshOffer,
  { tradeHash, refusal }: { tradeHash: string | null; refusal: string | null },
): Promise<void> {
  await tx.rows`
    insert into demo_takes (offer_hash, owner_id, tries, trade_hash, refusal, at)
    values (${offer.hash}, ${offer.owner_id}, 1, ${tradeHash}, ${refusal}, ${tx.now})
    on conflict (offer_hash) do update
    set tries = demo_takes.tries + 1, trade_hash = excluded.trade_hash, refusal = excluded.refusal, at = excluded.at`;
}

/** An honest robot with an account in the coin; of the offer's currency where possible, another one at every try. */
export async function ableRobot(tx: ReadTx, offer: FreshOffer): Promise<RobotRow | undefined> {
  const [row] = await tx.rows<RobotRow>`
    select id, external_id::text, username, country_iso
    from (
      select users.id, users.external_id, users.username, users.country_iso, users.currency_code
      from demo_robots robot
      join users on users.id = robot.user_id
      join ledger_accounts account on account.name = ${accountIn.available(sql`users.id`, sql`${offer.crypto}::text`)}
      where robot.manner = 'honest'
      order by users.currency_code = ${offer.fiat} desc, account.balance_units desc
      limit 40
    ) as able
    order by md5(${offer.hash} || ${offer.tries}::text || id)
    limit 1`;
  return row;
}

export type FreshOffer = {
  readonly hash: string;
  readonly owner_id: bigint;
  readonly side: "buy" | "sell";
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly min_units: bigint;
  readonly tries: number;
};

type RobotRow = { id: bigint; external_id: string; username: string; country_iso: string };

export type TakeLimits = {
  /** How old an offer is before it is taken, and how old at most. */
  readonly afterSec: number;
  readonly withinMin: number;
  /** Within how many minutes its owner was seen. */
  readonly ownerSeenMin: number;
  readonly mostADay: number;
  readonly mostTries: number;
};
