// Guards: a request becomes a trade only after a trader and the user have both said yes: the trader to a price, the user before it
// expires, once; what ends in between binds nobody, and nobody else sees or moves it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getOffer, listOffers } from "#contract/market/offers/offers.ts";
import { listMyOffers } from "#contract/market/offers/my/offers.ts";
import * as otc from "#contract/market/otc/otc.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import { startTrade } from "#contract/market/trades/trade/trades.ts";
import { agreement, anOtcRoom, aQuote, aRequest, type OtcRoom, otcBody, proposal } from "../../testing/market/otc.ts";
import { aPerson, freshRates, giveLevel, testApp, type TestPerson } from "../../testing/index.ts";
import { expireOtc } from "./expire.ts";

const app = await testApp({ poolSize: 12 });
before(() => freshRates(app));

const deskOf = async ({ client }: Pick<TestPerson, "client">) => (await client.call(otc.getOtcDesk)).data;
const accept = ({ client }: Pick<TestPerson, "client">, id: string, key?: string) =>
  client.call(otc.acceptOtcQuote, { params: { id }, body: {}, ...(key ? { key } : {}) });
const propose = ({ moderator, ...room }: OtcRoom, id: string, changes: Parameters<typeof proposal>[1] = {}) =>
  moderator.client.call(otc.quoteOtcRequest, { params: { id }, body: proposal(room, changes) });
const kindsOf = async ({ client }: TestPerson) =>
  (await client.call(listNotifications, { query: {} })).data.map(({ kind }) => kind);
const statusOf = async (hash: string) =>
  (await app.owner.query("select status from otc_requests where hash = $1", [hash])).rows[0]?.status;

test("request, price, agreement, acceptance and trade: at the quoted price, for the user alone", async () => {
  const room = await anOtcRoom(app);
  const { user, trader } = room;
  const request = await aRequest(room);
  assert.deepEqual((await deskOf(user)).requests[0]?.status, "open");
  const proposed = await propose(room, request);
  assert.deepEqual([proposed.data.status, proposed.data.quotes[0]?.status], ["asked", "asked"]);
  // Before the trader has agreed the user sees no price.
  assert.equal((await deskOf(user)).requests[0]?.quote, null);
  const asked = (await deskOf(trader)).asked[0];
  assert.deepEqual(
    [asked?.type, asked?.amount, asked?.margin, asked?.minutes, asked?.needsDetails],
    ["sell", "20000", "1", 60, true],
  );
  const id = asked?.id ?? "";
  assert.equal((await accept(user, id)).code, "otc.unknown");
  const bare = await trader.client.call(otc.answerOtcQuote, { params: { id }, body: { agree: true } });
  assert.equal(bare.code, "offer.details_needed");
  const agreed = await trader.client.call(otc.answerOtcQuote, { params: { id }, body: agreement });
  assert.equal(agreed.data.asked[0]?.status, "agreed");

  const quote = (await deskOf(user)).requests[0]?.quote;
  assert.deepEqual([quote?.trader, quote?.status, quote?.price], [trader.username, "agreed", asked?.price]);
  const accepted = await accept(user, id);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  const { offer } = accepted.data;
  const seen = await user.client.call(getOffer, { params: { id: offer } });
  assert.deepEqual(
    [seen.data.isActive, seen.data.category, seen.data.fiatPricePerCrypto, seen.data.startRefusals],
    [true, "otc", quote?.price, []],
  );
  assert.equal((await (await aPerson(app)).client.call(getOffer, { params: { id: offer } })).code, "offer.not_found");
  const listed = await app.client().call(listOffers, { query: { type: "sell", currency: "USD", limit: "50" } });
  assert.ok(!listed.data.some(({ hash }) => hash === offer));
  const [own] = (await trader.client.call(listMyOffers, { query: { type: "sell" } })).data.offers;
  assert.deepEqual([own?.idHashed, own?.special?.isOfDesk, own?.special?.chatId], [offer, true, request]);
  const body = { fiat_amount: "20000", expected_price: quote?.price ?? "" };
  const started = await user.client.call(startTrade, { params: { id: offer }, body });
  assert.equal(started.code, "", JSON.stringify(started.body));
  assert.deepEqual((await deskOf(user)).requests[0]?.quote?.offer, offer);

  await app.deliverEvents();
  assert.deepEqual(
    (await kindsOf(user)).filter((kind) => kind.startsWith("otc")),
    ["otc_quoted"],
  );
  assert.deepEqual(
    (await kindsOf(trader)).filter((kind) => kind.startsWith("otc")),
    ["otc_accepted", "otc_asked"],
  );
});

