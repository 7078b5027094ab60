// Guards: a provider that is configured gets what waits, once; what it finds decides, as a worker reads it there, whatever a
// webhook says; without one nothing leaves.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/compliance/verification/verification.ts";
import { testApp } from "../../../testing/index.ts";
import { aNamedUser } from "../../../testing/people/restrictions.ts";
import { startSumsub, SUMSUB, WEBHOOK_SECRET } from "../../../testing/outside/sumsub-service.ts";
import { insertCase, markSent, verificationsToSend } from "./rows.ts";
import { anApproved, approve, aSubmitted, withPictures, levelOf, look } from "../../../testing/people/verification.ts";
import { WEBHOOK_PATH } from "./mount-webhook.ts";

const sumsub = await startSumsub();
const levels = { id: "id-and-selfie", address: "proof-of-address" };
const app = await testApp({
  config: { sumsub: { ...SUMSUB, levels }, sumsubApi: sumsub.api, sumsubWebhookSecret: WEBHOOK_SECRET },
});
const { db, owner, runJob, moveClock, dbs } = app;
const JOB = "ask-document-provider";
const TOKENS = "fetch-provider-tokens";

async function aNewcomer() {
  const person = await aNamedUser(app);
  await owner.query("update users set granted_level = null, email_confirmed_at = market_now() where id = $1", [
    person.id,
  ]);
  return person;
}
const applicantOf = (reference: string) => sumsub.applicants.filter((one) => one.externalUserId === reference);
const statusOf = async (reference: string) =>
  (await owner.query("select status, reasons from verifications where reference = $1", [reference])).rows[0];
/** One statement of a process that an attacker controls. */
const decideAs = (login: "web" | "worker", reference: string) => {
  const text = `select outcome from decide_by_provider((select id from verifications where reference = '${reference}'), '{}', market_now())`;
  return dbs[login].tx((tx) => tx.rows(Object.assign([text], { raw: [text] })));
};
const tell = ({ payload, headers }: ReturnType<typeof sumsub.webhook>) =>
  app.app.fastify.inject({
    method: "POST",
    url: WEBHOOK_PATH,
    headers: { ...headers, "content-type": "application/json" },
    payload,
  });

test("what waits goes to the provider with its pictures, once, and staff who decide read that it found nothing", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  sumsub.breakNext();
  await runJob(JOB);
  await runJob(JOB);
  await runJob(JOB);
  const [applicant, ...others] = applicantOf(reference);
  assert.deepEqual([others.length, applicant?.levelName, applicant?.status], [0, levels.id, "pending"]);
  assert.deepEqual(
    applicant?.documents
      .map(({ metadata }) => metadata)
      .sort((a, b) => (String(a.idDocType) > String(b.idDocType) ? 1 : -1)),
    [
      { idDocType: "PASSPORT", country: "NGA" },
      { idDocType: "SELFIE", country: "NGA" },
    ],
  );
  assert.equal((await statusOf(reference)).status, "pending", "it has not looked yet");
  sumsub.decide(reference, { reviewAnswer: "GREEN" });
  assert.equal((await tell(sumsub.webhook(reference))).statusCode, 200);
  await runJob(JOB);
  assert.deepEqual([(await statusOf(reference)).status, await levelOf(app, ada)], ["pending", 1], "a person decides");
  const mod = await aNamedUser(app, "moderator");
  assert.equal((await look(mod, reference)).data.hasPassedProvider, true);
  assert.equal((await approve(mod, reference)).status, 200);
  assert.equal(await levelOf(app, ada), 2);
});

test("a worker that is taken over rejects as the provider, and approves nothing", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  await dbs.worker.tx(
    (tx) => tx.rows`
      insert into provider_cases (verification_id, applicant_id, sent_at)
      select id, 'made up', market_now()
      from verifications
      where reference = ${reference}`,
  );
  assert.deepEqual(await decideAs("worker", reference), [{ outcome: "noted" }]);
  assert.deepEqual([(await statusOf(reference)).status, await levelOf(app, ada)], ["pending", 1]);
});

test("what it rejects comes with our reasons, and without a webhook an hour later", async () => {
  const reference = await aSubmitted(app, await aNewcomer());
  await runJob(JOB);
  sumsub.decide(reference, { reviewAnswer: "RED", rejectLabels: ["SELFIE_MISMATCH", "SOMETHING_NEW", "FORGERY"] });
  await runJob(JOB);
  assert.equal((await statusOf(reference)).status, "pending");
  await moveClock(61 * 60_000);
  await runJob(JOB);
  assert.deepEqual(await statusOf(reference), {
    status: "rejected",
    reasons: ["face_mismatch", "not_supported", "edited"],
  });
});

test("a webhook decides nothing by itself, and one that the provider has not signed is not taken", async () => {
  const reference = await aSubmitted(app, await aNewcomer());
  await runJob(JOB);
  assert.equal((await tell(sumsub.webhook(reference, "another secret"))).statusCode, 403);
  const right = sumsub.webhook(reference);
  const changed = { ...right, payload: right.payload.replace("applicantReviewed", "applicantPending") };
  assert.equal((await tell(changed)).statusCode, 403);
  for (const algorithm of ["none", "constructor", "HMAC_MD5_HEX"])
    assert.equal(
      (await tell({ ...right, headers: { ...right.headers, "x-payload-digest-alg": algorithm } })).statusCode,
      403,
    );
  assert.equal((await tell(right)).statusCode, 200);
  await runJob(JOB);
  assert.equal((await statusOf(reference)).status, "pending");
});

