/** The countries that the operator has closed, kept in the process until the setting changes: every visitor's request asks. */
import type { Changes } from "../../../platform/events/changes.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import type { ClosedCountries } from "../../../platform/http/entry/closed-places.ts";
import { keepUntilChanged } from "../../../platform/events/kept.ts";
import { readSettings } from "../../../reference/settings/index.ts";

const KEPT_MS = 60_000;

export function keepClosedCountries(db: Db, changes: Pick<Changes, "subscribe" | "isFresh">): ClosedCountries {
  const kept = keepUntilChanged<readonly string[]>(changes, { isFresh: () => changes.isFresh() });
  return {
    kept: () => kept.find(""),
    find: () =>
      kept.get("", async () => {
        const settings = await db.read((tx) => readSettings(tx, ["catalog.disabled_countries"]));
        // A setting is of the site, of which everything kept is made.
        return { value: settings["catalog.disabled_countries"], bytes: 1, keeping: { topics: [], forMs: KEPT_MS } };
      }),
  };
}
