// Guards: an authenticator app and passkeys are enrolled, used and removed by their owner alone, who shows what they have;
// secrets and keys are the signer's, codes count once, and guesses are few whatever the web does.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import * as auth from "#contract/people/sign-in/auth.ts";
import { type FactorAct, type ProofFor, newPasskey as newPasskeyShape } from "#contract/people/sign-in/proofs.ts";
import { releaseTrade } from "#contract/market/trades/trade/trades.ts";
import * as calls from "#contract/people/sign-in/two-factor.ts";
import {
  assertWith,
  attestationOf,
  coseOf,
  enrollWith,
  makeSoftwareKey,
  type SoftwareKey,
} from "../../demo/software-key.ts";
import { keptAnswers } from "../../testing/kept-texts.ts";
import { aMarket, aPerson, aTrade, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { MOST_WRONG } from "./authenticators.ts";
import { totpCode } from "../../platform/totp.ts";

const app = await testApp();
const { db, dbs, owner } = app;
const { verifier } = app.ports;
const { origin } = app.config.publicUrl;
const now = () => db.read((tx) => tx.readClock());

/** The password, and nothing better. */
async function makePlain(userId: bigint): Promise<void> {
  const reference = await verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [userId, reference]);
  await owner.query("delete from passkeys where user_id = $1", [userId]);
}

async function aPlainPerson() {
  const { id, client } = await aPerson(app);
  await makePlain(id);
  return { id, client };
}

const password = { password: TEST_PASSWORD };
const secretOf = (uri: string) => base32nopad.decode(new URL(uri).searchParams.get("secret") ?? "");
const codeNow = async (secret: Uint8Array) => ({ code: totpCode(secret, await now()) });
/** Past the step of the code that was shown, and of its neighbors. */
const nextStep = () => app.moveClock(90_000);

async function withApp(client: TestClient, shown: object = password): Promise<Uint8Array> {
  const started = await client.call(calls.enableTwoFactor, { body: shown });
  assert.equal(started.status, 200, started.code);
  const secret = secretOf(started.data.uri);
  assert.equal((await client.call(calls.verifyTwoFactor, { body: await codeNow(secret) })).status, 200);
  await nextStep();
  return secret;
}

async function assertion(key: SoftwareKey, wanted: ProofFor | FactorAct) {
  return { passkey: assertWith(key, { origin, wanted, now: await now() }) };
}

type Made = Parameters<typeof makeSoftwareKey>[1];

async function withPasskey(client: TestClient, { shown = password, kind }: { shown?: object; kind?: Made } = {}) {
  const made = makeSoftwareKey(undefined, kind);
  const new_passkey = enrollWith(made, { origin, now: await now() });
  const added = await client.call(calls.addPasskey, { body: { ...shown, name: "My phone", new_passkey } });
  return { key: made.key, added };
}

test("secrets and keys of people are the signer's alone, and sealed where they lie", async () => {
  const ada = await aPlainPerson();
  const secret = await withApp(ada.client);
  for (const login of ["web", "worker", "chain"] as const)
    for (const statement of ["select from authenticators", "delete from authenticators", "delete from passkeys"])
      await assert.rejects(
        dbs[login].tx((tx) => tx.rows(Object.assign([statement], { raw: [statement] }))),
        /permission denied/,
        `${login}: ${statement}`,
      );
  const { rows } = await owner.query("select secret_sealed from authenticators where user_id = $1", [ada.id]);
  const sealed = rows[0].secret_sealed as Buffer;
  assert.ok(!sealed.includes(base32nopad.encode(secret)) && !sealed.includes(Buffer.from(secret)));
  const kept = (await keptAnswers(owner)).filter((answer) => answer.includes("otpauth"));
  assert.deepEqual(kept, [], "no answer is kept that has the secret in it");
});

const resultOf = ({ body }: { body: unknown }) => (body as { context?: { result?: unknown } }).context?.result;

test("an authenticator app counts after its first code, and each code once", async () => {
  const market = await aMarket(app);
  const { id, client } = market.seller;
  await makePlain(id);
  const [first, second] = [await aTrade(market, "paid"), await aTrade(market, "paid")];
  const prove = (hash: string, shown: object) =>
    client.call(auth.prove, { body: { for: { kind: "release", id: hash }, ...shown } });
  const started = await client.call(calls.enableTwoFactor, { body: password });
  const secret = secretOf(started.data.uri);
  assert.equal(started.data.secret, base32nopad.encode(secret));
  assert.equal((await prove(first, await codeNow(secret))).code, "auth.code_wrong", "not confirmed yet");
  assert.equal((await prove(first, password)).status, 200, "the password still counts");
  const wrong = await client.call(calls.verifyTwoFactor, { body: { code: "000000" } });
  assert.deepEqual([wrong.code, resultOf(wrong)], ["auth.code_wrong", "failed"]);
  const shown = await codeNow(secret);
  const confirmed = await client.call(calls.verifyTwoFactor, { body: shown });
  assert.notEqual(confirmed.data.authenticator, null);
  assert.equal(confirmed.data.result, "passed");
  const over = await client.call(calls.verifyTwoFactor, { body: { code: "000000" } });
  assert.deepEqual([over.code, resultOf(over)], ["two_factor.none", "disabled"]);
  assert.equal((await prove(first, shown)).code, "auth.code_wrong", "it was shown before");
  await nextStep();
  assert.equal((await prove(second, password)).code, "auth.factor_needed");
  assert.equal((await prove(second, await codeNow(secret))).status, 200);
  const released = await client.call(releaseTrade, { params: { id: second }, proves: false });
  assert.equal(released.data.status, "released");
});