test("staff may decide first, and then the provider changes nothing", async () => {
  const [ada, mod] = [await aNewcomer(), await aNamedUser(app, "moderator")];
  const reference = await aSubmitted(app, ada);
  await runJob(JOB);
  await look(mod, reference);
  assert.equal((await approve(mod, reference)).status, 200);
  sumsub.decide(reference, { reviewAnswer: "RED", rejectLabels: ["FORGERY"] });
  await tell(sumsub.webhook(reference));
  await runJob(JOB);
  assert.deepEqual(await decideAs("worker", reference), [{ outcome: "over" }]);
  assert.deepEqual([(await statusOf(reference)).status, await levelOf(app, ada)], ["approved", 2]);
});

test("only the workers decide as the provider, and only about what it was sent", async () => {
  // Another one was sent.
  await aSubmitted(app, await aNewcomer());
  await runJob(JOB);
  const reference = await aSubmitted(app, await aNewcomer());
  await assert.rejects(decideAs("web", reference), /permission denied/);
  assert.deepEqual(await decideAs("worker", reference), [{ outcome: "unknown" }]);
});

test("to call a verification pending is to submit it, with all its pictures", async () => {
  const ada = await aNewcomer();
  const body = (verificationReference: string) => ({ body: { verificationReference } });
  const reference = await aSubmitted(app, ada);
  assert.equal((await ada.client.call(calls.markSumsubPending, body(reference))).data.status, "pending");
  const other = await aNewcomer();
  assert.equal((await other.client.call(calls.markSumsubPending, body(reference))).code, "verification.unknown");
  const begun = await withPictures(app, other);
  assert.equal((await other.client.call(calls.markSumsubPending, body(begun))).data.status, "pending");
  const kept = await app.owner.query("select status from verifications where reference = $1", [begun]);
  assert.equal(kept.rows[0].status, "pending");
});

test("ten documents that the provider refuses each time keep no other waiting", async () => {
  const refused: string[] = [];
  for (let many = 0; many < 10; many++) {
    const reference = await aSubmitted(app, await aNewcomer());
    sumsub.applicants.push({
      id: `refused${many}`,
      externalUserId: reference,
      levelName: levels.id,
      documents: [],
      status: "init",
      isRefused: true,
    });
    refused.push(reference);
  }
  const last = await aSubmitted(app, await aNewcomer());
  for (let turn = 0; turn < 3; turn++) await runJob(JOB);
  assert.equal(applicantOf(last)[0]?.status, "pending");
  const { rows } = await owner.query(
    "select failures from provider_cases join verifications one on one.id = verification_id where reference = $1",
    [refused[0]],
  );
  assert.ok(rows[0].failures >= 2);
  sumsub.applicants.forEach((one) => {
    delete one.isRefused;
  });
  await moveClock(10 * 60_000);
  for (let turn = 0; turn < 2; turn++) await runJob(JOB);
  assert.equal(applicantOf(refused[0] as string)[0]?.status, "pending", "and each is tried again, later");
});

test("what went to the provider is taken out there as well when it is erased here, also where it fails first", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  await runJob(JOB);
  await owner.query("delete from verifications where reference = $1", [reference]);
  sumsub.breakNext();
  await runJob(JOB);
  assert.equal(applicantOf(reference)[0]?.isForgotten, undefined);
  await runJob(JOB);
  assert.equal(applicantOf(reference)[0]?.isForgotten, true);
  const { rows } = await owner.query("select count(*)::int as many from provider_erasures");
  assert.equal(rows[0].many, 0);
});

test("a person takes a token of their own applicant once, and a worker fetches it", async () => {
  const ada = await aNewcomer();
  const reference = await withPictures(app, ada);
  const ask = async (who = ada) =>
    (await who.client.call(calls.getSumsubToken, { body: { verificationReference: reference } })) as {
      code: string;
      data: { token: string | null; expiresAt: string | null };
    };
  assert.equal((await ask()).code, "verification.no_provider", "before any worker said that there is one");
  await runJob(TOKENS);
  assert.equal((await ask(await aNewcomer())).code, "verification.unknown");
  assert.deepEqual((await ask()).data, { token: null, expiresAt: null });
  sumsub.breakNext();
  await runJob(TOKENS);
  assert.equal((await ask()).data.token, null, "it failed, and is tried again");
  await moveClock(2000);
  await runJob(TOKENS);
  const given = sumsub.tokens.at(-1);
  assert.deepEqual([given?.userId, given?.levelName, given?.ttlInSecs], [reference, levels.id, 600]);
  const { rows } = await owner.query("select token_sealed from provider_tokens");
  assert.ok(!Buffer.from(rows[0].token_sealed).includes(given?.token ?? ""), "it lies sealed");
  const { token, expiresAt } = (await ask()).data;
  assert.equal(token, given?.token);
  assert.ok(Date.parse(expiresAt ?? "") > Date.now() - 60_000);
  assert.equal((await ask()).data.token, null, "and asks for another");
  await runJob(TOKENS);
  await moveClock(11 * 60_000);
  await owner.query("update document_provider set seen_at = market_now()");
  assert.equal((await ask()).data.token, null, "one that has ended is not given");
  assert.equal(applicantOf(reference).length, 1);
  await owner.query("delete from verifications where reference = $1", [reference]);
  await runJob(JOB);
  assert.equal(applicantOf(reference)[0]?.isForgotten, true, "what was added there is taken out there");
});

