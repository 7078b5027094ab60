// Guards: the current user's discount is the best active one: the reduction of the fee of its method.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { findPaymentMethod } from "../../reference/catalog/index.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();

test("the current user has the best active discount, and none where nothing is lower than the fee", async () => {
  const ada = await aNamedUser(app);
  const bank = findPaymentMethod("wise-transferwise");
  const give = (method: number | undefined, feeBp: number, until: string | null) =>
    app.owner.query(
      `insert into offer_perks (user_id, method_id, fee_bp, valid_until) values ($1, $2, $3, market_now() + $4::interval)
       on conflict (user_id, method_id) do update set fee_bp = excluded.fee_bp, valid_until = excluded.valid_until`,
      [ada.id, method, feeBp, until],
    );
  const shown = async () => (await ada.client.call(getCurrentUser)).data.feeDiscount;
  assert.equal(await shown(), "0");
  const before = await app.owner.query("select setting_value('offers.fee_bp') ->> $1 as fee", [bank?.group]);
  const base = Number(before.rows[0].fee);
  await give(bank?.id, base + 10, null);
  assert.equal(await shown(), "0", "nobody pays more by a discount");
  await give(bank?.id, base - 20, null);
  assert.equal(await shown(), "0.2");
  await give(0, 0, "1 hour");
  assert.equal(await shown(), "5", "of the high class");
  await app.moveClock(3_600_001);
  assert.equal(await shown(), "0.2", "the other is over");
});
