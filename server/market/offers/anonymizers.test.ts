// Guards: who hides behind an anonymizer of the operator's list takes no offer that is closed to them, and every other one.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { getOffer } from "#contract/market/offers/offers.ts";
import { aMarket, start, testApp } from "../../testing/index.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-hidden-"));
after(() => rmSync(folder, { recursive: true }));
const anonymizersFile = join(folder, "list");
writeFileSync(anonymizersFile, "198.51.100.0/24\n");
const app = await testApp({ config: { anonymizersFile } });

test("an offer that is closed to VPN and Tor is refused at its start and on its page, for visitors from there alone", async () => {
  const closed = await aMarket(app, { block_anonymizer_users: true });
  const open = await aMarket(app);
  const { token } = closed.buyer.client;
  const [hidden, plain] = [app.client(token, "198.51.100.7"), app.client(token, "203.0.113.7")];
  assert.equal((await start({ ...closed, buyer: { ...closed.buyer, client: hidden } })).code, "offer.anonymous");
  const elsewhere = { ...open, buyer: { ...open.buyer, client: app.client(open.buyer.client.token, "198.51.100.7") } };
  assert.equal((await start(elsewhere)).code, "", "an offer that is not closed to them");
  assert.equal((await start({ ...closed, buyer: { ...closed.buyer, client: plain } })).code, "");
  const refusals = async () =>
    (await plain.call(getOffer, { params: { id: closed.offer } })).data.startRefusals.map(({ code }) => code);
  assert.ok(!(await refusals()).includes("offer.anonymous"));
  await app.owner.query("update sessions set ip = '198.51.100.9' where user_id = $1", [closed.buyer.id]);
  assert.ok((await refusals()).includes("offer.anonymous"));
});
