// Guards: passwords are hashed on no connection of the database, few at a time, and a crowd is refused as busy.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as calls from "#contract/people/sign-in/auth.ts";
import { TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { MOST_WAITING } from "./ask-verifier.ts";

const app = await testApp({ poolSize: 2 });
const { client, dbs } = app;

const mine = {
  email: "crowded@example.org",
  password: TEST_PASSWORD,
};
const NOTHING = { kind: "release", id: "NeverWasATrade" } as const;
const me = client();
await me.call(calls.register, { body: mine });
/** So many at once, and how many of them have their answer. */
function crowd(size: number, call: (index: number) => Promise<{ status: number; code: string }>) {
  const answers: { status: number; code: string }[] = [];
  const done = Promise.all(
    Array.from({ length: size }, async (_, index) => {
      answers.push(await call(index));
    }),
  );
  return { answers, done };
}
const logIn = (email: string) => client().call(calls.login, { body: { email, password: TEST_PASSWORD } });

test("others get their connections at once while a crowd signs in, registers and shows its passwords", async () => {
  const crowds = [
    () => crowd(24, (index) => logIn(`nobody${index}@example.org`)),
    () =>
      crowd(24, (index) => client().call(calls.register, { body: { ...mine, email: `crowd${index}@example.org` } })),
    () => crowd(24, () => me.call(calls.prove, { body: { for: NOTHING, password: mine.password } })),
  ];
  for (const [which, start] of crowds.entries()) {
    const { answers, done } = start();
    // Every call of the crowd has come as far as its hash, or waits for it.
    await new Promise((later) => setTimeout(later, 20));
    await dbs.web.tx((tx) => tx.rows`select`);
    assert.ok(answers.length < 12, `crowd ${which}: ${answers.length} had their answer first`);
    await done;
    assert.equal(answers.length, 24);
  }
});

test("when too many wait for their password to be checked the others are refused as busy, and later sign in", async () => {
  const { answers, done } = crowd(MOST_WAITING + 40, () => logIn(mine.email));
  await done;
  const codes = new Map<string, number>();
  for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
  assert.deepEqual([...codes.keys()].sort(), ["", "auth.busy"]);
  assert.ok((codes.get("") ?? 0) >= MOST_WAITING, "fewer got in than may wait");
  assert.ok(answers.every(({ status, code }) => status === (code ? 503 : 200)));
  assert.equal((await logIn(mine.email)).status, 200);
});
