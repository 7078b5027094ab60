// Guards: the file of providers is read whole or refused in a sentence that quotes no secret; a provider's address cannot lead into our own network.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openOpenId, whyNotAsked } from "../outside/providers/open-id.ts";
import { readSocialProviders } from "./social-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-social-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "social.json");
const ONE = {
  id: "there",
  name: "There",
  issuer: "https://there.example",
  client_id: "parley",
  client_secret: "quite a secret",
};

function read(content: unknown) {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readSocialProviders(file);
}

test("providers are read in their order, and are trusted with no email unless the file says so", () => {
  assert.deepEqual(readSocialProviders(undefined), []);
  const [first, second] = read([ONE, { ...ONE, id: "other", confirms_email: true }]);
  assert.deepEqual(
    [first?.id, first?.title, first?.clientSecret, first?.confirmsEmail, second?.confirmsEmail],
    ["there", "There", "quite a secret", false, true],
  );
});

test("a file that is not right stops the start, and no secret of it is said", () => {
  const wrong = [
    "{ quite a secret",
    [{ ...ONE, issuer: "http://there.example" }],
    [{ ...ONE, id: "The Re" }],
    [ONE, ONE],
    [{ ...ONE, secret: "quite a secret" }],
  ];
  for (const content of wrong)
    assert.throws(
      () => read(content),
      (error: Error) => error.message.includes(file) && !error.message.includes("quite a secret"),
    );
  assert.equal(read([{ ...ONE, issuer: "http://127.0.0.1:9000" }]).length, 1);
});

test("a provider leads us to public places over HTTPS only, unless it is on this machine", () => {
  const issuer = "https://there.example";
  assert.equal(whyNotAsked("https://keys.there.example/jwks", issuer), undefined);
  for (const place of ["http://there.example", "https://127.0.0.1/", "https://10.0.0.7/", "https://localhost:5432/"])
    assert.notEqual(whyNotAsked(place, issuer), undefined, place);
  assert.equal(whyNotAsked("http://127.0.0.1:9000/token", "http://127.0.0.1:9000"), undefined);
});

test("a provider that does not answer is away", async () => {
  const provider = { id: "gone", title: "Gone", issuer: "http://127.0.0.1:9", clientId: "a", clientSecret: "b" };
  const openId = openOpenId({ ...provider, confirmsEmail: false });
  await assert.rejects(openId.authorizationEndpoint());
  const answer = { url: new URL("http://localhost/?code=x&state=y"), state: "y", nonce: "n", codeVerifier: "v" };
  assert.equal((await openId.exchange(answer)).outcome, "away");
});
