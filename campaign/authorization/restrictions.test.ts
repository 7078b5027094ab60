// Guards: what each restriction of an account takes away, cell by cell as it was decided; of several the strictest counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as cards from "#contract/market/trades/card-trades.ts";
import { listMessages, postMessage } from "#contract/market/trades/chat.ts";
import { openDispute } from "#contract/market/disputes/disputes.ts";
import { type EndpointShape, isUnsafe } from "#contract/platform/endpoint.ts";
import {
  ACTIONS,
  ACTION_OF_VERB,
  LEFT_OPEN,
  mayWrite,
  RESTRICTION_STATES,
  type RestrictionState,
} from "#contract/compliance/restriction-names.ts";
import { listOwnRestrictions } from "#contract/compliance/restrictions.ts";
import * as trades from "#contract/market/trades/trade/trades.ts";
import { TRADE_VERBS, type TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { mayAct } from "../../server/people/accounts/index.ts";
import type { Route } from "../../server/platform/http/policy.ts";
import { ids } from "../../server/platform/ids.ts";
import { assertProperty } from "../../server/testing/seeds.ts";
import { aMarket, aPerson, aTrade, giveLevel, testApp } from "../../server/testing/index.ts";
import { openDisputeAndTake } from "../../server/testing/market/disputes.ts";
import { jsonSchemaOf, valid } from "../fuzz/generate.ts";

const app = await testApp({ poolSize: 12 });
const { owner } = app;
const market = await aMarket(app);
const [person, staff] = [await aPerson(app), await aPerson(app)];
// Some routes ask for more than a confirmed address.
await giveLevel(app, person.id, 2);
await owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [staff.id]);

const COLUMNS = [
  "start_trade",
  "pay",
  "release",
  "dispute",
  "offers",
  "receive",
  "send_out",
  "convert",
  "trade_chat",
  "new_chat",
  "api",
];
const LAST = "once, all, after staff approval";
/** By hand, in the words of the product's rule. */
const DECIDED = `
restricted      | –          | Y        | Y        | Y        | –      | Y               | after 24 h | Y | Y            | no new chats | read
suspended       | –          | Y        | Y        | Y        | –      | Y               | –          | – | Y            | – | –
on_hold         | –          | Y        | by staff | Y        | –      | Y               | –          | – | Y            | – | –
compliance_hold | –          | Y        | by staff | Y        | –      | Y               | –          | – | Y            | – | –
frozen          | –          | –        | by staff | answer   | –      | credited, locked | –         | – | dispute only | – | –
banned          | –          | by staff | by staff | by staff | –      | credited, locked | once, all, after staff approval | – | – | – | –
compromised     | –          | –        | –        | –        | paused | Y               | –          | – | –            | – | –`;

/** The actions of users in a state; a cell is "answer" or "dispute only" if they can write in a dispute. */
function leftOpen(state: RestrictionState): string[] {
  const line = DECIDED.split("\n").find((one) => one.startsWith(`${state} `)) ?? "";
  const cells = line
    .split("|")
    .slice(1)
    .map((cell) => cell.trim());
  assert.equal(cells.length, COLUMNS.length, state);
  const open = COLUMNS.filter((_, place) => ["Y", "after 24 h", "read"].includes(cells[place] ?? ""));
  const writes = cells.some((cell) => cell === "answer" || cell === "dispute only") || open.includes("trade_chat");
  const sends = open.includes("send_out") || cells.includes(LAST);
  return [
    ...open,
    ...(writes ? ["dispute_chat"] : []),
    ...(sends ? ["last_send_out"] : []),
    ...(open.includes("send_out") ? ["partner_claim"] : []),
    ...(cells.includes("no new chats") ? ["messenger"] : []),
    ...(state === "restricted" ? ["account"] : []),
    ...(state === "compromised" ? [] : ["own_account"]),
  ];
}

/** A route whose action is open in a state; nobody has approved a last send-out here. */
const isOpenIn = (state: RestrictionState, { policy }: Route) =>
  leftOpen(state).includes(policy.action === "last_send_out" ? "send_out" : (policy.action ?? ""));

