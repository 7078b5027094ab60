// Guards: the sizes of queues are those of the caller's rights, and grow with what waits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { QUEUE_PLACES } from "#contract/staff/queue-names.ts";
import { listStaffQueues } from "#contract/staff/queues.ts";
import { listStaffVerifications } from "#contract/compliance/verification/verification.ts";
import { aCase, aModerator } from "../../testing/market/disputes.ts";
import { aMarket, aPerson, testApp } from "../../testing/index.ts";

const app = await testApp();

test("a moderator sees their queues, an administrator all, and nobody else any", async () => {
  const [moderator, admin] = [await aModerator({ app }), await aModerator({ app }, "admin")];
  const placesOf = async (client: typeof admin) =>
    (await client.call(listStaffQueues, {})).data.map(({ place }) => place);
  assert.deepEqual(await placesOf(admin), [...QUEUE_PLACES]);
  assert.deepEqual(
    QUEUE_PLACES.filter(
      (place) => !["staffPartners", "staffAmbassadors", "staffRecoveries", "staffDesk", "staffErrors"].includes(place),
    ),
    await placesOf(moderator),
  );
  assert.equal((await (await aPerson(app)).client.call(listStaffQueues, {})).status, 403);
});

test("an open dispute and a submitted document are counted, with their age", async () => {
  const admin = await aModerator({ app }, "admin");
  const sizeOf = async (place: string) =>
    (await admin.call(listStaffQueues, {})).data.find((one) => one.place === place) ?? { waiting: -1, oldestAt: null };
  const before = await sizeOf("staffDisputes");
  await aCase(await aMarket(app));
  const now = await sizeOf("staffDisputes");
  assert.equal(now.waiting, before.waiting + 1);
  assert.ok(now.oldestAt !== null);
  await app.owner.query(
    `insert into verifications
       (user_id, reference, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at)
     values ($1, 'referenceOfSize', 'id', 'pending', 'DEU', 'passport', '\\x00', market_now(), market_now())`,
    [(await aPerson(app)).id],
  );
  const listed = await admin.call(listStaffVerifications, { query: {} });
  assert.equal((await sizeOf("staffVerifications")).waiting, listed.data.waiting);
});
