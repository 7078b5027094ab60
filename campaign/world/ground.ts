/** The objects of the calls of functions of money, and their checks. */
import type { TestApp, TestMarket } from "../../server/testing/index.ts";

/** The objects of the calls. */
export type Ground = {
  readonly app: TestApp;
  readonly market: TestMarket;
  /** The buyer's, for deposits. */
  readonly addressId: string;
  /** A trade to draw others after. */
  readonly running: string;
};

/** Makes the arguments of one call. */
export type Good = (now: string) => Promise<readonly unknown[]>;

export async function one<T extends object>(
  { app }: Pick<Ground, "app">,
  text: string,
  values: readonly unknown[] = [],
) {
  return (await app.owner.query(text, [...values])).rows[0] as T;
}

export const tradeId = (ground: Pick<Ground, "app">, hash: string) =>
  one<{ id: string; version: number }>(ground, "select id, version from trades where hash = $1", [hash]);

/** As if the signer had written it; of the seller where nobody else is said. */
export async function prove({ app, market }: Ground, subject: string, userId = market.seller.id): Promise<void> {
  await app.owner.query(
    `insert into proofs (subject, user_id, method, proved_at, expires_at)
     values ($1, $2, 'passkey', market_now(), market_now() + interval '15 minutes')`,
    [subject, userId],
  );
}
