// Guards: the forms of an offer open for its owner alone, and a page that does not exist still names the signed-in user.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { REFERRAL_COOKIE } from "#contract/reach/partner/names.ts";
import { makeApp } from "../../app.ts";
import { aMarket, signIn, testApp } from "../../testing/index.ts";
import { writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-signed-in-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(userId: bigint, url: string) {
  const session = await app.db.tx((tx) => signIn(tx, userId));
  const headers = { accept: "text/html", cookie: `parley=${session}` };
  const { statusCode, body } = await drawing.fastify.inject({ method: "GET", url, headers });
  return { status: statusCode, body };
}

test("the form of an offer opens for its owner, and for no other user, also as the template of another offer", async () => {
  const { seller, buyer, offer } = await aMarket(app);
  for (const form of ["edit", "create"]) {
    assert.equal((await asked(seller.id, `/offer-manager/${form}/${offer}`)).status, 200, form);
    assert.ok([403, 404].includes((await asked(buyer.id, `/offer-manager/${form}/${offer}`)).status), form);
  }
});

test("the form of a registration has the code of its own visitor, also for several at the same moment", async () => {
  const codes = ["", "abcd2345", "wxyz6789"];
  const pages = await Promise.all(
    [...codes, ...codes].map(async (code) => {
      const headers = { accept: "text/html", ...(code ? { cookie: `${REFERRAL_COOKIE}=${code}` } : {}) };
      return (await drawing.fastify.inject({ method: "GET", url: "/register", headers })).body;
    }),
  );
  for (const [place, body] of pages.entries())
    assert.deepEqual(
      codes.filter((code) => code && body.includes(code)),
      codes.filter((code, at) => code && at === place % codes.length),
    );
});

test("a page that does not exist still names the signed-in user", async () => {
  const { buyer } = await aMarket(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [buyer.id]);
  const { status, body } = await asked(buyer.id, "/nowhere-at-all");
  assert.equal(status, 404);
  assert.ok(body.includes(rows[0].username));
});
