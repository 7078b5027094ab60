// Guards: a merchant is a company that is approved, and sells often enough to be a vendor; the market says so to its owner and to others alike.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser, getUser } from "#contract/people/accounts.ts";
import { seal } from "../../platform/sealed.ts";
import { giveLevel, testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";

const app = await testApp();
const { owner } = app;

test("a company that is approved and sells often enough is a merchant, for itself and for others, and neither alone is one", async () => {
  const [ada, reader] = [await aNamedUser(app), await aNamedUser(app)];
  const standing = async () => {
    const [own, shown] = await Promise.all([
      ada.client.call(getCurrentUser),
      reader.client.call(getUser, { params: { username: ada.username } }),
    ]);
    assert.equal(own.data.isMerchant, shown.data.isMerchant);
    assert.equal(own.data.isVendor, shown.data.isVendor);
    return [own.data.isVendor, own.data.isMerchant];
  };
  assert.deepEqual(await standing(), [false, false]);
  await owner.query(
    "insert into user_reputation (user_id, is_vendor) values ($1, true) on conflict (user_id) do update set is_vendor = true",
    [ada.id],
  );
  assert.deepEqual(await standing(), [true, false], "a vendor that is a person");
  const { rows } = await owner.query("select external_id from users where id = $1", [ada.id]);
  const name = seal("Ada and Daughters Ltd", `users.company_name:${rows[0].external_id}`);
  await owner.query("update users set corporate_since = market_now(), company_name_sealed = $2 where id = $1", [
    ada.id,
    name,
  ]);
  await giveLevel(app, ada.id, 2.5);
  assert.deepEqual(await standing(), [true, false], "a company without a current approval");
  await owner.query("update users set verified_level = 3 where id = $1", [ada.id]);
  assert.deepEqual(await standing(), [true, true]);
  await owner.query("update user_reputation set is_vendor = false where user_id = $1", [ada.id]);
  assert.deepEqual(await standing(), [false, false], "a company that sells too seldom");
});