test("what was sent is not what is kept where a side was shown again meanwhile, and is sent anew", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  const [sending] = (await db.read((tx) => verificationsToSend(tx, 100))).filter((one) => one.reference === reference);
  assert.ok(sending);
  await db.tx((tx) => insertCase(tx, { verificationId: sending.id, applicantId: "elsewhere" }));
  const isSent = async () =>
    (await owner.query("select sent_at from provider_cases where verification_id = $1", [sending.id])).rows[0]
      .sent_at !== null;
  await owner.query(
    "update verification_pictures set added_at = market_now() + interval '1 second' where verification_id = $1 and side = 'front'",
    [sending.id],
  );
  await db.tx((tx) => markSent(tx, sending));
  assert.equal(await isSent(), false);
  await moveClock(2000);
  const [again] = (await db.read((tx) => verificationsToSend(tx, 100))).filter((one) => one.reference === reference);
  assert.ok(again);
  await db.tx((tx) => markSent(tx, again));
  assert.equal(await isSent(), true);
});

test("staff do not read a clean result of an applicant who could have shown the provider other pictures", async () => {
  const ada = await aNewcomer();
  const reference = await aSubmitted(app, ada);
  const ask = () => ada.client.call(calls.getSumsubToken, { body: { verificationReference: reference } });
  await runJob(TOKENS);
  assert.equal((await ask()).code, "");
  await runJob(TOKENS);
  await runJob(JOB);
  sumsub.decide(reference, { reviewAnswer: "GREEN" });
  assert.equal((await tell(sumsub.webhook(reference))).statusCode, 200);
  await runJob(JOB);
  const { hasPassedProvider, hasProviderToken } = (await look(await aNamedUser(app, "moderator"), reference)).data;
  // Fetched is enough: the worker that has it may have passed it on.
  assert.deepEqual([hasPassedProvider, hasProviderToken], [false, true]);
});

test("there are tokens of documents of people that are open, where a provider is configured", async () => {
  const [ada, mod] = [await aNewcomer(), await aNamedUser(app, "moderator")];
  await runJob(TOKENS);
  const tokenOf = async (verificationReference: string) =>
    (await ada.client.call(calls.getSumsubToken, { body: { verificationReference } })).code;
  await anApproved(app, { person: ada, staff: mod });
  const { rows } = await owner.query("select reference from verifications where user_id = $1", [ada.id]);
  assert.equal(await tokenOf(rows[0].reference), "verification.over");
  const video = (await ada.client.call(calls.startVideoVerification)).data.verification;
  assert.equal(await tokenOf(video.verificationReference), "verification.no_provider", "staff alone look at videos");
  const reference = await aSubmitted(app, ada, { kind: "address" });
  assert.equal(await tokenOf(reference), "");
  await moveClock(6 * 60_000);
  assert.equal(await tokenOf(reference), "verification.no_provider", "no worker has said so for five minutes");
});

test("a web that is taken over writes no token and no provider, and a token has its end and goes with its document", async () => {
  const ada = await aNewcomer();
  const reference = await withPictures(app, ada);
  await runJob(TOKENS);
  await ada.client.call(calls.getSumsubToken, { body: { verificationReference: reference } });
  const asWeb = (text: string) => dbs.web.tx((tx) => tx.rows(Object.assign([text], { raw: [text] })));
  for (const statement of [
    `insert into provider_tokens (verification_id, asked_at, next_try_at, token_sealed, expires_at)
     select id, market_now(), market_now(), 'planted', market_now() from verifications`,
    "update provider_tokens set token_sealed = 'planted', expires_at = market_now()",
    "insert into document_provider (seen_at) values (market_now())",
    "update document_provider set seen_at = market_now()",
  ])
    await assert.rejects(asWeb(statement), /permission denied/, statement);
  await assert.rejects(
    owner.query("update provider_tokens set token_sealed = 'without an end'"),
    /provider_tokens_check/,
  );
  await assert.rejects(
    owner.query("insert into document_provider (id, seen_at) values (2, market_now())"),
    /document_provider_id_check/,
  );
  const tokens = async () =>
    (await owner.query("select count(*)::int as many from provider_tokens")).rows[0].many as number;
  const before = await tokens();
  await owner.query("update verifications set started_at = started_at - interval '31 days' where reference = $1", [
    reference,
  ]);
  await runJob("erase-documents");
  assert.equal(await statusOf(reference), undefined);
  assert.equal(await tokens(), before - 1);
});
