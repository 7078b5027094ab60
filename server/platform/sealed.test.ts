// Guards: what is sealed opens only in its place and unchanged, and equal texts are found by equal marks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blindIndex, isSigned, seal, signed, unseal, useSealingSecret } from "./sealed.ts";

test("without its secret nothing is sealed or opened", () => {
  assert.throws(() => seal("text", "place"), /the sealing secret was not set/);
  assert.throws(() => blindIndex("text", "place"), /the sealing secret was not set/);
});

test("a text opens in its own place, whole, and with the secret that sealed it", () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  useSealingSecret(one);
  for (const text of ["", "a", "Ünïcode 😀", "x".repeat(5000)]) {
    const sealed = seal(text, "users.email:1");
    assert.equal(unseal(sealed, "users.email:1"), text);
    assert.equal(sealed.length, 29 + Buffer.byteLength(text));
    assert.equal(sealed[0], 1);
    assert.throws(() => unseal(sealed, "users.email:2"));
    assert.ok(!sealed.equals(seal(text, "users.email:1")), "sealed twice alike");
  }
  const sealed = seal("text", "place");
  for (let at = 1; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
    assert.throws(() => unseal(changed, "place"), `a changed byte ${at} was not noticed`);
  }
  const later = Buffer.from(sealed);
  later.writeUInt8(2, 0);
  assert.throws(() => unseal(later, "place"), /a key this process does not have/);
  useSealingSecret(other);
  assert.throws(() => unseal(sealed, "place"));
  useSealingSecret(one);
  assert.equal(unseal(sealed, "place"), "text");
});

test("a text is ours for its purpose, and while the secret is exchanged by the previous one as well", () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  useSealingSecret(one);
  const mark = signed("ada.trades", "stop");
  const isOurs = (text: string, purpose: string, word = mark) => isSigned(word, { text, purpose });
  assert.match(mark, /^[\w-]{43}$/);
  assert.ok(isOurs("ada.trades", "stop"));
  for (const [text, purpose] of [
    ["ada.wallet", "stop"],
    ["ada.trades", "read"],
    ["stop\nada.trades", ""],
  ] as const)
    assert.equal(isOurs(text, purpose), false, `${text} ${purpose}`);
  assert.equal(isOurs("ada.trades", "stop", ""), false);
  useSealingSecret(other, { version: 2, before: one });
  assert.ok(isOurs("ada.trades", "stop"), "links in emails ended with the exchange");
  useSealingSecret(other, { version: 2 });
  assert.equal(isOurs("ada.trades", "stop"), false);
  useSealingSecret(one);
});

test("what was sealed by an earlier run opens, and its mark is the same", () => {
  useSealingSecret(Buffer.alloc(32, 1));
  assert.equal(blindIndex("ada@example.org", "users.email").toString("hex"), MARK);
  assert.equal(unseal(Buffer.from(SEALED, "hex"), "place"), "as it was");
  assert.notDeepEqual(blindIndex("ada@example.org", "users.phone"), blindIndex("ada@example.org", "users.email"));
});

const MARK = "4ed38cbf099e272469d96730b2cee0674e90542d9b86be5d744f211376aaa845";
const SEALED = "018ad8aad72062e3f596018bd1b05910cb5b21f7edc463f1ee2d6c074688dd225f1a7b5f0a39";
