// Guards: a flag of a rule that the server or the database judges by reaches exactly those it is on for, and both find the same people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { convertToCorporate } from "#contract/compliance/companies.ts";
import { appealDispute } from "#contract/market/disputes/appeals.ts";
import { getDispute } from "#contract/market/disputes/disputes.ts";
import { FLAG_NAMES, type FlagName } from "#contract/reference/flag-names.ts";
import { listingHref, listingState, readListingState, usualSort } from "#contract/market/offers/listing/address.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { flagsNow, isFlagOn } from "../../reference/flags/index.ts";
import { aMarket, aPerson, giveLevel, offerBody, signIn, start, testApp } from "../../testing/index.ts";
import { openDisputeAndTake } from "../../testing/market/disputes.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { aPicture, uploadAs } from "../../testing/people/upload.ts";

const app = await testApp();
const { owner } = app;
const market = await aMarket(app);

const forOne = (id: bigint, name: FlagName, isOn: boolean) =>
  owner.query(
    `insert into feature_flag_users (name, user_id, is_on) values ($1, $2, $3)
     on conflict (user_id, name) do update set is_on = excluded.is_on`,
    [name, id, isOn],
  );

test("a rule finds the same people for a flag as pages do, by part and by name", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(app)));
  for (const [place, name] of FLAG_NAMES.entries()) {
    const { rows: before } = await owner.query("select percent from feature_flags where name = $1", [name]);
    await owner.query("update feature_flags set percent = $2 where name = $1", [name, 25 + ((place * 5) % 70)]);
    for (const [index, { id }] of people.entries()) {
      if (index % 4 === 0) await forOne(id, name, index % 8 === 0);
      const [asked, shown] = await app.db.read(async (tx) => [
        await isFlagOn(tx, { name, userId: id }),
        (await flagsNow(tx, id))[name],
      ]);
      assert.equal(asked, shown, `${name} of ${id}`);
    }
    await owner.query("update feature_flags set percent = $2 where name = $1", [name, before[0].percent]);
  }
  await owner.query("delete from feature_flag_users");
});

test("a discount counts for whom discounts are on, where the fee is judged and where it is shown", async () => {
  const ada = await aPerson(app);
  await owner.query("insert into offer_perks (user_id, method_id, fee_bp) values ($1, 0, 0)", [ada.id]);
  const fee = async () =>
    (await owner.query("select fee_bp_of($1, 14, null, market_now()) as bp, base_fee_bp(14) as base", [ada.id]))
      .rows[0];
  const shown = async () => (await ada.client.call(getCurrentUser)).data.feeDiscount;
  assert.equal((await fee()).bp, 0);
  assert.notEqual(await shown(), "0");
  await forOne(ada.id, "isFeeDiscountEnabled", false);
  const { bp, base } = await fee();
  assert.equal(bp, base);
  assert.equal(await shown(), "0");
});

test("a user who may not appeal is refused, and sees no form", async () => {
  const hash = await openDisputeAndTake(market, { winner: "seller" });
  const { client, id } = market.buyer;
  const upload = (await uploadAs(app, client, await aPicture())).id;
  const appeal = () =>
    client.call(appealDispute, {
      params: { id: hash },
      body: { text: "The bank sent me the statement today", upload_ids: [upload] },
    });
  const state = async () => (await client.call(getDispute, { params: { id: hash } })).data.appeal.state;
  await forOne(id, "isDisputeAppealEnabled", false);
  assert.deepEqual([(await appeal()).code, await state()], ["dispute.appeal_off", "not_available"]);
  await forOne(id, "isDisputeAppealEnabled", true);
  assert.equal(await state(), "available");
  assert.equal((await appeal()).code, "");
});

