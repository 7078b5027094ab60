// Guards: a code by text or email confirms just the thing that it was sent for, once, and no more leaves by such codes and passwords
// together than the limit of a day; the signer makes and compares it, and the web never has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import { getCurrentUser } from "#contract/people/accounts.ts";
import { listActivity } from "#contract/people/activity.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import type { CODE_KINDS, ProofFor } from "#contract/people/sign-in/proofs.ts";
import * as phones from "#contract/people/phones.ts";
import { sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import { cancelTrade, releaseTrade } from "#contract/market/trades/trade/trades.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import { ids } from "../../platform/ids.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { aMarket, aTrade, freshRates, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { giveTestPhone } from "../../testing/people/phone.ts";
import { totpCode } from "../../platform/totp.ts";

const app = await testApp({ config: { demo: true } });
const { owner, dbs } = app;
const password = { password: TEST_PASSWORD };
const MINUTE = 60_000;
let serial = 100_000;

type Plain = { readonly id: bigint; readonly client: TestClient; readonly phone: string; readonly email: string };

/** The password, a confirmed number and email, and nothing better. */
async function makePlain({ id, client }: { id: bigint; client: TestClient }): Promise<Plain> {
  const reference = await app.ports.verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [id]);
  const phone = `+4915123${serial++}`;
  await owner.query("update phone_messages set network = id::text");
  await giveTestPhone(app, client, phone);
  await app.moveClock(MINUTE);
  return { id, client, phone, email: (await client.call(getCurrentUser)).data.email };
}

async function aSeller() {
  const market = await aMarket(app);
  return { market, seller: await makePlain(market.seller) };
}

const carry = async () => {
  await app.runJob("carry-factor-codes");
  await app.runJob("send-phone-codes");
};

async function textTo({ phone }: Plain): Promise<string> {
  await carry();
  const { rows } = await owner.query("select body_text from inbox_texts where to_number = $1 order by id desc", [
    phone,
  ]);
  return rows[0]?.body_text ?? "";
}

async function mailTo({ email }: Plain): Promise<string> {
  await carry();
  const { rows } = await owner.query("select body_text from mails where to_address = $1 order by id desc", [email]);
  return rows[0]?.body_text ?? "";
}

const codeIn = (text: string) => /(?<!\w)\d{6}(?!\w)/.exec(text)?.[0] ?? "none";
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function turnOn(person: Plain, type: "sms" | "email", shown: object = password): Promise<void> {
  const begun = await person.client.call(calls.enableTwoFactor, { body: { ...shown, type } });
  assert.equal(begun.code, "");
  const code = codeIn(type === "sms" ? await textTo(person) : await mailTo(person));
  const first = await person.client.call(calls.verifyTwoFactor, { body: { code, type } });
  assert.deepEqual([first.code, first.data.channels[type].state], ["", 1]);
  await app.moveClock(MINUTE);
}

const BY = { sms: calls.sendTextCode, call: calls.callPhoneCode, email: calls.sendMailCode };
type Kind = (typeof CODE_KINDS)[number];
const ask = ({ client }: Plain, query: { kind: Kind; id: string }, by: keyof typeof BY = "sms") =>
  client.call(BY[by] as typeof calls.sendTextCode, { query });
const prove = ({ client }: Plain, wanted: ProofFor, shown: object) =>
  client.call(auth.prove, { body: { for: wanted, ...shown } });
const release = ({ client }: Plain, id: string) => client.call(releaseTrade, { params: { id }, proves: false });
const stateOf = async ({ client }: Plain) => (await client.call(calls.getTwoFactor)).data;

test("codes by text are turned on with the password and the first code, confirm a release, and say what they confirm", async () => {
  const { market, seller } = await aSeller();
  const id = await aTrade(market, "paid");
  assert.deepEqual((await stateOf(seller)).channels.sms, { state: 0, addedAt: null });
  await seller.client.call(calls.enableTwoFactor, { body: { ...password, type: "sms" } });
  assert.equal((await stateOf(seller)).channels.sms.state, 3);
  assert.equal(
    (await ask(seller, { kind: "release", id: "x" })).code,
    "two_factor.none",
    "nothing before the first code",
  );
  await app.moveClock(MINUTE);
  assert.equal((await seller.client.call(calls.resendTwoFactor, { body: { type: "sms" } })).data.sms.sent, true);
  const first = codeIn(await textTo(seller));
  assert.equal((await seller.client.call(calls.verifyTwoFactor, { body: { code: first, type: "sms" } })).code, "");
  const { channels, heldUntil, limit } = await stateOf(seller);
  assert.deepEqual([channels.sms.state, heldUntil !== null, limit?.limitUsd], [1, true, "500"]);
  await app.deliverEvents();
  assert.match(await mailTo(seller), /codes by text/);

  await app.moveClock(MINUTE);
  const wanted = { kind: "release", id } as const;
  assert.equal((await prove(seller, wanted, password)).code, "auth.factor_needed", "in place of the password");
  assert.deepEqual((await ask(seller, wanted)).data.sms, { sent: true, error: false });
  const text = await textTo(seller);
  assert.match(text, new RegExp(`confirms: release the coins of trade ${id}`));
  const proved = await prove(seller, wanted, { sms_code: codeIn(text) });
  assert.equal(proved.code, "");
  assert.equal((await release(seller, id)).status, 200);
  const { rows } = await owner.query(
    "select method, usd_cents from proofs where user_id = $1 and spent_at is not null",
    [seller.id],
  );
  assert.deepEqual([rows[0].method, Number(rows[0].usd_cents) > 0], ["sms", true]);
});

test("a release is confirmed by a code of each channel: a text, a call, an email", async () => {
  for (const by of ["sms", "call", "email"] as const) {
    const { market, seller } = await aSeller();
    await turnOn(seller, by === "email" ? "email" : "sms");
    const id = await aTrade(market, "paid");
    const { code: refused, data: sent } = await ask(seller, { kind: "release", id }, by);
    assert.deepEqual([refused, sent?.[by], (sent?.waitSec ?? 0) > 0], ["", { sent: true, error: false }, true], by);
    const said = by === "email" ? await mailTo(seller) : await textTo(seller);
    // A voice says the digits one by one.
    const code = by === "call" ? codeIn(said.replace(/(?<=\d)\D{1,2}(?=\d)/g, "")) : codeIn(said);
    const shown = by === "email" ? { email_code: code } : { sms_code: code };
    assert.equal((await prove(seller, { kind: "release", id }, shown)).code, "", `${by}: ${said}`);
    assert.equal((await release(seller, id)).data.status, "released", by);
  }
});

test("a paid trade is given up with a code in the same call; one that is none, or wrong, is a 400 with a sentence", async () => {
  const market = await aMarket(app);
  const buyer = await makePlain(market.buyer);
  await turnOn(buyer, "email");
  const id = await aTrade(market, "paid");
  const cancel = (body: object) => buyer.client.call(cancelTrade, { params: { id }, body, proves: false });
  assert.equal((await cancel({})).code, "auth.password_proof");
  await ask(buyer, { kind: "cancel", id }, "email");
  const email_code = codeIn(await mailTo(buyer));
  for (const [body, code] of [
    [{ code: "12 45" }, "trade.code_malformed"],
    [{ code: "" }, "trade.code_malformed"],
    [{ email_code: "１２３４５６" }, "trade.code_malformed"],
    [{ email_code, code: "123456" }, "trade.code_malformed"],
    [{ email_code: wrong(email_code) }, "trade.code_wrong"],
    [{ sms_code: email_code }, "trade.code_wrong"],
  ] as const) {
    const refused = await cancel(body);
    assert.deepEqual([refused.status, refused.code], [400, code], JSON.stringify(body));
  }
  assert.equal((await cancel({ email_code })).data.status, "cancelled_buyer");
});

test("a code counts for the thing that it was sent for, once, by its channel, and for its owner", async () => {
  const { market, seller } = await aSeller();
  await turnOn(seller, "sms");
  const [one, other] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  await ask(seller, { kind: "release", id: one });
  const sms_code = codeIn(await textTo(seller));
  assert.equal((await prove(seller, { kind: "release", id: other }, { sms_code })).code, "auth.code_wrong");
  assert.equal((await prove(seller, { kind: "release", id: one }, { email_code: sms_code })).code, "auth.code_wrong");
  assert.equal((await prove(seller, { kind: "release", id: one }, { code: sms_code })).code, "auth.code_wrong");
  const stranger = await makePlain(market.buyer);
  await turnOn(stranger, "sms");
  assert.equal((await prove(stranger, { kind: "release", id: one }, { sms_code })).code, "auth.code_wrong");
  assert.equal((await prove(seller, { kind: "release", id: one }, { sms_code })).code, "");
  assert.equal((await prove(seller, { kind: "release", id: one }, { sms_code })).code, "auth.code_wrong", "once");
});

test("a code ends after ten minutes, after five wrong ones, and with the next; a minute lies between two", async () => {
  const { market, seller } = await aSeller();
  await turnOn(seller, "email");
  const id = await aTrade(market, "paid");
  const wanted = { kind: "release", id } as const;
  await ask(seller, wanted, "email");
  const early = await ask(seller, wanted, "email");
  assert.deepEqual([early.status, early.code], [429, "auth.throttled"]);
  const first = codeIn(await mailTo(seller));
  await app.moveClock(MINUTE);
  await ask(seller, wanted, "email");
  const second = codeIn(await mailTo(seller));
  assert.equal((await prove(seller, wanted, { email_code: first })).code, "auth.code_wrong", "the newest alone");
  for (let tries = 0; tries < 4; tries++) await prove(seller, wanted, { email_code: wrong(second) });
  assert.equal((await prove(seller, wanted, { email_code: second })).code, "auth.code_wrong", "five tries");
  assert.equal((await prove(seller, wanted, { email_code: first })).code, "auth.code_wrong", "nor the one before");
  await app.moveClock(20 * MINUTE);
  await ask(seller, wanted, "email");
  const third = codeIn(await mailTo(seller));
  await app.moveClock(10 * MINUTE);
  assert.equal((await prove(seller, wanted, { email_code: third })).code, "auth.code_wrong", "ten minutes");
  await ask(seller, wanted, "email");
  assert.equal((await prove(seller, wanted, { email_code: codeIn(await mailTo(seller)) })).code, "");
});

test("releases by codes and by the password count together against one limit, which an app lifts", async () => {
  const { market, seller } = await aSeller();
  const [one, two] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  assert.equal((await prove(seller, { kind: "release", id: one }, password)).code, "");
  const left = Number((await stateOf(seller)).limit?.leftUsd);
  await turnOn(seller, "sms");
  await app.db.tx((tx) =>
    changeSetting(tx, { name: "wallet.password_limit_usd", value: Math.ceil(500 - left) + 1, changedBy: null }),
  );
  try {
    await ask(seller, { kind: "release", id: two });
    const sms_code = codeIn(await textTo(seller));
    assert.equal((await prove(seller, { kind: "release", id: two }, { sms_code })).code, "auth.proof_limit");
    await app.moveClock(MINUTE);
    await ask(seller, { kind: "add_factor", id: "authenticator" });
    const shown = { sms_code: codeIn(await textTo(seller)) };
    const begun = await seller.client.call(calls.enableTwoFactor, { body: shown });
    const code = async () => totpCode(base32nopad.decode(begun.data.secret), await app.db.read((tx) => tx.readClock()));
    await seller.client.call(calls.verifyTwoFactor, { body: { code: await code() } });
    await app.moveClock(2 * MINUTE);
    assert.equal((await prove(seller, { kind: "release", id: two }, { code: await code() })).code, "");
    assert.equal((await stateOf(seller)).limit, null);
  } finally {
    await app.db.tx((tx) => changeSetting(tx, { name: "wallet.password_limit_usd", value: 500, changedBy: null }));
  }
});

test("the message names what leaves, also when it is spoken, and a new channel holds what leaves", async () => {
  const { seller } = await aSeller();
  await turnOn(seller, "sms");
  const to = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
  const id = await aQuoteOf(seller, to);
  await ask(seller, { kind: "send_out", id }, "call");
  const spoken = await textTo(seller);
  assert.match(spoken, new RegExp(`send 0\\.01 ETH to ${to}`));
  const sms_code = codeIn(spoken.replaceAll(/(?<=\d), (?=\d)/g, ""));
  assert.equal((await prove(seller, { kind: "send_out", id }, { sms_code })).code, "wallet.security_hold");
});

async function aQuoteOf({ id }: Plain, destination: string): Promise<string> {
  const hash = ids.hash();
  await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($3, $1, 'ETH', $2, 10000000, 1000, 20, market_now(), market_now() + interval '1 minute')`,
    [id, destination, hash],
  );
  return hash;
}

test("a transfer that a code was sent for keeps its fee as long as the code is good, and none is sent for one that is not there", async () => {
  const { seller } = await aSeller();
  await turnOn(seller, "email");
  assert.equal((await ask(seller, { kind: "send_out", id: ids.hash() }, "email")).code, "two_factor.none");
  const id = await aQuoteOf(seller, "0x000000000000000000000000000000000000bEEF");
  const other = await aSeller();
  await turnOn(other.seller, "email");
  assert.equal((await ask(other.seller, { kind: "send_out", id }, "email")).code, "two_factor.none");
  assert.equal((await ask(seller, { kind: "release", id: "click here: evil" }, "email")).code, "two_factor.none");
  await app.moveClock(25 * 60 * MINUTE);
  await owner.query("update send_out_quotes set expires_at = market_now() + interval '1 minute' where hash = $1", [id]);
  assert.equal((await ask(seller, { kind: "send_out", id }, "email")).code, "");
  const email_code = codeIn(await mailTo(seller));
  await app.moveClock(5 * MINUTE);
  assert.equal((await prove(seller, { kind: "send_out", id }, { email_code })).code, "");
});

test("beside something better a code adds nothing, takes nothing away and confirms nothing, and staff decide nothing by one", async () => {
  const { seller } = await aSeller();
  await turnOn(seller, "email");
  await ask(seller, { kind: "add_factor", id: "authenticator" }, "email");
  const begun = await seller.client.call(calls.enableTwoFactor, { body: { email_code: codeIn(await mailTo(seller)) } });
  const code = async () => totpCode(base32nopad.decode(begun.data.secret), await app.db.read((tx) => tx.readClock()));
  await seller.client.call(calls.verifyTwoFactor, { body: { code: await code() } });
  await app.moveClock(2 * MINUTE);
  await ask(seller, { kind: "add_factor", id: "sms" }, "email");
  const weak = { email_code: codeIn(await mailTo(seller)), type: "sms" } as const;
  assert.equal((await seller.client.call(calls.enableTwoFactor, { body: weak })).code, "auth.factor_needed");
  await app.moveClock(25 * 60 * MINUTE);
  assert.equal((await stateOf(seller)).heldUntil, null);
  await ask(seller, { kind: "remove_factor", id: "authenticator" }, "email");
  const kept = await seller.client.call(calls.deactivateTwoFactor, {
    body: { email_code: codeIn(await mailTo(seller)) },
  });
  assert.equal(kept.code, "auth.factor_needed", "a person with the mailbox alone");
  await app.moveClock(2 * MINUTE);
  await ask(seller, { kind: "download_data", id: "account" }, "email");
  const email_code = codeIn(await mailTo(seller));
  assert.equal(
    (await prove(seller, { kind: "download_data", id: "account" }, { email_code })).code,
    "auth.factor_needed",
  );
  const gone = await seller.client.call(calls.deactivateTwoFactor, { body: password });
  assert.deepEqual([gone.code, gone.data.authenticator], ["", null]);
  const heldMs = Date.parse(gone.data.heldUntil ?? "") - (await app.db.read((tx) => tx.readClock())).getTime();
  assert.ok(heldMs > 71 * 60 * MINUTE, "as with the password");
  const { outcome } = await app.ports.verifier.sendCode({
    userId: String(seller.id),
    by: "email",
    for: { kind: "award", id: "x", winner: "buyer" },
    from: undefined,
  });
  assert.equal(outcome, "factor");
});

test("the number stays while codes go there, a channel that is turned off sends none, and none begins without a receiver", async () => {
  const { seller } = await aSeller();
  await turnOn(seller, "sms");
  assert.equal((await seller.client.call(phones.resetPhone)).code, "phone.factor");
  const off = await seller.client.call(calls.deactivateTwoFactor, { body: { ...password, type: "sms" } });
  assert.equal(off.data.channels.sms.state, 2);
  assert.equal((await ask(seller, { kind: "release", id: "x" })).code, "two_factor.none");
  assert.equal((await seller.client.call(phones.resetPhone)).code, "");
  const again = await seller.client.call(calls.enableTwoFactor, { body: { ...password, type: "sms" } });
  assert.equal(again.code, "two_factor.no_receiver");
});

const said = (text: string) => codeIn(text.replace(/(?<=\d)\D{1,2}(?=\d)/g, ""));

test("a landline gets its codes in a call from the first on, and a text is refused with the way out", async () => {
  const { market, seller } = await aSeller();
  await seller.client.call(phones.resetPhone);
  await app.moveClock(MINUTE);
  const phone = `+49301${serial++}`;
  const landline = { ...seller, phone };
  const body = { phone, call: true, isCitizenshipConsentAccepted: true };
  assert.equal((await seller.client.call(phones.sendPhoneCode, { body })).code, "");
  const phoneCode = said(await textTo(landline));
  assert.equal((await seller.client.call(phones.confirmPhone, { body: { phoneCode } })).code, "");
  await app.runJob("name-phone-lines");
  await app.moveClock(MINUTE);

  const enable = (more: object) =>
    seller.client.call(calls.enableTwoFactor, { body: { ...password, type: "sms", ...more } });
  const texted = await enable({});
  assert.deepEqual([texted.code, texted.body.errorCode, texted.status], ["phone.no_texts", 5, 422]);
  assert.equal((await stateOf(seller)).channels.sms.state, 0, "nothing waits for a text that never comes");
  const called = await enable({ call: true });
  assert.deepEqual([called.code, called.data.waitSec], ["", 60]);
  await app.moveClock(MINUTE);
  const resend = (more: object) => seller.client.call(calls.resendTwoFactor, { body: { type: "sms", ...more } });
  assert.equal((await resend({})).code, "phone.no_texts");
  assert.deepEqual((await resend({ call: true })).data.call, { sent: true, error: false });
  const code = said(await textTo(landline));
  assert.equal((await seller.client.call(calls.verifyTwoFactor, { body: { code, type: "sms" } })).code, "");
  await owner.query("update phones set confirmed_at = null where user_id = $1", [seller.id]);
  const why = await owner.query("select texts_stopped($1) as why", [seller.id]);
  assert.equal(why.rows[0].why, null, "an unconfirmed number has no reason");
  await owner.query("update phones set confirmed_at = market_now() where user_id = $1", [seller.id]);
  const { takesTexts, noTexts } = await stateOf(seller);
  assert.deepEqual([takesTexts, noTexts], [false, false]);

  await app.moveClock(MINUTE);
  await freshRates(app);
  const id = await aTrade(market, "paid");
  assert.equal((await ask(seller, { kind: "release", id })).code, "phone.no_texts");
  assert.equal((await ask(seller, { kind: "release", id }, "call")).code, "");
  const shown = { sms_code: said(await textTo(landline)) };
  assert.equal((await prove(seller, { kind: "release", id }, shown)).code, "");
});

test("a user who turned off codes by text gets none, by their own proof alone, and calls go on", async () => {
  const { market, seller } = await aSeller();
  await turnOn(seller, "sms");
  const uses = { login: true, release: true, sendout: true };
  const options = { kind: "remove_factor", id: "options" } as const;
  const set = async (no_texts: boolean, by: "sms" | "call") => {
    assert.equal((await ask(seller, options, by)).code, "");
    const text = await textTo(seller);
    const shown = { sms_code: by === "call" ? said(text) : codeIn(text) };
    const answer = await seller.client.call(calls.setFactorOptions, { body: { ...shown, ...uses, no_texts } });
    await app.moveClock(MINUTE);
    return [answer.code, answer.data?.noTexts, answer.data?.takesTexts];
  };
  const unproved = await seller.client.call(calls.setFactorOptions, { body: { ...password, ...uses, no_texts: true } });
  assert.equal(unproved.code, "auth.factor_needed");
  const noticesOf = async () => {
    await app.deliverEvents();
    const { rows } = await owner.query(
      "select kind from notifications where user_id = $1 and kind ~ '^(texts|factor_options)' order by id",
      [seller.id],
    );
    return rows.map(({ kind }) => kind);
  };
  const isShown = async () => (await seller.client.call(phones.getPhone)).data.noTexts;
  assert.equal(await isShown(), false);
  assert.deepEqual(await set(true, "sms"), ["", true, false]);
  assert.deepEqual([await isShown(), await noticesOf()], [true, ["texts_stopped"]]);
  assert.match(await mailTo(seller), /gets no more codes by text/);
  const others = await owner.query("select texts_stopped($1) as why", [market.buyer.id]);
  assert.equal(others.rows[0].why, null, "and nobody else's choice");
  await freshRates(app);
  const id = await aTrade(market, "paid");
  assert.equal((await ask(seller, { kind: "release", id })).code, "phone.texts_off");
  assert.equal((await ask(seller, { kind: "release", id }, "call")).code, "");
  await app.moveClock(MINUTE);
  const signingIn = app.client();
  const begun = await signingIn.call(auth.login, { body: { email: seller.email, password: TEST_PASSWORD } });
  assert.deepEqual([begun.data.secondFactor?.channels, begun.data.secondFactor?.takesTexts], [["sms"], false]);
  assert.equal((await signingIn.call(sendSignInCode, { body: { by: "sms" } })).code, "phone.texts_off");
  assert.equal((await signingIn.call(sendSignInCode, { body: { by: "call" } })).code, "");
  const another = { phone: "+4915129999999", isCitizenshipConsentAccepted: true };
  assert.equal((await seller.client.call(phones.sendPhoneCode, { body: another })).code, "phone.texts_off");
  await app.moveClock(MINUTE);
  assert.deepEqual(await set(false, "call"), ["", false, true]);
  assert.deepEqual(await noticesOf(), ["texts_stopped", "texts_allowed"]);
  assert.match(await mailTo(seller), /makes your account weaker/);
  const { data: lines } = await seller.client.call(listActivity);
  assert.ok(["texts_stopped", "texts_allowed"].every((one) => lines.some(({ kind }) => kind === one)));
  // With all that was lost the choice goes as well.
  await owner.query("update factor_options set no_texts = true, release = false where user_id = $1", [seller.id]);
  await owner.query("delete from factor_options where user_id = $1", [seller.id]);
  assert.deepEqual((await noticesOf()).slice(2), ["texts_stopped", "factor_options_set", "texts_allowed"]);
  assert.equal((await ask(seller, { kind: "release", id })).code, "");
});

test("the web reads no code and writes no channel, and the signer alone compares", async () => {
  const { seller } = await aSeller();
  for (const sql of [
    "select code from codes_to_send",
    "select code_mark from sent_codes",
    `insert into code_channels (user_id, channel, begun_at, confirmed_at) values (${seller.id}, 'sms', now(), now())`,
    `select write_factor_text(${seller.id}, 'sms', '', 'x', 1)`,
  ])
    await assert.rejects(
      dbs.web.tx((tx) => tx.rows(Object.assign([sql], { raw: [sql] }))),
      /permission denied/,
      sql,
    );
  await assert.rejects(
    dbs.worker.tx((tx) => {
      const sql = "select code_mark from sent_codes";
      return tx.rows(Object.assign([sql], { raw: [sql] }));
    }),
    /permission denied/,
  );
});

test("a page of others cannot have codes sent: the calls that send take the anti-forgery token", async () => {
  const { seller } = await aSeller();
  await turnOn(seller, "email");
  for (const { path } of [calls.sendTextCode, calls.callPhoneCode, calls.sendMailCode]) {
    const { statusCode } = await app.app.fastify.inject({
      method: "GET",
      url: `${path}?kind=release&id=x`,
      headers: { cookie: `parley=${seller.client.token}` },
    });
    assert.equal(statusCode, 403, path);
  }
});

test("a code counts no more once the account has another address or number than it was sent to", async () => {
  for (const by of ["email", "sms"] as const) {
    const { market, seller } = await aSeller();
    await turnOn(seller, by);
    const id = await aTrade(market, "paid");
    assert.equal((await ask(seller, { kind: "release", id }, by)).code, "");
    const code = codeIn(by === "email" ? await mailTo(seller) : await textTo(seller));
    const [table, column, key] =
      by === "email" ? ["users", "email_index", "id"] : ["phones", "number_index", "user_id"];
    const before = await owner.query(`select ${column} as mark from ${table} where ${key} = $1`, [seller.id]);
    const put = (mark: Buffer) =>
      owner.query(`update ${table} set ${column} = $2 where ${key} = $1`, [seller.id, mark]);
    const shown = by === "email" ? { email_code: code } : { sms_code: code };
    await put(Buffer.from(ids.hash()));
    assert.equal((await prove(seller, { kind: "release", id }, shown)).code, "auth.code_wrong", by);
    await put(before.rows[0].mark);
    assert.equal((await prove(seller, { kind: "release", id }, shown)).code, "", by);
  }
});
