// Guards: profile, offer and ended trade lead to the same conversation by the same permission, and a conversation opens for its members.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeApp } from "../../../app.ts";
import { changeRelation } from "#contract/people/accounts.ts";
import { type ChatStanding, startConversation } from "#contract/reach/messenger/messenger.ts";
import { aMarket, aTrade, signIn, testApp } from "../../../testing/index.ts";
import { aNamedUser as somebody } from "../../../testing/people/restrictions.ts";
import { readPlainPage, writePlainWeb } from "../../../testing/plain-web.ts";

const app = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-messages-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(userId: bigint, url: string) {
  const session = await app.db.tx((tx) => signIn(tx, userId));
  const headers = { accept: "text/html", cookie: `parley=${session}` };
  const { statusCode, body, headers: got } = await drawing.fastify.inject({ method: "GET", url, headers });
  return { status: statusCode, body, location: String(got.location ?? "") };
}

/** What a page says of writing to the other side. */
async function standingOn(userId: bigint, url: string): Promise<Pick<ChatStanding, "permission" | "obstacle">> {
  const { status, body } = await asked(userId, url);
  assert.equal(status, 200, url);
  const { page, props } = readPlainPage(body);
  const { permission, obstacle } = page === "profile" ? props.user.chat : page === "offer" ? props.chat : props.direct;
  return { permission, obstacle };
}

test("profile, offer and ended trade show the same permission", async () => {
  const market = await aMarket(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [market.seller.id]);
  const seller = rows[0].username as string;
  const hash = await aTrade(market, "released");
  const pages = [`/user/${seller}`, `/offer/${market.offer}`, `/trade/${hash}`];
  const all = async () => Promise.all(pages.map((url) => standingOn(market.buyer.id, url)));
  const each = (standing: Pick<ChatStanding, "permission" | "obstacle">) => pages.map(() => standing);
  assert.deepEqual(await all(), each({ permission: "chat_create_is_allowed", obstacle: null }));
  const block = (action: "blocked" | "unblocked") =>
    market.buyer.client.call(changeRelation, { params: { username: seller }, body: { action } });
  await block("blocked");
  assert.deepEqual(await all(), each({ permission: "chat_create_is_forbidden", obstacle: "blocked" }));
  await block("unblocked");
  const body = { username: seller, created_from: "trade" as const, text: "Again tomorrow?" };
  const { data } = await market.buyer.client.call(startConversation, { body });
  assert.deepEqual(await all(), each({ permission: "chat_exists", obstacle: null }));
  const first = await asked(market.buyer.id, `/messages/new?to=${seller}&from=offer`);
  assert.deepEqual([first.status, first.location], [303, `/messages/${data.conversation.id}`]);
});

test("a conversation opens for its members, and a first message to somebody else", async () => {
  const [ada, ben, carl] = [await somebody(app), await somebody(app), await somebody(app)];
  assert.equal((await asked(ada.id, `/messages/new?to=${ben.username}&from=profile`)).status, 200);
  assert.equal((await asked(ada.id, `/messages/new?to=${ada.username}&from=profile`)).status, 404);
  assert.equal((await asked(ada.id, "/messages/new?to=nobody_here")).status, 404);
  const body = { username: ben.username, created_from: "profile" as const, text: "Hello" };
  const { id } = (await ada.client.call(startConversation, { body })).data.conversation;
  const statuses = await Promise.all(
    [ada, ben, carl].map(async (one) => (await asked(one.id, `/messages/${id}`)).status),
  );
  assert.deepEqual(statuses, [200, 200, 404]);
  for (const url of ["/messages", "/messages?folder=requests", "/messages?folder=nonsense", "/messages?after=x"])
    assert.equal((await asked(ben.id, url)).status, 200, url);
  assert.deepEqual((await asked(ben.id, "/messenger")).location, "/messages");
});
