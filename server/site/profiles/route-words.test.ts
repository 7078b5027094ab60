// Guards: no username is a word that an address has at the position of `:username`, in any case of letters; and an older such
// name hides no call.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { pages as demoPages } from "../../demo/index.ts";
import { ROUTED } from "../../collected.ts";
import { aPerson, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { isRouteWord } from "../../people/accounts/index.ts";
import { pages } from "../pages/index.ts";

const app = await testApp();
const PATHS = [...ROUTED.map(({ endpoint }) => endpoint.path), ...[...pages, ...demoPages].map(({ path }) => path)];

/** Words of other addresses in the place that some address has for a username. */
function wordsBesideUsernames(paths: readonly string[]): string[] {
  const places = new Set(
    paths.flatMap((path) => (path.includes("/:username") ? [path.slice(0, path.indexOf(":username"))] : [])),
  );
  const beside = paths.flatMap((path) =>
    [...places].filter((place) => path.startsWith(place)).map((place) => path.slice(place.length).split("/")[0] ?? ""),
  );
  return [...new Set(beside)].filter((word) => word !== "" && !word.startsWith(":"));
}

let serial = 0;
const registers = async (username: string) => {
  const body = { email: `worded${serial++}@example.org`, password: TEST_PASSWORD, username };
  return (await app.client("", `203.0.113.${serial % 250}`).call(auth.register, { body })).code;
};

test("every word beside a username in an address is reserved, also in other letters and in looks of it", async () => {
  const words = wordsBesideUsernames(PATHS);
  assert.ok(words.includes("current_user") && words.includes("kyc-check"), words.join(" "));
  const me = await aPerson(app);
  for (const word of words) {
    assert.ok(isRouteWord(word) && isRouteWord(word.toUpperCase()), word);
    if (!/^[\w-]{3,20}$/.test(word)) continue;
    const looks = [
      word,
      word.toUpperCase(),
      word.replace(/[_-]/g, ""),
      word.replaceAll("e", "3"),
      `${word}1`.slice(0, 20),
    ];
    for (const name of [...looks, word.replace(/[_-]/g, (mark) => (mark === "-" ? "_" : "-"))]) {
      const renamed = await me.client.call(accounts.setUsername, { body: { username: name } });
      assert.equal(renamed.code, "auth.username_reserved", name);
    }
  }
  assert.equal(await registers("kyc-check"), "auth.username_reserved");
  assert.equal(await registers("Current-User"), "auth.username_reserved");
  assert.equal(await registers("settings_fan"), "", "what only has such a word in it is free");
});

test("an account that has such a name from before hides no call: neither is its profile answered there", async () => {
  const [me, other] = [await aPerson(app), await aPerson(app)];
  const mine = (await me.client.call(accounts.getCurrentUser)).data.username;
  for (const name of ["current_user", "kyc-check", "Settings", "reset-phone"]) {
    await app.owner.query("update users set username = $2 where id = $1", [other.id, name]);
    const { data } = await me.client.call(accounts.getCurrentUser);
    assert.equal(data.username, mine);
    const { body } = await me.client.call(accounts.getUser, { params: { username: name } });
    assert.doesNotMatch(JSON.stringify(body), /"relation"|"tradeVolume"/, `${name}: no profile`);
  }
});
