/** The languages of accounts, for what a user reads in a call that names none. */
import { type Locale, localeOf } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

export async function languagesOf(tx: ReadTx, userIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Locale>> {
  const rows = await tx.rows<{ id: bigint; locale: string }>`
    select id, locale
    from users
    where id = any(${userIds}::bigint[])`;
  return new Map(rows.map(({ id, locale }) => [id, localeOf(locale)]));
}

/** The default for a user who is gone. */
export async function languageOfUser(tx: ReadTx, userId: bigint): Promise<Locale> {
  return localeOf((await languagesOf(tx, [userId])).get(userId));
}