async function restrict(userIds: readonly bigint[], states: readonly string[]): Promise<void> {
  await owner.query("delete from user_restrictions where user_id = any($1)", [userIds]);
  for (const id of userIds)
    for (const state of states)
      await owner.query(
        `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
         values ($1, $2, 'test', $3, now(), now())`,
        [id, state, ids.hash()],
      );
}

const OBJECTS: Record<string, string> = { trade: await aTrade(market, "paid"), offer: market.offer };

async function call({ endpoint, policy }: Route) {
  const path = endpoint.path.replace(
    /:(\w+)/g,
    (_, name: string) => OBJECTS[policy.objects?.[name]?.kind ?? ""] ?? (name === "code" ? "BTC" : ids.uuid()),
  );
  const body =
    endpoint.body && !endpoint.multipart
      ? fc.sample(valid(jsonSchemaOf(endpoint.body)), { numRuns: 1, seed: 3 })[0]
      : undefined;
  const { token } = (policy.roles ? staff : person).client;
  return app.app.fastify.inject({
    method: endpoint.method,
    url: path,
    headers: {
      cookie: `parley=${token}`,
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": app.app.forgery.tokenOf(token),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const isRefused = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.statusCode >= 400 && answer.json().errors?.code === "auth.restricted";

const guarded = app.app.routes.filter(({ policy, endpoint }) => policy.action && !endpoint.multipart);

test("each cell of the table is as it was decided", () => {
  for (const state of RESTRICTION_STATES) {
    assert.deepEqual([...LEFT_OPEN[state]].sort(), leftOpen(state).sort(), state);
    // What a page draws by.
    assert.equal(mayWrite([state], "active_funded"), leftOpen(state).includes("trade_chat"), state);
    assert.equal(mayWrite([state], "dispute_open"), leftOpen(state).includes("dispute_chat"), state);
  }
});

test("each call that changes something for a signed-in user declares which restriction takes it away, or that none does", () => {
  const silent = app.app.routes.filter(
    ({ endpoint, policy }) =>
      (isUnsafe(endpoint) || policy.guardedGet) &&
      policy.auth === "session" &&
      (policy.action === undefined) === (policy.unrestricted !== true),
  );
  assert.deepEqual(
    silent.map(({ endpoint }) => endpoint.name),
    [],
  );
});

test("what a page keeps from a side of a trade is what the calls refuse them", () => {
  const steps: Readonly<Partial<Record<TradeVerb, EndpointShape>>> = {
    fund: trades.fundTrade,
    reveal_details: trades.revealPaymentDetails,
    mark_paid: trades.markTradePaid,
    share_gift_card: cards.shareGiftCard,
    accept_gift_card: cards.acceptGiftCard,
    share_code: cards.shareGiftCardCode,
    reveal_code: cards.revealGiftCardCode,
    fallback: trades.fallbackTrade,
    ask_reopen: trades.reopenTrade,
    reopen: trades.reopenTrade,
    release: trades.releaseTrade,
    cancel: trades.cancelTrade,
    extend: trades.extendTrade,
    open_dispute: openDispute,
  };
  for (const verb of TRADE_VERBS) {
    const route = app.app.routes.find(({ endpoint }) => endpoint === steps[verb]);
    assert.equal(ACTION_OF_VERB[verb], route?.policy.action, verb);
  }
});

test("a restriction takes away at the next request what its row of the table says, and no more, on every route", async () => {
  assert.ok(guarded.length >= 18);
  for (const state of RESTRICTION_STATES) {
    await restrict([person.id, staff.id], [state]);
    for (const route of guarded) {
      const said = `${state}: ${route.endpoint.method} ${route.endpoint.path}`;
      assert.equal(isRefused(await call(route)), !isOpenIn(state, route), said);
    }
    assert.equal((await person.client.call(listOwnRestrictions)).status, 200, `${state}: what restricts them is read`);
  }
});

test("an action is allowed exactly if every current state allows it, in any order", async (t) => {
  const states = fc.uniqueArray(fc.constantFrom(...RESTRICTION_STATES), { maxLength: RESTRICTION_STATES.length });
  await assertProperty(
    t,
    "strictest restriction",
    fc.asyncProperty(states, fc.constantFrom(...ACTIONS), async (restrictions, action) => {
      const strictest = restrictions.every((state) => leftOpen(state).includes(action));
      assert.equal(mayAct({ restrictions }, action), strictest);
      assert.equal(mayAct({ restrictions: [...restrictions, "a state that nobody knows"] }, action), false);
    }),
    { numRuns: 300 },
  );
});

test("the stricter one of two states applies, over HTTP", async (t) => {
  const one = fc.constantFrom(...RESTRICTION_STATES);
  await assertProperty(
    t,
    "strictest over HTTP",
    fc.asyncProperty(one, one, fc.constantFrom(...guarded), async (first, second, route) => {
      await restrict([person.id, staff.id], [...new Set([first, second])]);
      const isOpen = [first, second].every((state) => isOpenIn(state, route));
      assert.equal(isRefused(await call(route)), !isOpen, `${first}, ${second}: ${route.endpoint.path}`);
    }),
    { numRuns: 60 },
  );
});

test("a frozen user answers in an open dispute, and writes nowhere else", async () => {
  const [quiet, disputed] = [await aTrade(market, "paid"), await openDisputeAndTake(market)];
  await restrict([market.seller.id], ["frozen"]);
  const write = (id: string) =>
    market.seller.client.call(postMessage, { params: { id }, body: { text: "Here is my statement." } });
  /** Readable in every state, with the reason why writing is blocked. */
  const whyNot = async (id: string) =>
    (await market.seller.client.call(listMessages, { params: { id }, query: {} })).meta.blockReason;
  assert.equal((await write(quiet)).code, "auth.restricted");
  assert.equal(await whyNot(quiet), "ChatBlocked");
  assert.equal((await write(disputed)).status, 200);
  assert.equal(await whyNot(disputed), null);
  await restrict([market.seller.id], ["frozen", "compromised"]);
  assert.equal((await write(disputed)).code, "auth.restricted", "the strictest counts");
  await restrict([market.seller.id], ["suspended"]);
  assert.equal((await write(quiet)).status, 200);
  assert.equal(await whyNot(quiet), null);
  await restrict([market.seller.id], []);
});

test("the functions of money keep a balance in and from being converted as the table says, whatever process asks", async () => {
  const hash = ids.hash();
  await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'BTC', 'bcrt1qaway', 1000, 10, 1, market_now(), market_now() + interval '1 minute')`,
    [hash, person.id],
  );
  for (const state of RESTRICTION_STATES) {
    await restrict([person.id], [state]);
    const { rows } = await owner.query(
      "select kept_in(quote) as out, kept_from_converting(user_id) as convert from send_out_quotes quote where hash = $1",
      [hash],
    );
    const kept = (action: string) => (leftOpen(state).includes(action) ? null : "restricted");
    assert.deepEqual(rows, [{ out: kept("send_out"), convert: kept("convert") }], state);
  }
});

test("what arrives is credited in every state, and where it is locked it stays", async () => {
  await owner.query(
    `insert into wallet_rails (chain, is_available, network, is_test, scanned_height, final_height)
     values ('bitcoin', true, 'regtest', true, 100, 99)
     on conflict do nothing`,
  );
  const { rows: made } = await owner.query(
    `insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, attestation, created_at)
     values ('bitcoin', 0, 901, 'bcrt1qtheirs', 'user', $1, 'BTC', 'the word of the signer', market_now()) returning id`,
    [person.id],
  );
  for (const [place, state] of RESTRICTION_STATES.entries()) {
    await restrict([person.id], [state]);
    const { rows } = await owner.query(
      `insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                             block_height, block_hash, first_seen_at)
       values ($1, 'bitcoin', $1, 0, 'BTC', $2, 500, 500, 'incoming', 90, 'h90', market_now()) returning id`,
      [ids.hash(), made[0].id],
    );
    const credited = await owner.query("select outcome from credit_deposits($1, $2, market_now())", [
      [rows[0].id],
      [0],
    ]);
    assert.deepEqual(credited.rows, [{ outcome: "credited" }], state);
    const balance = await owner.query("select balance_units from ledger_accounts where name = $1", [
      `user:${person.id}:BTC:available`,
    ]);
    assert.equal(balance.rows[0].balance_units, String(500 * (place + 1)), state);
  }
});
