/** What the page of top-ups begins with. */
import type { TopUpOrder } from "#contract/products/top-ups.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { countriesOf } from "./rows.ts";
import { currentTopUpProvider, isSimulated } from "./top-up-provider.ts";
import { listTopUps } from "./top-ups.ts";

export type TopUpStart = { readonly countries: string[]; readonly simulated: boolean; readonly orders: TopUpOrder[] };

const RECENT = 5;

/** The countries that the provider reaches, and the newest orders of the reader; without one the countries alone. */
export async function viewTopUpPage(tx: ReadTx, userId: bigint | undefined): Promise<TopUpStart> {
  const provider = currentTopUpProvider();
  return {
    countries: await countriesOf(tx, provider),
    simulated: isSimulated(provider),
    orders: userId === undefined ? [] : (await listTopUps(tx, { userId })).data.slice(0, RECENT),
  };
}