test("a code is guessed at so many times a day, by the signer's own count", async () => {
  const ada = await aPlainPerson();
  const secret = await withApp(ada.client);
  const wanted = { kind: "release", id: "NeverWasATrade" } as const;
  const guess = (code: string) =>
    verifier.prove([{ userId: String(ada.id), for: wanted, shown: { code } }]).then(
      ([one]) => one?.outcome,
      (error: { code: string }) => error.code,
    );
  const wrong = "000000" === (await codeNow(secret)).code ? "000001" : "000000";
  for (let time = 0; time < MOST_WRONG.code; time++) assert.equal(await guess(wrong), "wrong");
  assert.equal(await guess((await codeNow(secret)).code), "signer.throttled");
  await app.moveClock(86_400_000);
  assert.equal(await guess((await codeNow(secret)).code), "nothing", "right, the day after, of no trade");
});

test("a passkey of each known kind is enrolled with the password and then proves in its place", async () => {
  for (const kind of ["ES256", "RS256", "EdDSA"] as const) {
    const market = await aMarket(app);
    const { id, client } = market.seller;
    await makePlain(id);
    const { key, added } = await withPasskey(client, { kind });
    assert.deepEqual(
      added.data.passkeys.map(({ id: known, name }) => [known, name]),
      [[key.id, "My phone"]],
      kind,
    );
    assert.deepEqual((await client.call(calls.listPasskeys)).data, added.data.passkeys);
    assert.deepEqual(
      (await market.buyer.client.call(calls.listPasskeys)).data.map(({ id: known }) => known).includes(key.id),
      false,
    );
    const hash = await aTrade(market, "paid");
    const wanted = { kind: "release", id: hash } as const;
    const prove = (shown: object) => client.call(auth.prove, { body: { for: wanted, ...shown } });
    assert.equal((await prove(password)).code, "auth.factor_needed");
    assert.equal((await prove(await assertion(key, { kind: "cancel", id: hash }))).code, "auth.passkey_wrong");
    assert.equal((await prove(await assertion(key, wanted))).status, 200, kind);
    assert.equal((await client.call(releaseTrade, { params: { id: hash }, proves: false })).status, 200);
  }
});

test("only a passkey that was made for this site, for enrolling, just now and with the person there is enrolled", async () => {
  const { client } = await aPlainPerson();
  const made = makeSoftwareKey();
  const at = await now();
  const good = enrollWith(made, { origin, now: at });
  const client_data = (change: object) => {
    const said = JSON.parse(Buffer.from(good.client_data, "base64url").toString()) as object;
    return Buffer.from(JSON.stringify({ ...said, ...change })).toString("base64url");
  };
  const bytesOf = decodeAttestationObject(Uint8Array.from(Buffer.from(good.attestation_object, "base64url")));
  const data = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(bytesOf.get("authData"));
    change(bytes);
    return { attestation_object: attestationOf(bytes) };
  };
  const withKey = (publicKey: Uint8Array) => enrollWith({ key: made.key, publicKey }, { origin, now: at });
  const curve = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const wrong: Record<string, object> = {
    "another site": enrollWith(made, { origin: "http://evil.example", now: at }),
    "six minutes ago": enrollWith(made, { origin, now: new Date(at.getTime() - 360_000) }),
    "the word of a release": { client_data: client_data({ type: "webauthn.get" }) },
    "another challenge": { client_data: client_data({ challenge: "AAAA" }) },
    "from within another page": { client_data: client_data({ crossOrigin: true }) },
    "nobody verified": data((bytes) => bytes.writeUInt8(0x41, 32)),
    "no credential in it": data((bytes) => bytes.writeUInt8(0x05, 32)),
    "another credential": { credential_id: makeSoftwareKey().key.id },
    "a credential that others could guess": enrollWith(makeSoftwareKey("c2hvcnQ"), { origin, now: at }),
    "a curve we do not know": withKey(coseOf(curve.publicKey)),
    "a small key": withKey(coseOf(small.publicKey)),
    "no key": withKey(new Uint8Array()),
    "no attestation": { attestation_object: "AAAA" },
  };
  const add = (change: object) =>
    client.call(calls.addPasskey, {
      body: { ...password, name: "x", new_passkey: newPasskeyShape.parse({ ...good, ...change }) },
    });
  for (const [what, change] of Object.entries(wrong))
    assert.equal((await add(change)).code, "two_factor.passkey_unusable", what);
  assert.equal((await add({})).status, 200);
  assert.equal((await add({})).code, "auth.factor_needed", "the password alone adds no second one");
});

