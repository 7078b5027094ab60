// Guards: passwords are kept as they should be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword, isPassword } from "./password-hash.ts";

test("a password is kept as argon2id with the cost that OWASP advises, and only the same one fits", async () => {
  const kept = await hashPassword("amber otter sails home");
  assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(await hashPassword("amber otter sails home"), kept);
  assert.equal(await isPassword("amber otter sails home", kept), true);
  assert.equal(await isPassword("ａｍｂｅｒ otter sails home", kept), true, "the same letters in another width");
  assert.equal(await isPassword("Amber otter sails home", kept), false);
  for (const broken of ["none", "", kept.replace("argon2id", "argon2i"), `${kept}$`]) {
    assert.equal(await isPassword("amber otter sails home", broken), false, broken);
  }
  assert.equal(await isPassword("amber otter sails home", kept.replace("t=2", "t=3")), false);
});
