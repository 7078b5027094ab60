/**
 * Within a minute of its publication a robot takes a newcomer's offer, once, with the least amount. A person who is
 * away is left alone, and nobody is given more than a few such trades a day or two at once.
 */
import { type CryptoCode, displayFromUnits } from "#contract/money.ts";
import { Refusal } from "#contract/refusals.ts";
import type { AppPorts } from "../platform/app-ports.ts";
import type { ReadTx, Tx } from "../platform/db.ts";
import type { Viewer } from "../platform/http/policy.ts";
import { getFiat } from "../reference/catalog/index.ts";
import { recordLastSeen } from "../people/accounts/index.ts";
import { robotSessions } from "./robot-sessions.ts";
import { openTrades } from "../market/trades/index.ts";

const AFTER_SEC = 10;
const WITHIN_MIN = 30;
const OWNER_SEEN_MIN = 5;
const MOST_A_DAY = 6;
const MOST_TRIES = 5;

type Fresh = {
  readonly hash: string;
  readonly owner_id: bigint;
  readonly side: "buy" | "sell";
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly min_units: bigint;
  readonly tries: number;
};

export async function takeOffers({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  const fresh = await db.tx(freshOffers);
  for (const offer of fresh) {
    const refusal = await db.tx((tx) => take(tx, offer));
    if (refusal) log.debug({ code: refusal, offer: offer.hash }, "a robot could not take an offer");
  }
}

/** One of each owner: the oldest that no robot has taken yet. */
async function freshOffers(tx: ReadTx): Promise<Fresh[]> {
  return tx.rows<Fresh>`
    select distinct on (offer.owner_id) offer.hash, offer.owner_id, offer.side, offer.crypto, offer.fiat, offer.min_units,
      coalesce(take.tries, 0) as tries
    from users owner
    join offers offer on offer.owner_id = owner.id and offer.deleted_at is null
    left join demo_takes take on take.offer_hash = offer.hash
    where owner.last_seen_at > ${tx.now}::timestamptz - make_interval(mins => ${OWNER_SEEN_MIN})
      and owner.is_demo and not exists (select from demo_robots robot where robot.user_id = owner.id)
      and offer.active and not offer.is_automated
      and offer.created_at between ${tx.now}::timestamptz - make_interval(mins => ${WITHIN_MIN})
                               and ${tx.now}::timestamptz - make_interval(secs => ${AFTER_SEC})
      and take.trade_hash is null and coalesce(take.tries, 0) < ${MOST_TRIES}
      and (
        select count(*)
        from demo_takes earlier
        where earlier.owner_id = owner.id and earlier.trade_hash is not null
          and earlier.at > ${tx.now}::timestamptz - interval '1 day'
      ) < ${MOST_A_DAY}
      and not exists (
        select from trades trade
        join demo_robots robot on robot.user_id = trade.starter_id
        where trade.owner_id = owner.id and trade.ended_at is null)
    order by offer.owner_id, offer.id
    limit 10`;
}

/** The refusal's code, or undefined when the trade runs. Either way the try is counted. */
async function take(tx: Tx, offer: Fresh): Promise<string | undefined> {
  const robot = await chooseRobot(tx, offer);
  if (!robot) return undefined;
  await recordLastSeen(tx, [{ userId: robot.userId, at: tx.now }]);
  const [outcome] = await openTrades(tx, [
    {
      offerHash: offer.hash,
      starter: robot,
      ip: "127.0.0.1",
      fiatAmount: displayFromUnits(offer.min_units, getFiat(offer.fiat).digits),
      cryptoAmount: undefined,
      expectedPrice: "0",
      expectedRevision: undefined,
      acceptChange: true,
    },
  ]);
  if (!outcome) return undefined;
  const refusal = outcome instanceof Refusal ? outcome.code : null;
  const tradeHash = outcome instanceof Refusal ? null : outcome.hash;
  await tx.rows`
    insert into demo_takes (offer_hash, owner_id, tries, trade_hash, refusal, at)
    values (${offer.hash}, ${offer.owner_id}, 1, ${tradeHash}, ${refusal}, ${tx.now})
    on conflict (offer_hash) do update
    set tries = demo_takes.tries + 1, trade_hash = excluded.trade_hash, refusal = excluded.refusal, at = excluded.at`;
  return refusal ?? undefined;
}

type RobotRow = { id: bigint; external_id: string; username: string; country_iso: string };

/** An honest one, with coins when he has to sell; of the offer's currency where possible, another one at every try. */
async function chooseRobot(tx: Tx, offer: Fresh): Promise<Viewer | undefined> {
  const [robot] = await tx.rows<RobotRow>`
    select id, external_id::text, username, country_iso
    from (
      select users.id, users.external_id, users.username, users.country_iso, users.currency_code
      from demo_robots robot
      join users on users.id = robot.user_id
      join ledger_accounts account on account.name = 'user:' || users.id || ':' || ${offer.crypto}::text || ':available'
      where robot.manner = 'honest'
      order by users.currency_code = ${offer.fiat} desc, account.balance_units desc
      limit 40
    ) as able
    order by md5(${offer.hash} || ${offer.tries}::text || id)
    limit 1`;
  if (!robot) return undefined;
  const sessionId = (await robotSessions(tx, [robot.id])).get(robot.id);
  if (sessionId === undefined) return undefined;
  return {
    userId: robot.id,
    externalId: robot.external_id,
    username: robot.username,
    sessionId,
    roles: [],
    restrictions: [],
    level: 4,
    countryIso: robot.country_iso,
    isDemo: true,
  };
}
