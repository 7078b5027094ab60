// Guards: a proof is the signer's statement that this user confirmed this act. It is valid for no other act, user or
// factor, and only the signer writes one.
import assert from "node:assert/strict";
import { createHash, sign } from "node:crypto";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import * as auth from "#contract/people/sign-in/auth.ts";
import { decideDispute, takeDispute } from "#contract/market/disputes/disputes.ts";
import type { Assertion, ProofFor } from "#contract/people/sign-in/proofs.ts";
import { cancelTrade, releaseTrade, reopenTrade } from "#contract/market/trades/trade/trades.ts";
import { createConversion } from "#contract/products/wallet/wallet.ts";
import { aModerator, openDisputeAndTake } from "../../testing/market/disputes.ts";
import { aMarket, aPerson, aTrade, TEST_PASSWORD, testApp, testAssertion, testKeyOf } from "../../testing/index.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { ids } from "../../platform/ids.ts";
import { assertWith, makeSoftwareKey } from "../../demo/software-key.ts";

const app = await testApp();
const { db, dbs, owner, ports } = app;
const { verifier } = ports;
const { origin } = app.config.publicUrl;

const now = () => db.read((tx) => tx.readClock());
const outcome = async (userId: bigint, wanted: ProofFor, passkey: Assertion) =>
  (await verifier.prove([{ userId: userId.toString(), for: wanted, shown: { passkey } }]))[0]?.outcome;
/** With the right key, at the right time, unless changed. */
async function proves(userId: bigint, wanted: ProofFor, change: (passkey: Assertion) => Assertion = (same) => same) {
  return outcome(userId, wanted, change(testAssertion(userId, wanted, { origin, now: await now() })));
}
/** As a function of money does. */
const spend = (subjects: string[], userIds: bigint[]) =>
  db.tx(
    (tx) => tx.rows<{ spend_proofs: string }>`
    select spend_proofs(${subjects}::text[], ${userIds}::bigint[])`,
  );

test("no process but the signer writes a proof, or what was proved of a send-out, or a passkey", async () => {
  for (const login of ["web", "worker", "chain"] as const)
    for (const statement of [
      "insert into proofs select * from proofs",
      "update proofs set spent_at = null",
      "delete from proofs",
      "insert into proved_send_outs select * from proved_send_outs",
      "insert into passkeys select * from passkeys",
      "select enroll_passkeys('{}', '{}', '{}')",
      "select from passkeys",
    ]) {
      const asked = dbs[login].tx((tx) => tx.rows(Object.assign([statement], { raw: [statement] })));
      await assert.rejects(asked, /permission denied/, `${login}: ${statement}`);
    }
  const key = dbs.web.tx((tx) => tx.rows`select from demo_robot_keys`);
  await assert.rejects(key, /permission denied/, "the keys of robots");
});

test("a release is proved by the seller of a trade whose coins are in escrow, and by nobody else", async () => {
  const market = await aMarket(app);
  const stranger = await aPerson(app);
  const id = await aTrade(market, "paid");
  const wanted = { kind: "release", id } as const;
  assert.equal(await proves(market.buyer.id, wanted), "nothing");
  assert.equal(await proves(stranger.id, wanted), "nothing");
  assert.equal(await proves(market.seller.id, { kind: "release", id: "NeverWasATrade" }), "nothing");
  assert.equal(await proves(market.seller.id, { kind: "award", id, winner: "seller" }), "nothing");
  assert.equal(await proves(market.seller.id, { kind: "reopen", id }), "nothing");
  assert.equal(await proves(market.seller.id, wanted), "proved");
  const release = () => market.seller.client.call(releaseTrade, { params: { id }, proves: false });
  assert.equal((await release()).status, 200);
  assert.equal(await proves(market.seller.id, wanted), "nothing", "it is over");
});

