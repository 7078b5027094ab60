/**
 * What left, in dollars, and from whom. A person has what is available and held, and what they sell while it is in escrow;
 * not what is signed to go out. Coins of a paid trade that go back to the seller are lost to the buyer.
 */
import type { Acting } from "./attempt.ts";
import type { Stage } from "./stage.ts";

export type Standing = {
  readonly worth: ReadonlyMap<string, number>;
  /** Of each person, with bytes that are signed. */
  readonly sentOut: ReadonlyMap<string, number>;
  readonly trades: ReadonlyMap<string, { readonly buyer: string; readonly status: string; readonly usd: number }>;
};

export type Loss = { readonly who: string; readonly usd: number };

/** Less is a price that moved in its last digit. */
const NOTHING_USD = 0.01;

export async function standingOf({ app, signed }: Pick<Stage, "app" | "signed">): Promise<Standing> {
  const worth = await app.owner.query<{ who: string; usd: string }>(
    `with coins as (
       select split_part(name, ':', 2) as who, split_part(name, ':', 3) as currency, balance_units as units
       from ledger_accounts
       where name like 'user:%'
       union all
       select 'operator', split_part(name, ':', 2), balance_units
       from ledger_accounts
       where name like 'house:%'
       union all
       select trade.seller_id::text, trade.crypto, account.balance_units
       from trades trade
       join ledger_accounts account on account.name = escrow_account(trade.id, trade.crypto)
       union all
       select user_id::text, currency, -(units + fee_units)
       from send_outs
       where hash = any($1) and status = 'pending'
     )
     select coins.who, sum(coins.units * ${USD_OF_UNIT}) as usd
     from coins
     join rates on rates.crypto = coins.currency and rates.fiat = 'USD'
     group by coins.who`,
    [[...signed]],
  );
  const sentOut = await app.owner.query<{ who: string; usd: string }>(
    `select send_out.user_id as who, sum((send_out.units + send_out.fee_units) * ${USD_OF_UNIT}) as usd
     from send_outs send_out
     join rates on rates.crypto = send_out.currency and rates.fiat = 'USD'
     where send_out.hash = any($1)
     group by send_out.user_id`,
    [[...signed]],
  );
  const trades = await app.owner.query<{ id: string; buyer: string; status: string; usd: string }>(
    `select trade.id, trade.buyer_id as buyer, trade.status, trade.units * ${USD_OF_UNIT} as usd
     from trades trade
     join rates on rates.crypto = trade.crypto and rates.fiat = 'USD'`,
  );
  return {
    worth: new Map(worth.rows.map(({ who, usd }) => [who, Number(usd)])),
    sentOut: new Map(sentOut.rows.map(({ who, usd }) => [who, Number(usd)])),
    trades: new Map(trades.rows.map(({ id, buyer, status, usd }) => [id, { buyer, status, usd: Number(usd) }])),
  };
}

const USD_OF_UNIT = "rates.rate / case rates.crypto when 'BTC' then 1e8 when 'ETH' then 1e9 else 1e6 end";
const PAID = ["paid", "dispute_open", "dispute_awarded"];
const BACK = ["cancelled_buyer", "cancelled_seller", "dispute_won_seller", "expired"];

/** Those who have less; and the operator, of what a thief sent out who had less than that. */
export function lossesOf(before: Standing, afterwards: Standing, { thief }: { thief: string }): Loss[] {
  const lost = new Map<string, number>();
  const add = (who: string, usd: number) => {
    if (usd > NOTHING_USD) lost.set(who, (lost.get(who) ?? 0) + usd);
  };
  for (const [who, usd] of before.worth) if (who !== thief) add(who, usd - (afterwards.worth.get(who) ?? 0));
  for (const [id, { buyer, status, usd }] of before.trades) {
    const now = afterwards.trades.get(id)?.status ?? "";
    if (buyer !== thief && PAID.includes(status) && BACK.includes(now)) add(buyer, usd);
  }
  const sentOut = (afterwards.sentOut.get(thief) ?? 0) - (before.sentOut.get(thief) ?? 0);
  add("operator", sentOut - (before.worth.get(thief) ?? 0));
  return [...lost].map(([who, usd]) => ({ who, usd }));
}

/** Of people who do nothing meanwhile. */
export function idleUsd(losses: readonly Loss[], { market }: Stage, acting: readonly Acting[] = []): number {
  const names: Readonly<Record<string, Acting | undefined>> = {
    [String(market.seller.id)]: "seller",
    [String(market.buyer.id)]: "buyer",
    operator: "operator",
  };
  const idle = losses.filter(({ who }) => !acting.includes(names[who] ?? ("nobody" as Acting)));
  return idle.reduce((sum, { usd }) => sum + usd, 0);
}
