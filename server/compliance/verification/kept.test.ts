// Guards: what is kept of a document opens under the market's next secret and no longer under the previous one, marks the
// same document still, and comes with its owner's own data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { DATA_FILE } from "#contract/compliance/data-file.ts";
import { companyNameOf, sealAllAnew, sealCompanyName } from "../../people/accounts/index.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { aSubmitted, look, reject } from "../../testing/people/verification.ts";
import { sealDocumentsAnew } from "./index.ts";

const app = await testApp();
const { db, owner, runJob } = app;
const mod = await aNamedUser(app, "moderator");

async function aPersonWithEmail() {
  const person = await aNamedUser(app);
  await owner.query("update users set email_confirmed_at = market_now() where id = $1", [person.id]);
  return person;
}

test("the archive of one's own data has what was typed, which pictures there are, and what was decided", async () => {
  const ada = await aPersonWithEmail();
  const reference = await aSubmitted(app, ada, { number: "X9988" });
  await look(mod, reference);
  await reject(mod, reference, ["cropped"]);
  await owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select user_id, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1`,
    [ada.id],
  );
  await runJob("make-data-exports");
  const answer = await app.app.fastify.inject({ url: DATA_FILE, headers: { cookie: `parley=${ada.client.token}` } });
  assert.equal(answer.statusCode, 200);
  const packed = unzipSync(new Uint8Array(answer.rawPayload))["documents.json"];
  const [document, ...others] = JSON.parse(strFromU8(packed ?? new Uint8Array()));
  assert.deepEqual(others, []);
  assert.deepEqual(
    [document.reference, document.status, document.reasons, document.pictures, document.details.document_number],
    [...[reference, "rejected", ["cropped"]], ["front", "selfie"].map((side) => ({ side, pdfPages: null })), "X9988"],
  );
  assert.ok(!("details_sealed" in document));
});

test("a new secret opens documents and finds the same one again, and the previous one opens nothing", async () => {
  const [ada, twin] = [await aPersonWithEmail(), await aPersonWithEmail()];
  const reference = await aSubmitted(app, ada, { number: "K-4711" });
  const external = await owner.query("select external_id from users where id = $1", [ada.id]);
  await owner.query("update users set corporate_since = market_now(), company_name_sealed = $2 where id = $1", [
    ada.id,
    sealCompanyName(external.rows[0], "Obi Trading Ltd"),
  ]);
  const before = app.config.secret;
  const secret = new Uint8Array(32).fill(7);
  useSealingSecret(secret, { version: 2, before });
  const exchange = { secret, sealing: { version: 2, before } };
  assert.match(await sealDocumentsAnew(db, exchange), /sealed [3-9] parts/);
  assert.match(await sealDocumentsAnew(db, exchange), /sealed 0 parts/, "twice is once");
  await sealAllAnew(db, exchange);

  useSealingSecret(secret, { version: 2 });
  const { rows } = await owner.query("select external_id, company_name_sealed from users where id = $1", [ada.id]);
  assert.equal(companyNameOf(rows[0]), "Obi Trading Ltd");
  const opened = await look(mod, reference);
  assert.equal(opened.data.details.document_number, "K-4711");
  const picture = await app.app.fastify.inject({
    url: `/staff/verifications/${reference}/front`,
    headers: { cookie: `parley=${mod.client.token}` },
  });
  assert.equal(picture.statusCode, 200);
  const other = await aSubmitted(app, twin, { number: "K4711" });
  assert.deepEqual((await look(mod, other)).data.sameDocument, [ada.username]);

  useSealingSecret(before);
  assert.equal((await look(mod, reference)).status, 500, "it cannot be opened");
});