test("an assertion counts for its own thing, time, site, key and person only, and with the person there", async () => {
  const market = await aMarket(app);
  const { id: sellerId } = market.seller;
  const [id, other] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  const wanted = { kind: "release", id } as const;
  const at = await now();
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const made = (more: Partial<Parameters<typeof testAssertion>[2]> = {}, what: ProofFor = wanted, by = sellerId) =>
    testAssertion(by, what, { origin, now: at, ...more });
  const bytes = (text: string) => Buffer.from(text, "base64url");
  /** Rightly signed, with something else in it. */
  const resigned = (change: (data: Buffer, client: Record<string, unknown>) => void) => {
    const passkey = made();
    const data = bytes(passkey.authenticator_data);
    const said = JSON.parse(bytes(passkey.client_data).toString()) as Record<string, unknown>;
    change(data, said);
    const client = Buffer.from(JSON.stringify(said));
    const digest = createHash("sha256").update(client).digest();
    const signature = sign("sha256", Buffer.concat([data, digest]), testKeyOf(sellerId).privateKey);
    return {
      ...passkey,
      authenticator_data: data.toString("base64url"),
      client_data: client.toString("base64url"),
      signature: signature.toString("base64url"),
    };
  };
  const foreign = makeSoftwareKey(`test-${sellerId}`).key;
  const wrong: Record<string, Assertion> = {
    "another trade": made({}, { kind: "release", id: other }),
    "another kind": made({}, { kind: "reopen", id }),
    "six minutes ago": made({ now: later(-360) }),
    "in six minutes": made({ now: later(360) }),
    "under another time": { ...made({ now: later(-360) }), asked_at: Math.floor(at.getTime() / 1000) },
    "another site": made({ origin: "http://evil.example" }),
    "another scheme": made({ origin: "https://localhost" }),
    "another person's key": made({}, wanted, market.buyer.id),
    "a key that is not enrolled": { ...made(), credential_id: "test-unknown" },
    "another key under its name": assertWith(foreign, { origin, wanted, now: at }),
    "nobody there": resigned((data) => data.writeUInt8(0x04, 32)),
    "nobody verified": resigned((data) => data.writeUInt8(0x01, 32)),
    "the digest of another site": resigned((data) => data.writeUInt8(data.readUInt8(0) ^ 1, 0)),
    "the word of an enrolling": resigned((_, client) => Object.assign(client, { type: "webauthn.create" })),
    "asked from within another page": resigned((_, client) => Object.assign(client, { crossOrigin: true })),
    "a changed byte": { ...made(), authenticator_data: made({ origin: "http://localhos" }).authenticator_data },
    "no signature": { ...made(), signature: "AAAA" },
    "no data": { ...made(), authenticator_data: "AAAA" },
    "no client": { ...made(), client_data: Buffer.from("nothing").toString("base64url") },
  };
  for (const [what, passkey] of Object.entries(wrong))
    assert.equal(await outcome(sellerId, wanted, passkey), "wrong", what);
  assert.equal(
    await outcome(
      sellerId,
      wanted,
      resigned(() => undefined),
    ),
    "proved",
  );
  assert.equal(await outcome(sellerId, wanted, made({ now: later(-290) })), "proved");
  const { rows } = await owner.query("select count(*)::int from proofs where user_id = $1", [sellerId]);
  assert.deepEqual(rows, [{ count: 1 }]);
});

test("a release takes the passkey's proof of this trade, and no passkey of its own", async () => {
  const market = await aMarket(app);
  const [id, other] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  const { client } = market.seller;
  const prove = async (hash: string) => {
    const wanted = { kind: "release", id: hash } as const;
    const passkey = testAssertion(market.seller.id, wanted, { origin, now: await now() });
    return (await client.call(auth.prove, { body: { for: wanted, passkey } })).code;
  };
  const release = (body?: object) =>
    client.call(releaseTrade, { params: { id }, proves: false, ...(body ? { body: body as never } : {}) });
  assert.equal(await prove(other), "");
  assert.equal((await release()).code, "auth.password_proof");
  assert.equal(await prove(id), "");
  assert.equal((await release({ passkey: {} })).status, 422, "a body with anything in it");
  assert.equal((await release({})).data.status, "released");
  assert.equal((await release()).code, "trade.wrong_status");
});

