/** What the pages of purchases and sales begin with. */
import type { RampDirection } from "#contract/products/ramps/names.ts";
import type { RampCorridor, RampOrder } from "#contract/products/ramps/ramps.ts";
import { payeesOf } from "../../market/payment-accounts/index.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { listOrders } from "./orders.ts";
import { listCorridors } from "./quotes.ts";
import { currentRampProvider, isSimulated } from "./ramp-provider.ts";

export type RampStart = {
  readonly corridors: RampCorridor[];
  readonly accounts: {
    id: string;
    kind: "bank" | "wallet";
    countryIso: string;
    currencyCode: string | null;
    name: string;
    masked: string;
    holderName: string;
  }[];
  readonly orders: RampOrder[];
  readonly next: string | null;
  readonly simulated: boolean;
};

/** Corridors, and of a reader who is signed in the accounts and the newest orders. */
export async function viewRampPage(
  tx: ReadTx,
  { userId, direction }: { userId: bigint | undefined; direction: RampDirection },
): Promise<RampStart> {
  const provider = currentRampProvider();
  const found = userId === undefined ? undefined : await listOrders(tx, { userId, direction });
  const payees = userId === undefined ? [] : await payeesOf(tx, userId);
  return {
    corridors: await listCorridors(tx, { provider, direction }),
    accounts: payees.map(({ id, kind, countryIso, currency, name, masked, holderName }) => ({
      ...{ id, kind, countryIso, currencyCode: currency, name, masked, holderName },
    })),
    orders: found?.data ?? [],
    next: found?.meta.next ?? null,
    simulated: isSimulated(provider),
  };
}
