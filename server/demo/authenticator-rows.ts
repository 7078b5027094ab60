/** The SQL of the demo's authenticator: the secrets of the staff that visitors play. */
import type { ReadTx, Tx } from "../platform/postgres/db.ts";

export type DemoAuthenticator = { readonly user_id: bigint; readonly username: string; readonly secret: string };

export async function demoAuthenticators(tx: ReadTx): Promise<DemoAuthenticator[]> {
  return tx.rows<DemoAuthenticator>`
    select demo_authenticators.user_id, person.username, demo_authenticators.secret
    from demo_authenticators
    join users as person on person.id = demo_authenticators.user_id
    order by demo_authenticators.user_id`;
}

export async function keepAuthenticator(tx: Tx, { userId, secret }: { userId: bigint; secret: string }): Promise<void> {
  await tx.rows`
    insert into demo_authenticators (user_id, secret)
    values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret`;
}

export async function usersNamed(
  tx: ReadTx,
  usernames: readonly string[],
): Promise<{ readonly id: bigint; readonly username: string }[]> {
  return tx.rows<{ id: bigint; username: string }>`
    select id, username
    from users
    where username = any(${[...usernames]}::text[]) and is_demo
    order by id`;
}

/** Nobody waits for the factor that was just made. As the owner of the tables. */
export async function endHolds(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  await tx.rows`select end_demo_holds(${[...userIds]}::bigint[])`;
}
