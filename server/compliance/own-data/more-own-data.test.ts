// Guards: the archive has the picture itself and changes of email with their addresses, opened, and no key of ours.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { DATA_FILE } from "#contract/compliance/data-file.ts";
import { askForData } from "#contract/compliance/own-data.ts";
import { ids } from "../../platform/ids.ts";
import { seal } from "../../platform/sealed.ts";
import { aMarket, testApp } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;

test("the picture is in the archive with its bytes, and changes of email with both addresses", async () => {
  const { seller, buyer } = await aMarket(app);
  const picture = Buffer.from(`a picture ${ids.hash()}`);
  const key = await app.ports.files.putAlone(picture);
  await owner.query("select set_avatar($1, $2, $3)", [seller.id, ids.secret(), key]);
  for (const { id } of [seller, buyer]) {
    const { rows } = await owner.query("select external_id from users where id = $1", [id]);
    const sealed = (email: string) => seal(email, `users.email:${rows[0].external_id}`);
    await owner.query(
      `insert into email_changes (user_id, email_sealed, email_index, code_hash, tries_left, asked_at, expires_at, old_sealed,
         old_index, done_at)
       values ($1, $2, 'x', 'x', 5, market_now(), market_now(), $3, 'x', market_now())`,
      [id, sealed(`new-${id}@example.org`), sealed(`old-${id}@example.org`)],
    );
  }
  await app.prove(seller.client.token, { kind: "download_data", id: "account" });
  assert.equal((await seller.client.call(askForData)).status, 200);
  await app.runJob("make-data-exports");
  const answer = await app.app.fastify.inject({
    url: DATA_FILE,
    headers: { cookie: `parley=${seller.client.token}` },
  });
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  assert.deepEqual(Buffer.from(files["avatar.jpg"] ?? []), picture);
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  assert.ok(!read("avatar.json").includes(key), "the storage key is in no archive");
  const changes = JSON.parse(read("email_changes.json")) as Record<string, string | null>[];
  assert.deepEqual(
    changes.map(({ newEmail, oldEmail, takenBackAt }) => [newEmail, oldEmail, takenBackAt]),
    [[`new-${seller.id}@example.org`, `old-${seller.id}@example.org`, null]],
  );
});
