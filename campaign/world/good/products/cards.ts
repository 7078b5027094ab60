/** Right arguments for functions of virtual cards. */
import { ids } from "../../../../server/platform/ids.ts";
import { signMessage } from "../../../../server/products/cards/house-issuer/number.ts";
import { aPerson, giveCoins, giveHistory } from "../../../../server/testing/index.ts";
import { type Good, type Ground, one, prove } from "../../ground.ts";

let isFunded = false;

async function fund({ app }: Ground): Promise<void> {
  if (isFunded) return;
  isFunded = true;
  await app.owner.query(
    `select post_each(array['test'], array['dollars of cards'], market_now(), array[1], array['outside:USD:issuer'], array['house:USD:inventory'],
       array[100000000::bigint])`,
  );
}

const cardOf = (userId: bigint) => ({
  ...{
    hash: ids.hash(),
    user_id: String(userId),
    label: "Online",
    last4: "1234",
    is_single_use: false,
    closed_groups: [],
    issuer: "house_issuer",
  },
  number_sealed: "\\x00",
  number_index: `\\x${Buffer.from(ids.secret(), "base64url").subarray(0, 32).toString("hex")}`,
});

type Owned = { readonly userId: bigint; readonly hash: string };

/** The program goes on, also where a call has ended it. */
async function anOwner(ground: Ground): Promise<bigint> {
  const { app } = ground;
  await app.owner.query("delete from card_program_ends");
  await fund(ground);
  const { id } = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, id, "USDT", 2_000_000_000n));
  await giveHistory(app, [id]);
  return id;
}

async function aCard(ground: Ground): Promise<Owned> {
  const userId = await anOwner(ground);
  const card = cardOf(userId);
  await ground.app.owner.query("select make_card($1, market_now())", [JSON.stringify(card)]);
  return { userId, hash: card.hash };
}

async function aQuote(ground: Ground, now: string): Promise<Owned & { readonly quote: string }> {
  const card = await aCard(ground);
  const quote = ids.hash();
  await ground.app.owner.query("select quote_card_top_up($1, $2, 5000, 'USDT', $3)", [quote, card.userId, now]);
  await prove(ground, `provider_order:${quote}`, card.userId);
  return { ...card, quote };
}

async function withMoney(ground: Ground, now: string): Promise<Owned> {
  const { quote, ...card } = await aQuote(ground, now);
  await ground.app.owner.query("select * from top_up_cards($1, $2, $3)", [[quote], [card.userId], now]);
  return card;
}

const question = (hash: string) => ({
  ...{ id: `auth_${ids.hash()}`, card: hash, merchant: "Shop", merchant_group: "shop", country: "US" },
  ...{ currency: "USD", amount_units: "1000" },
});

async function aHold(ground: Ground, now: string): Promise<Owned & { readonly payment: string }> {
  const card = await withMoney(ground, now);
  const asked = question(card.hash);
  await ground.app.owner.query("select * from decide_card_authorizations($1, $2)", [JSON.stringify([asked]), now]);
  return { ...card, payment: asked.id };
}

async function aMessage(ground: Ground, now: string) {
  const { hash, payment } = await aHold(ground, now);
  const entry = { id: `entry_${ids.hash()}`, kind: "capture", card: hash, authorization: payment, usd_units: "900" };
  const body = JSON.stringify({ ...entry, merchant: null, is_final: true });
  await ground.app.owner.query("select keep_card_message($1, $2, $3)", [body, signMessage(body), now]);
  const { id } = await one<{ id: string }>(ground, "select id from card_messages where body = $1", [body]);
  return { id, entry };
}

/** A card that an issuer is to make, of somebody that it does not know yet. */
async function aWish(ground: Ground): Promise<Owned> {
  const userId = await anOwner(ground);
  const hash = ids.hash();
  const card = { ...cardOf(userId), hash, issuer: "stripe_issuing", last4: null, number_sealed: null };
  const row = JSON.stringify({ ...card, address_sealed: "\\x00" });
  await ground.app.owner.query("select make_card($1, market_now() - interval '1 second')", [row]);
  return { userId, hash };
}

const taken = (card: string) => ({
  ...{ id: `entry_${ids.hash()}`, kind: "force_post", card, authorization: null, merchant: null },
  ...{ usd_units: "900", is_final: false },
});

/** Of what was taken just now. */
async function aDispute(ground: Ground, now: string): Promise<object> {
  const { id, entry } = await aMessage(ground, now);
  const booked = "select book_card_messages($1, $2, array[null], $3)";
  await ground.app.owner.query(booked, [[id], JSON.stringify([entry]), now]);
  const owner = "select user_id from card_entries where external_id = $1";
  const { user_id } = await one<{ user_id: string }>(ground, owner, [entry.id]);
  return { hash: ids.hash(), user_id, entry: entry.id, reason: "fraud", evidence: "Not paid by me.", usd_units: "900" };
}

/** Somebody is asked about an online payment. */
async function anApproval(ground: Ground, now: string): Promise<Owned> {
  const card = await withMoney(ground, now);
  const asked = { ...question(card.hash), is_online: true, is_waited: true };
  await ground.app.owner.query("select * from decide_card_authorizations($1, $2)", [JSON.stringify([asked]), now]);
  const { hash } = await one<{ hash: string }>(ground, "select hash from card_approvals where user_id = $1", [
    card.userId,
  ]);
  return { userId: card.userId, hash };
}

