/** The level that making offers needs. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";

/** Refuses offer.level. */
export async function refuseBelowCreationLevel(tx: ReadTx, viewerLevel: number): Promise<void> {
  const { "offers.creation_level": level } = await readSettings(tx, ["offers.creation_level"]);
  if (viewerLevel < level) throw new Refusal("offer.level", { level });
}
