/** What the page of top-ups begins with. */
import type { TopUpOrder } from "#contract/products/top-ups.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { TopUpRule } from "#contract/products/top-up-rules.ts";
import { listRules } from "./rules.ts";
import { countriesOf } from "./rows.ts";
import { currentTopUpProvider, isSimulated } from "./top-up-provider.ts";
import { listTopUps } from "./top-ups.ts";

type TopUpStart = {
  readonly countries: string[];
  readonly simulated: boolean;
  readonly orders: TopUpOrder[];
  readonly next: string | null;
  readonly rules: TopUpRule[];
};

/** The countries that the provider reaches, and the newest orders of the reader; of a visitor the countries alone. */
export async function viewTopUpPage(tx: ReadTx, userId: bigint | undefined): Promise<TopUpStart> {
  const provider = currentTopUpProvider();
  const found = userId === undefined ? undefined : await listTopUps(tx, { userId });
  return {
    countries: await countriesOf(tx, provider),
    simulated: isSimulated(provider),
    orders: found?.data ?? [],
    next: found?.meta.next ?? null,
    rules: userId === undefined ? [] : await listRules(tx, userId),
  };
}