/** Of a card that an issuer has. */
async function aSentDispute(ground: Ground, now: string): Promise<string> {
  const dispute = (await aDispute(ground, now)) as { hash: string; user_id: string };
  await ground.app.owner.query(
    "update cards set issuer = 'stripe_issuing', issuer_ref = 'ic_' || hash where user_id = $1",
    [dispute.user_id],
  );
  await ground.app.owner.query("select open_card_dispute($1, $2)", [JSON.stringify(dispute), now]);
  return dispute.hash;
}

/** Of an issuer that has the numbers. */
function issuerCalls(ground: Ground): Record<string, Good[]> {
  return {
    begin_card_sends: [
      async (now) => {
        await aWish(ground);
        return ["stripe_issuing", 10, now];
      },
    ],
    keep_card_holder: [async (now) => [(await aWish(ground)).userId, "stripe_issuing", `ich_${ids.hash()}`, now]],
    end_card_send: [
      async (now) => {
        const { hash } = await aWish(ground);
        const made = { outcome: "made", issuer_ref: `ic_${ids.hash()}`, last4: "4242", expires_on: "2030-08-31" };
        return [{ hash, ...made }, now];
      },
    ],
    begin_dispute_sends: [
      async (now) => {
        await aSentDispute(ground, now);
        return ["stripe_issuing", 10, now];
      },
    ],
    end_dispute_send: [
      async (now) => [{ hash: await aSentDispute(ground, now), outcome: "made", issuer_ref: `idp_${ids.hash()}` }, now],
    ],
    book_issuer_entries: [async (now) => [[taken((await withMoney(ground, now)).hash)], `list:${ids.hash()}`, now]],
    book_issuer_message: [
      async (now) => {
        const { hash } = await withMoney(ground, now);
        const digest = Buffer.from(ids.secret(), "base64url").subarray(0, 32);
        await ground.app.owner.query("select * from keep_provider_message('stripe_issuing', $1, 'x', $2)", [
          digest,
          now,
        ]);
        const { id } = await one<{ id: string }>(ground, "select id from provider_messages where digest = $1", [
          digest,
        ]);
        return [id, "asked", `evt_${ids.hash()}`, [taken(hash)], now];
      },
    ],
  };
}

/** Of online payments. */
function approvalCalls(ground: Ground): Record<string, Good[]> {
  return {
    answer_card_approval: [
      async (now) => {
        const { userId, hash } = await anApproval(ground, now);
        return [hash, userId, true, now];
      },
    ],
    lapse_card_approvals: [
      async (now) => {
        await anApproval(ground, now);
        await ground.app.owner.query("update card_approvals set expires_at = asked_at where status = 'waiting'");
        return [10, now];
      },
    ],
  };
}

export function cardCalls(ground: Ground): Record<string, Good[]> {
  return {
    ...issuerCalls(ground),
    ...approvalCalls(ground),
    make_card: [async (now) => [cardOf(await anOwner(ground)), now]],
    set_card: [
      async (now) => {
        const { userId, hash } = await aCard(ground);
        return [hash, userId, { status: "frozen" }, now];
      },
    ],
    "show_card shown": [
      async (now) => {
        const { userId, hash } = await aCard(ground);
        await prove(ground, `show_card:${userId}`, userId);
        return [hash, userId, now];
      },
    ],
    quote_card_top_up: [
      async (now) => {
        const { userId } = await aCard(ground);
        return [ids.hash(), userId, "5000", "USDT", now];
      },
    ],
    "top_up_cards topped_up": [
      async (now) => {
        const { userId, quote } = await aQuote(ground, now);
        return [[quote], [userId], now];
      },
    ],
    withdraw_card_money: [
      async (now) => {
        const { userId } = await withMoney(ground, now);
        return [ids.hash(), userId, "1000", "1", now];
      },
    ],
    "decide_card_authorizations approved": [async (now) => [[question((await withMoney(ground, now)).hash)], now]],
    keep_card_message: [async (now) => [ids.secret(), "signature", now]],
    book_card_messages: [
      async (now) => {
        const { id, entry } = await aMessage(ground, now);
        return [[id], [entry], [null], now];
      },
    ],
    open_card_dispute: [async (now) => [await aDispute(ground, now), now]],
    import_card_statement: [
      async (now) => ["tests", "2020-01-01", [{ id: `entry_${ids.hash()}`, kind: "capture", units: "900" }], now],
    ],
    return_card_money: [
      async (now) => {
        await withMoney(ground, now);
        await ground.app.owner.query("insert into card_program_ends (issuer, at) values ('house_issuer', $1)", [now]);
        return [[ids.hash()], now];
      },
    ],
    expire_card_holds: [
      async (now) => {
        const { payment } = await aHold(ground, now);
        await ground.app.owner.query("update card_authorizations set expires_at = at where external_id = $1", [
          payment,
        ]);
        return [10, now];
      },
    ],
  };
}
