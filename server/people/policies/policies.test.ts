// Guards: a registration keeps the versions of the terms that it accepts, a new version is asked for above each page until it is accepted, and nothing
// of a user's money waits for that.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { register } from "#contract/people/sign-in/auth.ts";
import * as calls from "#contract/people/policies.ts";
import { POLICY_NAMES, POLICY_VERSIONS } from "#contract/people/policy-names.ts";
import { releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { makeApp } from "../../app.ts";
import { readContent } from "../../site/content/read-content.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp();
const { owner } = app;
const folder = mkdtempSync(join(tmpdir(), "parley-policies-"));
const pages = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await pages.close();
  rmSync(folder, { recursive: true, force: true });
});

type Client = Awaited<ReturnType<typeof aMarket>>["buyer"]["client"];

async function isAsked(client: Client): Promise<boolean> {
  const headers = { accept: "text/html", cookie: `parley=${client.token}` };
  const { body } = await pages.fastify.inject({ url: "/terms-of-service", headers });
  const { banners } = readPlainPage(body) as { banners: { kind: string }[] };
  return banners.some(({ kind }) => kind === "policy_due");
}
const inForce = (policy: string, version: number) =>
  owner.query("update policy_versions set version = $2 where policy = $1", [policy, version]);
const list = async (client: Client) => (await client.call(calls.listPolicies, {})).data;

test("the version of each policy is that of its text", () => {
  const content = readContent(join(import.meta.dirname, "../../../content"));
  for (const policy of POLICY_NAMES) {
    const page = content.find(({ key }) => key === `legal/${policy}`);
    assert.equal(page?.editions[0].version, POLICY_VERSIONS[policy].version, policy);
  }
});

test("a registration accepts the terms and the privacy policy in the versions that are in force", async () => {
  const body = { email: "policies@example.org", password: "amber otter sails home" };
  const { status, code } = await app.client().call(register, { body });
  assert.equal(status, 200, code);
  const { rows } = await owner.query(
    `select policy, version::int from policy_acceptances
     where user_id = (select max(id) from users) order by policy`,
  );
  assert.deepEqual(rows, [
    { policy: "privacy-policy", version: 1 },
    { policy: "terms-of-service", version: 1 },
  ]);
});

test("a new version is asked for until it is accepted, also of accounts of before, and only the version in force can be", async () => {
  const { buyer } = await aMarket(app);
  assert.equal(await isAsked(buyer.client), false);
  await inForce("terms-of-service", 2);
  assert.equal(await isAsked(buyer.client), true);
  const accept = (version: number) =>
    buyer.client.call(calls.acceptPolicy, { body: { policy: "terms-of-service", version } });
  assert.equal((await accept(1)).code, "account.policy_version");
  assert.equal((await accept(3)).code, "account.policy_version");
  const accepted = await accept(2);
  assert.equal(accepted.data.find(({ policy }) => policy === "terms-of-service")?.accepted?.version, 2);
  assert.equal((await accept(2)).status, 200, "a second call changes nothing");
  assert.equal(await isAsked(buyer.client), false);
  const { rows } = await owner.query("select count(*)::int as n from policy_acceptances where user_id = $1", [
    buyer.id,
  ]);
  assert.equal(rows[0].n, 1);
  await inForce("terms-of-service", 1);
});

test("terms that only some need are asked of nobody, and kept when they are accepted", async () => {
  const { buyer } = await aMarket(app);
  await inForce("vendor-terms", 2);
  assert.equal(await isAsked(buyer.client), false);
  const body = { policy: "vendor-terms", version: 2 } as const;
  assert.equal((await buyer.client.call(calls.acceptPolicy, { body })).status, 200);
  assert.equal((await list(buyer.client)).find(({ policy }) => policy === "vendor-terms")?.accepted?.version, 2);
  await inForce("vendor-terms", 1);
});

test("a trade ends as usual while a version waits", async () => {
  const market = await aMarket(app);
  await inForce("privacy-policy", 2);
  assert.equal(await isAsked(market.seller.client), true);
  const hash = await aTrade(market, "paid");
  const { status, code } = await market.seller.client.call(releaseTrade, { params: { id: hash } });
  assert.equal(status, 200, code);
  await inForce("privacy-policy", 1);
});