test("two windows accept once, and every later word is refused", async () => {
  const room = await anOtcRoom(app);
  const { quote, request } = await aQuote(room);
  const answers = await Promise.all([accept(room.user, quote), accept(room.user, quote)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), ["", "otc.ended"]);
  assert.equal((await accept(room.user, quote)).code, "otc.ended");
  const decline = await room.user.client.call(otc.declineOtcQuote, { params: { id: quote }, body: {} });
  assert.equal(decline.code, "otc.ended");
  const cancel = await room.user.client.call(otc.cancelOtcRequest, { params: { id: request }, body: {} });
  assert.equal(cancel.code, "otc.ended");
  const again = await room.trader.client.call(otc.answerOtcQuote, { params: { id: quote }, body: agreement });
  assert.equal(again.code, "otc.ended");
  const { rows } = await app.owner.query("select count(*)::int as made from offers where chat_hash = $1", [request]);
  assert.equal(rows[0].made, 1);
});

test("an expired quote leaves the request open, and an unanswered one, too", async () => {
  const room = await anOtcRoom(app);
  const { quote, request } = await aQuote(room);
  await app.owner.query("update otc_quotes set expires_at = market_now() where hash = $1", [quote]);
  assert.equal((await accept(room.user, quote)).code, "otc.late");
  await expireOtc(app);
  assert.equal(await statusOf(request), "open");
  assert.equal((await accept(room.user, quote)).code, "otc.ended");
  assert.equal((await propose(room, request)).status, 200);
  const next = (await deskOf(room.trader)).asked[0]?.id ?? "";
  await app.owner.query("update otc_quotes set answer_by = market_now() where hash = $1", [next]);
  const late = await room.trader.client.call(otc.answerOtcQuote, { params: { id: next }, body: agreement });
  assert.equal(late.code, "otc.late");
  await expireOtc(app);
  assert.equal(await statusOf(request), "open");
  await app.owner.query("update otc_requests set changed_at = market_now() - interval '8 days' where hash = $1", [
    request,
  ]);
  await expireOtc(app);
  assert.equal(await statusOf(request), "expired");
  await app.deliverEvents();
  assert.deepEqual(
    (await kindsOf(room.user)).filter((kind) => kind === "otc_closed"),
    ["otc_closed", "otc_closed"],
  );
});

test("a trader refuses and a user declines: the desk may propose again; closing says why", async () => {
  const room = await anOtcRoom(app);
  const { quote, request } = await aQuote(room, { isAgreed: false });
  await room.trader.client.call(otc.answerOtcQuote, { params: { id: quote }, body: { agree: false } });
  assert.equal(await statusOf(request), "open");
  assert.equal((await propose(room, request, { margin: undefined as never, price: "60000" })).status, 200);
  assert.equal((await propose(room, request)).code, "otc.ended");
  const second = (await deskOf(room.trader)).asked[0]?.id ?? "";
  await room.trader.client.call(otc.answerOtcQuote, { params: { id: second }, body: agreement });
  const declined = await room.user.client.call(otc.declineOtcQuote, { params: { id: second }, body: {} });
  assert.equal(declined.data.requests[0]?.status, "open");
  const close = (reason: string) =>
    room.moderator.client.call(otc.closeOtcRequest, { params: { id: request }, body: { reason } });
  assert.equal((await close("  ")).status, 422);
  assert.deepEqual((await close("No trader has so much.")).data.why, "No trader has so much.");
  assert.equal((await close("Again")).code, "otc.ended");
  assert.equal((await deskOf(room.user)).requests[0]?.why, "No trader has so much.");
  const { rows } = await app.owner.query("select act from staff_acts where subject = $1 order by id", [request]);
  assert.deepEqual(
    rows.map(({ act }) => act),
    ["otc.quote", "otc.quote", "otc.close"],
  );
});

test("a canceled request frees the trader, and three may be open", async () => {
  const room = await anOtcRoom(app);
  const { quote, request } = await aQuote(room);
  await aRequest(room);
  await aRequest(room);
  assert.equal((await room.user.client.call(otc.askOtc, { body: otcBody() })).code, "otc.many");
  await room.user.client.call(otc.cancelOtcRequest, { params: { id: request }, body: {} });
  assert.equal((await accept(room.user, quote)).code, "otc.ended");
  assert.equal((await deskOf(room.trader)).asked[0]?.status, "withdrawn");
  assert.equal((await room.user.client.call(otc.askOtc, { body: otcBody() })).status, 200);
});

