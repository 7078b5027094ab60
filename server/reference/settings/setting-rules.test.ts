// Guards: the database holds every setting to the shape and default of the code, for every writer; a value that does not fit is
// refused there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testDb } from "../../testing/database.ts";
import { fitsSetting, isSettingName } from "./setting-rules.ts";

const { owner } = await testDb();

/** Values of each shape: what fits, and what nearly does. */
const TRIED: Readonly<Record<string, { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] }>> = {
  "rates.max_age_sec": { right: [10, 86_400], wrong: [9, 86_401, 10.5, "10", true, [], {}, [60]] },
  "offers.critical_margin_bp": { right: [-9999, 0], wrong: [-10_000, 1] },
  "accounts.play_money": { right: [true, false], wrong: [0, "true", []] },
  "offers.min_trade_usd": { right: ["3", "0.50"], wrong: [3, "-3", "3.", "3.555", "12345", "3\n4"] },
  "accounts.group_one_countries": { right: [[], ["YY"]], wrong: ["YY", ["yy"], ["DE", 4]] },
  "catalog.gray_countries": { right: [[], ["DE", "AT"]], wrong: ["DE", ["de"], ["DE", 4], Array(251).fill("DE")] },
  "verification.documents_by_country": {
    right: [[], ["NG:passport", "NG:id_card"]],
    wrong: ["NG:passport", ["NG"], ["ng:passport"], ["NG:library_card"]],
  },
  "wallet.hot_floor": {
    right: [{ BTC: "1", ETH: "0", USDT: "5.5" }],
    wrong: [{}, { BTC: "1", ETH: "0" }, { BTC: "1", ETH: "0", USDT: "5", XMR: "1" }, { BTC: 1, ETH: "0", USDT: "5" }],
  },
  "offers.manual_fee_least_share": { right: [0, 100], wrong: [-1, 101] },
  "offers.reports_a_day": { right: [1, 1000], wrong: [0, 1001] },
  "offers.high_fee_bp": { right: [0, 2000], wrong: [-1, 2001] },
};

test("a value that does not fit is refused by the table itself, and the code says the same", async () => {
  for (const [name, { right, wrong }] of Object.entries(TRIED)) {
    assert.ok(isSettingName(name));
    const set = (value: unknown) =>
      owner.query(
        "insert into settings (name, value, changed_at) values ($1, $2, now()) on conflict (name) do update set value = $2",
        [name, JSON.stringify(value)],
      );
    for (const value of right) {
      await set(value);
      assert.ok(fitsSetting(name, value), `${name} ${JSON.stringify(value)}`);
    }
    for (const value of wrong) {
      await assert.rejects(set(value), /does not fit the setting/, `${name} ${JSON.stringify(value)}`);
      assert.ok(!fitsSetting(name, value), `${name} ${JSON.stringify(value)}`);
    }
  }
});
