/** What keeps offers true while nobody touches them: presence of owners, their balances, a changed fee. */
import type { Job, StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";
import { feeBpFor } from "./fee.ts";
import {
  ownersGoneAway,
  ownersWithMovedBalance,
  ownersWithStalePresence,
  reconsiderOffers,
  refreshOwnerFacts,
} from "./owner.ts";

export const jobs: readonly Job[] = [
  {
    name: "offers-follow-owners",
    everyMs: 15_000,
    run: ({ db }) =>
      db.tx(async (tx) => {
        const owners = [...(await ownersWithStalePresence(tx)), ...(await ownersGoneAway(tx))];
        await refreshOwnerFacts(tx, owners);
        await reconsiderOffers(tx, owners);
      }),
  },
  {
    name: "offers-follow-balances",
    everyMs: 3000,
    run: ({ db }) => db.tx(async (tx) => reconsiderOffers(tx, await ownersWithMovedBalance(tx))),
  },
];

/** Staff changed a fee or closed a method: the offers that it is about follow. */
export async function followSetting(tx: Tx, event: StoredEvent<"setting.changed">): Promise<void> {
  if (!["offers.fee_bp", "offers.high_fee_bp", "catalog.disabled_methods"].includes(event.subject)) return;
  const used = await tx.rows<{ method_id: number }>`
    select distinct method_id
    from offers
    where deleted_at is null`;
  for (const { method_id } of used) {
    const feeBp = await feeBpFor(tx, { method: getPaymentMethod(method_id) });
    await tx.rows`
      update offers
      set fee_bp = least(${feeBp}, (
        select min(perk.fee_bp)
        from offer_perks perk
        where perk.user_id = offers.owner_id and perk.method_id in (0, offers.method_id) and offers.side = 'sell'
          and (perk.valid_until is null or perk.valid_until > ${tx.now})
      ))
      where method_id = ${method_id} and deleted_at is null and fee_bp <> ${feeBp}`;
  }
  const owners = await tx.rows<{ owner_id: bigint }>`
    select distinct owner_id
    from offers
    where is_on and deleted_at is null`;
  await reconsiderOffers(
    tx,
    owners.map((row) => row.owner_id),
  );
}