test("a proof is spent once, by its user, while it lives; made again it takes the place of one that was not spent", async () => {
  const market = await aMarket(app);
  const id = await aTrade(market, "paid");
  const wanted = { kind: "release", id } as const;
  await proves(market.seller.id, wanted);
  await proves(market.seller.id, wanted);
  const { rows } = await owner.query<{ subject: string }>("select subject from proofs where user_id = $1", [
    market.seller.id,
  ]);
  const [subject = ""] = rows.map((row) => row.subject);
  assert.equal(rows.length, 1);
  assert.deepEqual(await spend([subject], [market.buyer.id]), []);
  assert.deepEqual(await spend([`${subject}0`], [market.seller.id]), []);
  assert.deepEqual(await spend([subject, subject], [market.seller.id]), [{ spend_proofs: subject }]);
  assert.deepEqual(await spend([subject], [market.seller.id]), []);
  for (const login of ["web", "worker", "chain", "signer"]) {
    const { rows: may } = await owner.query(
      "select has_function_privilege($1, 'spend_proofs(text[], bigint[])', 'execute') as may",
      [`parley_${login}`],
    );
    assert.deepEqual(may, [{ may: false }], login);
  }
});

test("a proof that is spent while it is made again stays spent", async () => {
  const market = await aMarket(app);
  const { id: sellerId } = market.seller;
  const wanted = { kind: "release", id: await aTrade(market, "paid") } as const;
  await proves(sellerId, wanted);
  const row = async () =>
    (await owner.query("select subject, spent_at from proofs where user_id = $1", [sellerId])).rows[0];
  const { subject } = await row();
  const spender = await owner.connect();
  await spender.query("begin");
  await spender.query("select spend_proofs($1, $2)", [[subject], [sellerId]]);
  const again = proves(sellerId, wanted);
  for (let waits = 0; waits === 0; await pause(10)) {
    const { rows } = await owner.query(
      "select count(*)::int from pg_stat_activity where usename = 'parley_signer' and wait_event_type = 'Lock' and datname = current_database()",
    );
    waits = rows[0].count;
  }
  await spender.query("commit");
  spender.release();
  assert.equal(await again, "nothing");
  assert.notEqual((await row()).spent_at, null);
  assert.equal(await proves(sellerId, wanted), "proved", "on a call that was refused afterwards: made again it is new");
});

test("the proof of a send-out is its user's, over what the quote says, while the quote lives and is unused", async () => {
  const [ada, eve] = [await aPerson(app), await aPerson(app)];
  const quoted = async (lives = "1 hour") => {
    const id = ids.hash();
    await owner.query(
      `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
       values ($1, $2, 'ETH', 'there', 1500000000, 21000, 1, market_now(), market_now() + $3::interval)`,
      [id, ada.id, lives],
    );
    return id;
  };
  const SHOWN = { cryptoCurrencyCode: "ETH", amount: "1.5", fee: "0.000021", address: "there" };
  const proved = async (userId: bigint, id: string, change: Partial<typeof SHOWN> = {}) => {
    const wanted = { kind: "send_out", id } as const;
    const sendOut = { ...SHOWN, ...change };
    return outcome(userId, wanted, testAssertion(userId, wanted, { origin, now: await now(), sendOut }));
  };
  const id = await quoted();
  assert.equal(await proved(eve.id, id), "nothing");
  for (const change of [{ amount: "1.4" }, { fee: "0.00002" }, { address: "elsewhere" }, { cryptoCurrencyCode: "BTC" }])
    assert.equal(await proved(ada.id, id, change), "wrong", JSON.stringify(change));
  assert.equal(await proved(ada.id, id), "proved");
  const { rows } = await owner.query(
    "select user_id, currency, destination, units, fee_units from proved_send_outs where quote = $1",
    [id],
  );
  const kept = { currency: "ETH", destination: "there", units: "1500000000", fee_units: "21000" };
  assert.deepEqual(rows, [{ user_id: ada.id.toString(), ...kept }]);
  assert.equal(await proved(ada.id, await quoted("-1 second")), "nothing");
  await owner.query(
    `insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select $2, id, user_id, currency, destination, units, fee_units, usd_value, 'pending', market_now(), market_now()
     from send_out_quotes
     where hash = $1`,
    [id, ids.hash()],
  );
  assert.equal(await proved(ada.id, id), "nothing", "it is taken");
});

