/** Where a demo market differs: everybody plays with play money, and an offer needs a confirmed email only. */
import type { Tx } from "../platform/db.ts";
import { presetSettings } from "../reference/settings/index.ts";

/** Safe at every start, also at the first one without the demo. */
export async function presetMarket(tx: Tx, { isDemo }: { isDemo: boolean }): Promise<void> {
  await presetSettings(tx, {
    "accounts.play_money": isDemo ? true : null,
    "offers.creation_level": isDemo ? 1 : null,
  });
}
