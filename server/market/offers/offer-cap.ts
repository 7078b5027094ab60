/** Whether an owner may set a cap: a feature that staff may turn off. Caps that stand stay, and count. */
import { fieldRefusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { isFlagOn } from "../../reference/flags/index.ts";

type Cap = { readonly capUnits: bigint | null; readonly capActive: boolean };

/** Refuses offer.cap_off for a cap that was not there before. */
export async function refuseNewCap(
  tx: ReadTx,
  { ownerId, cap, before }: { ownerId: bigint; cap: Cap; before?: Cap },
): Promise<void> {
  if (!cap.capActive || (before?.capActive && before.capUnits === cap.capUnits)) return;
  const isOn = await isFlagOn(tx, { name: "isOfferCapFeatureEnabled", userId: ownerId });
  if (!isOn) throw fieldRefusal("offer.cap_off", "offer_cap");
}