test("giving up a trade that was paid is its buyer's alone to prove, and an unpaid one is given up freely", async () => {
  const market = await aMarket(app);
  const [paid, unpaid] = [await aTrade(market, "paid"), await aTrade(market)];
  const wanted = { kind: "cancel", id: paid } as const;
  assert.equal(await proves(market.seller.id, wanted), "nothing");
  assert.equal(await proves((await aPerson(app)).id, wanted), "nothing");
  assert.equal(await proves(market.buyer.id, { kind: "cancel", id: unpaid }), "nothing");
  const cancel = (id: string) => market.buyer.client.call(cancelTrade, { params: { id }, proves: false });
  assert.equal((await cancel(unpaid)).status, 200);
  const refused = await cancel(paid);
  assert.deepEqual([refused.status, refused.code], [400, "auth.password_proof"]);
  assert.deepEqual(refused.body.context, { for: wanted });
  assert.equal(await proves(market.buyer.id, wanted), "proved");
  assert.equal((await cancel(paid)).data.status, "cancelled_buyer");
  assert.equal(await proves(market.buyer.id, wanted), "nothing", "it is over");
});

test("the proof of a conversion is its user's, over what goes and comes, while the quote lives and is unused", async () => {
  const [ada, eve] = [await aPerson(app), await aPerson(app)];
  const quoted = async (lives = "1 minute") => {
    const id = ids.hash();
    await owner.query(
      `insert into conversion_quotes (hash, user_id, from_currency, to_currency, from_units, to_units, rate, created_at, expires_at)
       values ($1, $2, 'ETH', 'USDT', 1500000000, 2500000, 1, market_now(), market_now() + $3::interval)`,
      [id, ada.id, lives],
    );
    return id;
  };
  const SHOWN = { from: "ETH", fromAmount: "1.5", to: "USDT", toAmount: "2.5" };
  const proved = async (userId: bigint, id: string, change: Partial<typeof SHOWN> = {}) => {
    const wanted = { kind: "convert", id } as const;
    const conversion = { ...SHOWN, ...change };
    return outcome(userId, wanted, testAssertion(userId, wanted, { origin, now: await now(), conversion }));
  };
  const id = await quoted();
  assert.equal(await proved(eve.id, id), "nothing");
  for (const change of [{ fromAmount: "15" }, { toAmount: "2" }, { to: "BTC" }])
    assert.equal(await proved(ada.id, id, change), "wrong", JSON.stringify(change));
  const take = (quote: string) => ada.client.call(createConversion, { body: { quote_id: quote }, proves: false });
  assert.equal((await take(id)).code, "auth.password_proof");
  assert.equal(await proved(ada.id, id), "proved");
  assert.equal((await take(id)).code, "ledger.insufficient_balance", "proved, of somebody who has nothing");
  assert.equal(await proved(ada.id, await quoted("-1 second")), "nothing");
  await owner.query(
    "insert into conversions (quote_id, user_id, created_at) select id, user_id, market_now() from conversion_quotes where hash = $1",
    [id],
  );
  assert.equal(await proved(ada.id, id), "nothing", "it is taken");
});

test("forty proofs at once are written together and answered in order", async () => {
  const market = await aMarket(app);
  const hashes = [await aTrade(market, "paid"), await aTrade(market), await aTrade(market, "released")];
  const asked = Array.from({ length: 40 }, (_, index) => {
    const id = index % 4 === 3 ? "NeverWasATrade" : (hashes[index % 4] ?? "");
    return proves(market.seller.id, { kind: "release", id });
  });
  const expected = ["proved", "proved", "nothing", "nothing"];
  assert.deepEqual(
    await Promise.all(asked),
    asked.map((_, index) => expected[index % 4]),
  );
});

