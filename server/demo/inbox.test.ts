import assert from "node:assert/strict";
import { test } from "node:test";
import { listInboxMails } from "#contract/inbox.ts";
import { mailJob, queueMail } from "../platform/mail.ts";
import { startInbox } from "../devnet/inbox.ts";
import { testApp } from "../testing/index.ts";

const app = await testApp({ config: { demo: true } });

test("a mail that was sent to the local inbox can be read by its address, and robots get none", async () => {
  const inbox = await startInbox(app.db);
  try {
    await app.db.tx(async (tx) => {
      const mail = { subject: "Your code", text: "123456", dedupeKey: "" };
      await queueMail(tx, { ...mail, to: "Eve@example.org", dedupeKey: "a" });
      await queueMail(tx, { ...mail, to: "robot@robots.parley.invalid", dedupeKey: "b" });
    });
    await mailJob.run({ ...app.ports, db: app.dbs.worker, config: { ...app.config, smtpUrl: inbox.smtpUrl } });
    const mine = await app.client().call(listInboxMails, { query: { to: "eve@example.org" } });
    assert.deepEqual(
      mine.data.map(({ to, subject, text }) => [to, subject, text.trim()]),
      [["eve@example.org", "Your code", "123456"]],
    );
    const all = await app.client().call(listInboxMails);
    assert.equal(all.data.length, 1);
  } finally {
    await inbox.stop();
  }
});

test("where mails go to a real mail server and there is no demo, nobody reads them here", async () => {
  const real = await testApp({ config: { demo: false, smtpUrl: "smtp://mail.example.org" } });
  const { status } = await real.client().call(listInboxMails);
  assert.equal(status, 404);
});
