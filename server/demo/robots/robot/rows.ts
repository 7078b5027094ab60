/** The SQL of robots: who they are, their keys, and in which trades they have a part. */
import { SUCCESSFUL_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import type { RobotTrade } from "./robot.ts";
import type { SoftwareKey } from "../../software-key.ts";

export type Robot = { readonly user_id: bigint; readonly username: string };

export async function listRobots(tx: ReadTx): Promise<Robot[]> {
  return tx.rows<Robot>`
    select robot.user_id, person.username
    from demo_robots as robot
    join users as person on person.id = robot.user_id
    order by robot.user_id`;
}

export async function robotsWithoutKey(tx: ReadTx): Promise<bigint[]> {
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from demo_robots
    where user_id not in (select user_id from demo_robot_keys)
    order by user_id`;
  return rows.map(({ user_id }) => user_id);
}

type NewKey = { readonly userId: bigint; readonly key: SoftwareKey; readonly publicKey: Uint8Array };

/** Also enrolls them with the signer. */
export async function insertRobotKeys(tx: Tx, keys: readonly NewKey[]): Promise<void> {
  const userIds = keys.map(({ userId }) => userId);
  const passkeyIds = keys.map(({ key }) => key.id);
  await tx.rows`
    insert into demo_robot_keys (user_id, passkey_id, private_key)
    select user_id, passkey_id, private_key
    from unnest(
      ${userIds}::bigint[], ${passkeyIds}::text[], ${keys.map(({ key }) => key.privateKey)}::text[]
    ) as made (user_id, passkey_id, private_key)`;
  await tx.rows`
    select enroll_passkeys(
      ${userIds}::bigint[], ${passkeyIds}::text[], ${keys.map(({ publicKey }) => publicKey)}::bytea[])`;
}

export async function robotKey(tx: ReadTx, userId: bigint): Promise<SoftwareKey | undefined> {
  const [key] = await tx.rows<SoftwareKey>`
    select passkey_id as id, private_key as "privateKey"
    from demo_robot_keys
    where user_id = ${userId}`;
  return key;
}

export async function insertRobots(
  tx: Tx,
  robots: readonly { readonly userId: bigint; readonly manner: string }[],
): Promise<void> {
  await tx.rows`
    insert into demo_robots (user_id, manner)
    select user_id, manner
    from unnest(${robots.map(({ userId }) => userId)}::bigint[], ${robots.map(({ manner }) => manner)}::text[]) as robot (user_id, manner)`;
}

/** Whether anybody has an account. */
export async function hasUsers(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows`
    select 1
    from users
    limit 1`;
  return rows.length > 0;
}

/** Trades between a robot and a person: those that run, and among the newest those that succeeded within the hour. */
export async function tradesWithRobots(tx: ReadTx, newest: number): Promise<RobotTradeRow[]> {
  return tx.rows<RobotTradeRow>`
    select trade.hash, trade.status, trade.flow_type, robot.user_id, robot.manner, trade.started_at, trade.details_revealed_at,
      trade.paid_at, trade.dispute_wait_sec,
      case when trade.buyer_id = robot.user_id then 'buyer' else 'seller' end as role,
      case when trade.buyer_id = robot.user_id then trade.buyer_feedback_at else trade.seller_feedback_at end is not null
        as has_rated,
      (
        select count(*)::int
        from chat_messages message
        where message.trade_id = trade.id and message.author_id = robot.user_id
      ) as said
    from (
      select trade_id as id
      from running_trades
      union all
      select id
      from trades
      where id > (select coalesce(max(id), 0) - ${newest} from trades) and status = any(${SUCCESSFUL_STATUSES})
        and ended_at > ${tx.now}::timestamptz - interval '1 hour'
    ) as lately
    join trades trade on trade.id = lately.id
    left join demo_robots buying on buying.user_id = trade.buyer_id
    left join demo_robots selling on selling.user_id = trade.seller_id
    cross join lateral (
      select coalesce(buying.user_id, selling.user_id) as user_id, coalesce(buying.manner, selling.manner) as manner
    ) as robot
    where (buying.user_id is null) <> (selling.user_id is null)
    order by trade.id
    limit 200`;
}

export type RobotTradeRow = Omit<RobotTrade, "dispute_at"> & { readonly dispute_wait_sec: number };
