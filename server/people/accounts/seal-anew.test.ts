// Guards: a market's secret can be exchanged, and what the old one sealed opens until all of it is sealed anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aUser, testDb } from "../../testing/index.ts";
import { useSealingSecret } from "../../platform/sealed.ts";
import { findUserById, findUsersByEmail, openPersonal, phraseOf, saveSettings, sealAllAnew } from "./index.ts";

const { db } = await testDb();
const [old, secret] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const email = "ada@example.org";

const openedOf = (id: bigint) =>
  db.read(async (tx) => {
    const user = await findUserById(tx, id);
    assert.ok(user);
    return { ...openPersonal(user), phrase: phraseOf(user) };
  });
const isFound = async () => (await db.read((tx) => findUsersByEmail(tx, email))).confirmed !== undefined;

test("what was sealed before opens while the old secret is at hand, and without it once it is sealed anew", async () => {
  useSealingSecret(old);
  const id = await db.tx((tx) => aUser(tx, { email, lastName: "Lovelace" }));
  await db.tx((tx) => saveSettings(tx, { userId: id, settings: { mailPhrase: "blue heron" } }));
  await db.tx(async (tx) => {
    // More than are sealed in one transaction.
    for (let index = 0; index < 210; index++) await aUser(tx);
  });
  const before = await openedOf(id);
  assert.equal(before.phrase, "blue heron");

  useSealingSecret(secret, { version: 2 });
  await assert.rejects(openedOf(id), /a key this process does not have/);
  const sealing = { version: 2, before: old };
  useSealingSecret(secret, sealing);
  assert.deepEqual(await openedOf(id), before);

  assert.match(await sealAllAnew(db, { secret, sealing }), /sealed 211 accounts/);
  assert.match(await sealAllAnew(db, { secret, sealing }), /sealed 0 accounts/);
  useSealingSecret(secret, { version: 2 });
  assert.deepEqual(await openedOf(id), before);
  assert.ok(await isFound(), "people sign in by their emails");

  useSealingSecret(old);
  await assert.rejects(openedOf(id), /a key this process does not have/);
  assert.equal(await isFound(), false);
  // The next exchange begins where this one ended.
  const third = new Uint8Array(32).fill(3);
  assert.match(
    await sealAllAnew(db, { secret: third, sealing: { version: 3, before: secret } }),
    /sealed 211 accounts/,
  );
  assert.deepEqual(await openedOf(id), before);
});