test("what is asked and proposed is held to the rules", async () => {
  const room = await anOtcRoom(app);
  const { user, trader } = room;
  const ask = async (changes: Parameters<typeof otcBody>[0]) =>
    (await user.client.call(otc.askOtc, { body: otcBody(changes) })).code;
  assert.equal(await ask({ amount: "999.99" }), "otc.too_small");
  assert.equal(await ask({ amount: "20000.001" }), "money.too_many_digits");
  assert.equal(await ask({ amount: "0" }), "offer.amounts");
  assert.equal(await ask({ fiat_currency_code: "QQQ" }), "offer.currency_unknown");
  assert.equal(await ask({ payment_methods: ["no-such-method"] }), "otc.method");
  assert.equal(await ask({ payment_methods: [] }), "ERROR_INPUT_VALIDATION");
  assert.equal(await ask({ note: "Write to me@example.com" }), "offer.contact_details");
  const request = await aRequest(room);
  const refused = async (changes: Parameters<typeof proposal>[1]) => (await propose(room, request, changes)).code;
  assert.equal(await refused({ trader: "no_such_user" }), "otc.trader");
  assert.equal(await refused({ payment_method: "paypal" }), "otc.method");
  assert.equal(await refused({ price: "60000" }), "otc.price");
  assert.equal(await refused({ margin: "1.234" }), "otc.price");
  assert.equal(await refused({ margin: "-100" }), "otc.price");
  assert.equal(await refused({ margin: "90" }), "offer.margin_range");
  assert.equal(await refused({ amount: "100" }), "otc.too_small");
  const { rows } = await app.owner.query("select username from users where id = $1", [user.id]);
  assert.equal(await refused({ trader: rows[0].username }), "otc.same");
  assert.equal(await refused({ trader: "x" }), "ERROR_INPUT_VALIDATION");
  await app.owner.query(
    "insert into user_relations (user_id, other_id, is_blocked, changed_at) values ($1, $2, true, market_now())",
    [user.id, trader.id],
  );
  assert.equal(await refused({}), "otc.trader");
  const moderatorsOwn = await room.moderator.client.call(otc.askOtc, { body: otcBody() });
  assert.equal(moderatorsOwn.code, "auth.staff_account");
  assert.equal((await propose(room, "AAAAAAAAAAA")).code, "otc.unknown");
  assert.equal((await trader.client.call(otc.listOtcRequests, { query: {} })).status, 403);
  await giveLevel(app, trader.id, 2);
  await app.owner.query("delete from user_relations where user_id = $1", [user.id]);
  assert.equal(await refused({}), "otc.limit");
  await giveLevel(app, user.id, 2);
  assert.equal(await ask({}), "otc.limit");
  const low = await aPerson(app);
  await giveLevel(app, low.id, 1);
  assert.equal((await low.client.call(otc.askOtc, { body: otcBody() })).status, 403);
});

test("staff see each list, and do nothing about a request of their own", async () => {
  const room = await anOtcRoom(app);
  const { request } = await aQuote(room);
  const open = await aRequest(room);
  const list = async (show: "open" | "asked" | "ended") =>
    (await room.moderator.client.call(otc.listOtcRequests, { query: { show } })).data.map(({ id }) => id);
  assert.ok((await list("open")).includes(open));
  assert.ok((await list("asked")).includes(request));
  assert.ok(!(await list("ended")).includes(request));
  await app.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    room.user.id,
  ]);
  const close = await room.user.client.call(otc.closeOtcRequest, { params: { id: open }, body: { reason: "Not now" } });
  assert.equal(close.code, "staff.own_account");
  const body = proposal(room);
  const own = await room.user.client.call(otc.quoteOtcRequest, { params: { id: open }, body });
  assert.equal(own.code, "staff.own_account");
});

test("a stranger sees and moves nothing, and a trader without coins cannot be traded with", async () => {
  const room = await anOtcRoom(app);
  const { quote, request } = await aQuote(room);
  const stranger = await aPerson(app);
  await giveLevel(app, stranger.id, 4);
  assert.equal((await accept(stranger, quote)).code, "otc.unknown");
  assert.equal((await accept(room.trader, quote)).code, "otc.unknown");
  const body = agreement;
  assert.equal((await stranger.client.call(otc.answerOtcQuote, { params: { id: quote }, body })).code, "otc.unknown");
  assert.equal(
    (await stranger.client.call(otc.cancelOtcRequest, { params: { id: request }, body: {} })).code,
    "otc.unknown",
  );
  await app.owner.query("update ledger_accounts set balance_units = 0 where name = $1", [
    `user:${room.trader.id}:BTC:available`,
  ]);
  assert.equal((await accept(room.user, quote)).code, "otc.trader_not_ready");
  const poor = await aQuote({ ...(await anOtcRoom(app)), trader: room.trader }, { isAgreed: false });
  const agreed = await room.trader.client.call(otc.answerOtcQuote, { params: { id: poor.quote }, body: agreement });
  assert.equal(agreed.code, "otc.coins_missing");
  assert.equal(await statusOf(request), "quoted");
});

test("a closed account leaves nothing: its requests go, and as a trader it is bound no more", async () => {
  const room = await anOtcRoom(app);
  const { quote, request } = await aQuote(room);
  await app.owner.query("select erase_user_from_otc($1)", [room.trader.id]);
  assert.equal(await statusOf(request), "open");
  assert.equal((await accept(room.user, quote)).code, "otc.unknown");
  await app.owner.query("select erase_user_from_otc($1)", [room.user.id]);
  assert.equal(await statusOf(request), undefined);
});