test("the flow of gift cards is offered where its flag is on, and so are company accounts", async () => {
  const mia = await aPerson(app);
  await giveLevel(app, mia.id, 4);
  const create = () =>
    mia.client.call(createOffer, {
      body: offerBody({ payment_method: "amazon-gift-card", flow_type: "gcc-auto" }),
    });
  const convert = () => mia.client.call(convertToCorporate);
  await forOne(mia.id, "isGCCSellSectionFlowEnabled", false);
  await forOne(mia.id, "isCorporateAccountEnabled", false);
  assert.equal((await create()).code, "offer.flow_unsupported");
  assert.equal((await convert()).code, "corporate.off");
  await owner.query("delete from feature_flag_users where user_id = $1", [mia.id]);
  assert.equal((await create()).code, "");
  assert.equal((await convert()).code, "");
});

test("without basic verification nobody begins to trade before their identity is verified", async () => {
  const starter = await aPerson(app);
  await forOne(starter.id, "isBasicVerificationEnabled", false);
  const begin = async () => {
    const client = app.client(await app.db.tx((tx) => signIn(tx, starter.id)));
    return (await start({ ...market, buyer: { ...starter, client } })).code;
  };
  await giveLevel(app, starter.id, 1);
  assert.equal(await begin(), "account.id_required");
  await giveLevel(app, starter.id, 2);
  assert.equal(await begin(), "");
});

test("an offer is held and comes back when staff switch the flag by which its owner is judged, for one person or for all", async () => {
  const mia = await aPerson(app, { units: 100_000_000n });
  const ada = await aNamedUser(app, "admin");
  const { username } = (await owner.query("select username from users where id = $1", [mia.id])).rows[0];
  await app.db.tx((tx) => changeSetting(tx, { name: "offers.creation_level", value: 1, changedBy: null }));
  await giveLevel(app, mia.id, 1);
  const made = await mia.client.call(createOffer, { body: offerBody() });
  assert.equal(made.code, "");
  const hold = async () => {
    await app.deliverEvents();
    return (await owner.query("select hold from offers where hash = $1", [made.data.idHashed])).rows[0].hold;
  };
  const change = async (wanted: StaffChange) =>
    assert.equal((await ada.client.call(changeByStaff, { body: { change: wanted, reason: "A trial." } })).code, "");
  assert.equal(await hold(), null);
  const name = "isBasicVerificationEnabled";
  await change({ kind: "set_user_flag", id: username, flag: name, state: "off" });
  assert.equal(await hold(), "identity");
  await change({ kind: "set_user_flag", id: username, flag: name, state: "default" });
  assert.equal(await hold(), null);
  await change({ kind: "set_flag", id: name, percent: 0 });
  assert.equal(await hold(), "identity");
  await change({ kind: "set_flag", id: name, percent: 100 });
  assert.equal(await hold(), null);
  await app.db.tx((tx) => changeSetting(tx, { name: "offers.creation_level", value: 2, changedBy: null }));
});

test("a list of a stablecoin begins sorted by price where its flag is on, also after a change of side or coin, and nowhere else", () => {
  const read = (crypto: "USDT" | "BTC", query = "", side: "buy" | "sell" = "buy") =>
    readListingState({ ...listingState({ side, crypto }) }, new URLSearchParams(query), {
      sortsStablecoinsByPrice: true,
    });
  assert.equal(read("USDT").sortType, "crypto_usd_price_asc");
  assert.equal(read("USDT", "", "sell").sortType, "crypto_usd_price_desc");
  assert.equal(read("BTC").sortType, "default");
  assert.equal(read("USDT", "sortType=default").sortType, "default");
  assert.equal(
    readListingState(listingState({ side: "buy", crypto: "USDT" }), new URLSearchParams()).sortType,
    "default",
  );
  assert.ok(!listingHref("en", read("USDT")).includes("sortType"));
  assert.ok(listingHref("en", read("USDT", "sortType=default")).includes("sortType=default"));
  assert.equal(usualSort({ ...read("USDT"), side: "sell" }), "crypto_usd_price_desc");
});
