// Guards: a picture is one's own upload drawn anew, without what a camera wrote into it, under a name that nobody can guess; everybody
// sees it where faces are; it goes when its owner or staff take it away, and when the account closes.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import {
  getCurrentUser,
  getUser,
  processAvatar,
  removeAvatar,
  removeAvatarByStaff,
} from "#contract/people/accounts.ts";
import { aMarket, aPerson, aTrade, testApp, type TestPerson } from "../../../testing/index.ts";
import { getTrade } from "#contract/market/trades/trade/trades.ts";
import { giveFeedback, listUserFeedback } from "#contract/market/trades/feedback.ts";
import { getOffer } from "#contract/market/offers/offers.ts";
import { aPicture, uploadAs } from "../../../testing/people/upload.ts";
import { aModerator } from "../../../testing/market/disputes.ts";

const app = await testApp();
const { owner, runJob, deliverEvents } = app;
const get = (url: string) => app.app.fastify.inject({ url });
const nameOf = async ({ id }: TestPerson): Promise<string> =>
  (await owner.query("select username from users where id = $1", [id])).rows[0].username;

async function shows(person: TestPerson, picture?: Buffer): Promise<string> {
  const { url, code } = await uploadAs(app, person.client, picture ?? (await aPicture({ width: 640, height: 480 })));
  assert.equal(code, "");
  const shown = await person.client.call(processAvatar, { body: { fileUrl: url } });
  assert.equal(shown.status, 200, shown.code);
  return shown.data.url;
}

test("a picture is a square of its own without what the camera wrote, for everybody and under a name that nobody guesses", async () => {
  const ada = await aPerson(app);
  const url = await shows(ada);
  assert.match(url, /^\/avatars\/[\w-]{43}\.jpg$/);
  const { statusCode, headers, rawPayload } = await get(url);
  assert.equal(statusCode, 200);
  assert.equal(headers["content-type"], "image/jpeg");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.match(String(headers["cache-control"]), /public.*immutable/);
  assert.match(String(headers["content-security-policy"]), /sandbox/);
  const { width, height, exif, format } = await sharp(rawPayload).metadata();
  assert.deepEqual([width, height, exif, format], [256, 256, undefined, "jpeg"]);
  assert.ok(!rawPayload.includes("SpyCam"));
  assert.equal((await get(`/avatars/${"a".repeat(43)}.jpg`)).statusCode, 404);
  assert.equal((await get(`/avatars/${await nameOf(ada)}.svg`)).statusCode, 200);
});

test("it is shown wherever avatars are: own entity, profile, trade, offer, feedback", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "released");
  const params = { id: hash };
  await market.seller.client.call(giveFeedback, { params, body: { rating: 1, message: "Quick" } });
  const url = await shows(market.seller);
  const [seller, buyer] = [await nameOf(market.seller), await nameOf(market.buyer)];
  const me = await market.seller.client.call(getCurrentUser);
  const profile = await market.buyer.client.call(getUser, { params: { username: seller } });
  const trade = await market.buyer.client.call(getTrade, { params });
  const offer = await app.client().call(getOffer, { params: { id: market.offer }, query: {} });
  const said = await app.client().call(listUserFeedback, { params: { username: buyer }, query: {} });
  assert.deepEqual(
    [me.data.avatarUrl, profile.data.avatarUrl, trade.data.seller.avatarUrl, offer.data.owner.avatarUrl],
    [url, url, url, url],
  );
  assert.equal(said.data.items[0]?.giverAvatarUrl, url);
  assert.equal(trade.data.buyer.avatarUrl, `/avatars/${buyer}.svg`);
});

test("nobody shows another user's file, one that is no picture, or one that does not exist", async () => {
  const [ada, grace] = [await aPerson(app), await aPerson(app)];
  const theirs = await uploadAs(app, grace.client, await aPicture());
  const ask = async (fileUrl: string) => (await ada.client.call(processAvatar, { body: { fileUrl } })).code;
  assert.equal(await ask(theirs.url), "upload.not_found");
  assert.equal(await ask("/uploads/nothing"), "upload.not_found");
  assert.equal(await ask("/uploads/../secret"), "ERROR_INPUT_VALIDATION");
  const own = await uploadAs(app, ada.client, await aPicture());
  await owner.query("update uploads set mime_type = 'application/pdf' where hash = $1", [own.id]);
  assert.equal(await ask(own.url), "upload.not_accepted");
});

test("the next takes the place of the last, and one that is taken away is gone with its file", async () => {
  const ada = await aPerson(app);
  const [first, second] = [await shows(ada), await shows(ada, await aPicture({ background: "#fff" }))];
  assert.deepEqual([(await get(first)).statusCode, (await get(second)).statusCode], [404, 200]);
  const { data } = await ada.client.call(removeAvatar);
  assert.equal(data.url, `/avatars/${await nameOf(ada)}.svg`);
  assert.equal((await get(second)).statusCode, 404);
  assert.equal((await ada.client.call(removeAvatar)).status, 200, "twice is once");
  await runJob("erase-by-age");
  const { rows } = await owner.query("select count(*)::int as many from retention_files");
  assert.equal(rows[0].many, 0);
});

test("staff remove a picture for a reason, which is in the staff log and reaches its owner", async () => {
  const market = await aMarket(app);
  const ada = market.buyer;
  await shows(ada);
  const username = await nameOf(ada);
  const remove = (client: TestPerson["client"], reason = "shows somebody else") =>
    client.call(removeAvatarByStaff, { params: { username }, body: { reason } });
  assert.equal((await remove(market.seller.client)).code, "auth.forbidden");
  const staff = await aModerator(market);
  assert.equal((await remove(staff)).status, 200);
  assert.equal((await remove(staff)).code, "account.no_avatar");
  const { rows } = await owner.query("select act, subject, reason from staff_acts order by id desc limit 1");
  assert.deepEqual(rows, [{ act: "avatar.remove", subject: `${username}: `, reason: "shows somebody else" }]);
  await deliverEvents();
  const notices = await owner.query("select kind from notifications where user_id = $1", [ada.id]);
  assert.ok(notices.rows.some(({ kind }) => kind === "avatar_removed"));
  const admin = await aPerson(app);
  await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [admin.id]);
  await shows(admin);
  const above = await staff.call(removeAvatarByStaff, {
    params: { username: await nameOf(admin) },
    body: { reason: "no reason at all" },
  });
  assert.equal(above.code, "auth.forbidden");
  const nobody = await staff.call(removeAvatarByStaff, { params: { username: "nobody9" }, body: { reason: "why" } });
  assert.equal(nobody.code, "account.not_found");
});

test("it is in the archive, and goes when the account closes", async () => {
  const ada = await aPerson(app);
  const url = await shows(ada);
  await owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select user_id, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1`,
    [ada.id],
  );
  const { rows } = await owner.query(
    "select line from export_part((select max(id) from data_exports), 'avatar', 0, 10)",
  );
  assert.equal(JSON.parse(rows[0].line).address, url);
  await owner.query(
    `insert into account_closures (user_id, reason, asked_at, due_at)
     values ($1, 'privacy', market_now() - interval '15 days', market_now() - interval '1 second')`,
    [ada.id],
  );
  await runJob("close-due-accounts");
  assert.equal((await get(url)).statusCode, 404);
  const left = await owner.query("select avatar from users where id = $1", [ada.id]);
  assert.deepEqual(left.rows, [{ avatar: null }]);
});