test("an award carries the proof of the moderator for this winner, and above a thousand dollars that of each of two", async () => {
  const market = await aMarket(app, { range_max: "5000" });
  const mara = await aModerator(market);
  const id = await openDisputeAndTake(market, { moderator: mara });
  const body = { winner: "buyer", reason_code: "payment_proven", note: "seen the receipt" } as const;
  const decide = (who: typeof mara) => who.call(decideDispute, { params: { id }, body, proves: false });
  const refused = await decide(mara);
  assert.deepEqual([refused.status, refused.code], [403, "auth.password_proof"]);
  assert.deepEqual(refused.body.context, { for: { kind: "award", id, winner: "buyer" } });
  await app.prove(mara.token, { kind: "award", id, winner: "seller" });
  assert.equal((await decide(mara)).code, "auth.password_proof");
  assert.equal(
    (await app.prove(market.buyer.client.token, { kind: "award", id, winner: "buyer" }))?.outcome,
    "nothing",
  );
  await owner.query("insert into user_roles values ($1, 'moderator', market_now())", [market.seller.id]);
  assert.equal(await proves(market.seller.id, { kind: "award", id, winner: "buyer" }), "nothing", "their own trade");
  await owner.query("update disputes set usd_cents = 100001 where trade_hash = $1", [id]);
  assert.equal((await decide(mara)).code, "auth.password_proof", "a proposal is proved as well");
  await app.prove(mara.token, { kind: "award", id, winner: "buyer" });
  assert.deepEqual((await decide(mara)).data.isDecided, false);
  const milo = await aModerator(market);
  await milo.call(takeDispute, { params: { id }, body: { reason: "the second word" } });
  assert.equal((await decide(milo)).code, "auth.password_proof", "the first one's proof is not the second's");
  await app.prove(milo.token, { kind: "award", id, winner: "buyer" });
  assert.equal((await decide(milo)).data.isDecided, true);
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("a reopening by the staff carries its proof, which nobody without a role can make", async () => {
  const market = await aMarket(app);
  const mara = await aModerator(market);
  const id = await openDisputeAndTake(market, { moderator: mara });
  const params = { id };
  await market.buyer.client.call(cancelTrade, { params });
  await market.buyer.client.call(reopenTrade, { params });
  const reopen = () => mara.call(reopenTrade, { params, proves: false });
  assert.equal((await reopen()).code, "auth.password_proof");
  const stranger = await aPerson(app);
  assert.equal(await proves(stranger.id, { kind: "reopen", id }), "nothing");
  assert.equal((await app.prove(mara.token, { kind: "reopen", id }))?.outcome, "proved");
  assert.equal((await reopen()).status, 200);
  assert.deepEqual(await checkBooks(app.ownerPorts), []);
});

test("the password proves one release and leaves no word for another", async () => {
  const market = await aMarket(app);
  const reference = await verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [market.seller.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [market.seller.id]);
  const seller = market.seller.client;
  const [id, other] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  const prove = (password: string, hash = id) =>
    seller.call(auth.prove, { body: { for: { kind: "release", id: hash }, password } });
  const wrong = await prove("another password");
  assert.deepEqual([wrong.status, wrong.code], [422, "auth.password_wrong"]);
  const right = await prove(TEST_PASSWORD);
  assert.equal(right.status, 200);
  const lives = Date.parse(right.data.provedUntil) - (await now()).getTime();
  assert.ok(lives > 14 * 60_000 && lives <= 15 * 60_000, `${lives}`);
  const release = (hash: string) => seller.call(releaseTrade, { params: { id: hash }, proves: false });
  assert.equal((await release(other)).code, "auth.password_proof");
  assert.equal((await release(id)).status, 200);
});
