import assert from "node:assert/strict";
import { test } from "node:test";
import { listInboxMails } from "#contract/demo/inbox.ts";
import { askFaucet } from "#contract/products/wallet/wallet.ts";
import { mailJob, queueMail } from "../../platform/mail/mail.ts";
import { startInbox } from "../../devnet/inbox.ts";
import { aPerson, testApp } from "../../testing/index.ts";

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

test("without the demo there is neither an inbox nor a faucet, and no list of calls names them", async () => {
  const real = await testApp({ config: { demo: false, smtpUrl: undefined } });
  const person = await aPerson(real);
  for (const { routes, fastify } of [app.app, real.app]) {
    const isDemo = fastify === app.app.fastify;
    const ask = (method: "GET" | "POST", url: string) =>
      fastify.inject({ method, url, headers: { cookie: `parley=${person.client.token}` } });
    const answers = [
      await ask("GET", listInboxMails.path),
      await ask("POST", askFaucet.path),
      await ask("GET", "/demo/nothing"),
    ].map(({ statusCode }) => statusCode);
    assert.deepEqual(answers, isDemo ? [200, 401, 404] : [404, 404, 404]);
    const { paths } = (await ask("GET", "/openapi.json")).json() as { paths: Record<string, unknown> };
    for (const { path } of [listInboxMails, askFaucet]) {
      assert.equal(path.replace(/:(\w+)/g, "{$1}") in paths, isDemo, path);
      assert.equal(
        routes.some(({ endpoint }) => endpoint.path === path),
        isDemo,
        path,
      );
    }
  }
});