test("a user with a factor adds another by it, and nobody enrolls or removes for another user", async () => {
  const [ada, eve] = [await aPlainPerson(), await aPlainPerson()];
  const { key } = await withPasskey(ada.client);
  const add = { kind: "add_factor", id: "authenticator" } as const;
  assert.equal((await ada.client.call(calls.enableTwoFactor, { body: password })).code, "auth.factor_needed");
  const byEve = await eve.client.call(calls.enableTwoFactor, { body: await assertion(key, add) });
  assert.equal(byEve.code, "auth.passkey_wrong");
  const secret = await withApp(ada.client, await assertion(key, add));
  const another = await withPasskey(ada.client, { shown: await codeNow(secret) });
  assert.equal(another.added.data.passkeys.length, 2);
  await nextStep();
  const remove = (client: TestClient, id: string, shown: object) =>
    client.call(calls.removePasskey, { body: { id, ...shown } });
  assert.equal((await remove(eve.client, key.id, password)).code, "two_factor.none");
  const removal = { kind: "remove_factor", id: key.id } as const;
  const ofAnother = await assertion(another.key, { ...removal, id: another.key.id });
  assert.equal((await remove(ada.client, key.id, ofAnother)).code, "auth.passkey_wrong", "said of another one");
  const left = await remove(ada.client, key.id, await assertion(another.key, removal));
  assert.deepEqual(
    left.data.passkeys.map(({ id }) => id),
    [another.key.id],
  );
  const gone = await ada.client.call(calls.deactivateTwoFactor, { body: await codeNow(secret) });
  assert.equal(gone.data.authenticator, null);
  assert.equal(
    (await remove(ada.client, another.key.id, { password: "another password" })).code,
    "auth.password_wrong",
  );
  assert.deepEqual(
    (await remove(ada.client, another.key.id, password)).data.passkeys,
    [],
    "a lost one, by the password",
  );
});

test("there is one authenticator app and ten passkeys, and no more", async () => {
  const ada = await aPlainPerson();
  const { key } = await withPasskey(ada.client);
  const adding = (id: "authenticator" | "passkey") => assertion(key, { kind: "add_factor", id });
  await withApp(ada.client, await adding("authenticator"));
  const second = await ada.client.call(calls.enableTwoFactor, { body: await adding("authenticator") });
  assert.equal(second.code, "two_factor.exists");
  for (let count = 2; count <= calls.MOST_PASSKEYS; count++) {
    const { added } = await withPasskey(ada.client, { shown: await adding("passkey") });
    assert.equal(added.data.passkeys.length, count);
  }
  assert.equal((await withPasskey(ada.client, { shown: await adding("passkey") })).added.code, "two_factor.full");
});

test("a user who turned their factor off for releases confirms only these by the password, within its limit", async () => {
  const market = await aMarket(app);
  const { id, client } = market.seller;
  await makePlain(id);
  const secret = await withApp(client);
  const hash = await aTrade(market, "paid");
  const by = async (kind: "release" | "send_out" | "convert") => {
    const wanted = { kind, id: kind === "release" ? hash : "AnyQuote1234" };
    const [proof] = await verifier.prove([{ userId: String(id), for: wanted, shown: password }]);
    return proof?.outcome;
  };
  assert.equal(await by("release"), "factor");
  const wish = { login: true, release: false, sendout: true };
  const set = await client.call(calls.setFactorOptions, { body: { ...wish, ...(await codeNow(secret)) } });
  assert.deepEqual([set.status, set.data.limit?.limitUsd], [200, "500"]);
  assert.equal(await by("release"), "proved");
  assert.deepEqual([await by("send_out"), await by("convert")], ["factor", "factor"]);
  const { rows } = await owner.query("select usd_cents from proofs where user_id = $1 and method = 'password'", [id]);
  assert.ok(Number(rows[0].usd_cents) > 0, "counted against what a password lets go");
  await owner.query("insert into user_roles values ($1, 'moderator', market_now())", [id]);
  const next = await aTrade(market, "paid");
  const [proof] = await verifier.prove([{ userId: String(id), for: { kind: "release", id: next }, shown: password }]);
  assert.equal(proof?.outcome, "factor", "staff are asked everywhere");
});

test("a cancellation of a paid trade takes the factor whatever was turned off: nobody counts what it gives back", async () => {
  const market = await aMarket(app);
  const { id, client } = market.buyer;
  await makePlain(id);
  const wanted = { kind: "cancel", id: await aTrade(market, "paid") } as const;
  const secret = await withApp(client);
  const wish = { login: false, release: false, sendout: false };
  assert.equal(
    (await client.call(calls.setFactorOptions, { body: { ...wish, ...(await codeNow(secret)) } })).status,
    200,
  );
  await nextStep();
  const by = async (shown: { password: string } | { code: string }) =>
    (await verifier.prove([{ userId: String(id), for: wanted, shown }]))[0]?.outcome;
  assert.equal(await by(password), "factor");
  assert.equal(await by(await codeNow(secret)), "proved");
});
