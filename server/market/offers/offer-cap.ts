/**
 * What an owner may set by features that staff may turn off: a cap, and the flow of gift cards. Values that are already set
 * stay, and count.
 */
import type { FlowType } from "#contract/market/trades/trade/statuses.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
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

/** Refuses offer.flow_unsupported for the flow of gift cards on an offer that had another. */
export async function refuseNewCardFlow(
  tx: ReadTx,
  { ownerId, flow, before }: { ownerId: bigint; flow: FlowType; before?: FlowType },
): Promise<void> {
  if (flow !== "gcc-auto" || before === "gcc-auto") return;
  const isOn = await isFlagOn(tx, { name: "isGCCSellSectionFlowEnabled", userId: ownerId });
  if (!isOn) throw fieldRefusal("offer.flow_unsupported", "flow_type");
}
