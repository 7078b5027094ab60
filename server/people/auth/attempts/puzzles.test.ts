// Guards: where many tries came from, the next is worked for before a digest is computed; the work is for one purpose, one network and
// a few minutes, counts once and grows; and nobody else is asked for any.
import assert from "node:assert/strict";
import { test } from "node:test";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import * as auth from "#contract/people/sign-in/auth.ts";
import { forgotPassword } from "#contract/people/sign-in/passwords.ts";
import type { Puzzle } from "#contract/platform/puzzles.ts";
import { sendSignInCode } from "#contract/people/sign-in/sign-in.ts";
import { changeSetting } from "../../../reference/settings/index.ts";
import { testApp } from "../../../testing/index.ts";
import { signingIn } from "../../../testing/people/signing-in.ts";

const app = await testApp();
const { moveClock, owner } = app;
const { password, browser, aMember, withEmailCodes, begin } = signingIn(app);
await app.db.tx(async (tx) => {
  await changeSetting(tx, { name: "auth.puzzle_after", value: 3, changedBy: null });
  await changeSetting(tx, { name: "auth.puzzle_hashes", value: 1000, changedBy: null });
});

let place = 0;
const aNetwork = () => `198.18.${place++}.7`;
const REQUIRED = "auth.puzzle_required";

const puzzleOf = ({ body }: { body: object }) => (body as { context: { puzzle: Puzzle } }).context.puzzle;

async function solved(puzzle: Puzzle): Promise<string> {
  const solution = await solveChallenge({ challenge: puzzle, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: puzzle, solution })).toString("base64url");
}

const signIn = (ip: string, email: string, { typed = password, puzzle = "" } = {}) =>
  app.client("", ip).call(auth.login, { body: { email, password: typed }, puzzle });

/** Three wrong ones from there, each at another address. */
async function wrongFrom(ip: string, times = 3): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { code } = await signIn(ip, `nobody${place}-${time}@example.org`);
    assert.equal(code, "auth.wrong_credentials");
  }
}

test("after some wrong sign-ins of a network the next works first, also with the right password, and once for each", async () => {
  const ada = await aMember();
  const [ip, elsewhere] = [aNetwork(), aNetwork()];
  await wrongFrom(ip);
  assert.equal((await signIn(elsewhere, ada.email)).status, 200, "another network works for nothing");
  const asked = await signIn(ip, ada.email);
  assert.deepEqual([asked.status, asked.code], [428, REQUIRED]);
  const { rows } = await owner.query("select from credential_failures where user_id = $1", [ada.id]);
  assert.equal(rows.length, 0, "nothing was compared");
  const puzzle = await solved(puzzleOf(asked));
  const done = await signIn(ip, ada.email, { puzzle });
  assert.equal(done.status, 200, done.code);
  assert.equal((await signIn(ip, ada.email, { puzzle })).code, REQUIRED, "it counts once");
  await moveClock(60 * 60_000 + 1000);
  assert.equal((await signIn(ip, ada.email)).status, 200, "an hour later nobody is asked");
});

test("the work is for this purpose and network and for minutes, and nobody makes it easier", async () => {
  const ada = await aMember();
  const [ip, other] = [aNetwork(), aNetwork()];
  await wrongFrom(ip);
  await wrongFrom(other);
  const challenge = puzzleOf(await signIn(ip, ada.email));
  const puzzle = await solved(challenge);
  assert.equal((await signIn(other, ada.email, { puzzle })).code, REQUIRED, "of another network");
  for (let time = 0; time < 3; time++)
    await app.client("", ip).call(forgotPassword, { body: { email: `a${time}@example.org` } });
  const forgot = await app.client("", ip).call(forgotPassword, { body: { email: ada.email }, puzzle });
  assert.equal(forgot.code, REQUIRED, "for another purpose");
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "0" } };
  assert.equal((await signIn(ip, ada.email, { puzzle: await solved(easier) })).code, REQUIRED, "not as it was asked");
  for (const bad of ["x", Buffer.from("{}").toString("base64url"), puzzle.slice(0, -9)])
    assert.equal((await signIn(ip, ada.email, { puzzle: bad })).code, REQUIRED);
  await moveClock(5 * 60_000 + 1000);
  assert.equal((await signIn(ip, ada.email, { puzzle })).code, REQUIRED, "too late");
});

test("it grows with the tries, and one account that many guess at asks every stranger there", async () => {
  const ip = aNetwork();
  await wrongFrom(ip);
  const countersOf = async () => {
    const counters: number[] = [];
    for (let time = 0; time < 6; time++) {
      const challenge = puzzleOf(await signIn(ip, "x@example.org"));
      counters.push((await solveChallenge({ challenge, deriveKey }))?.counter ?? 0);
    }
    return counters;
  };
  const few = await countersOf();
  const key = `login-from:${ip.slice(0, ip.lastIndexOf("."))}`;
  const { rows } = await owner.query("select subject from failed_attempts where subject like $1 limit 1", [`${key}%`]);
  await owner.query("insert into failed_attempts (subject, at) select $1, market_now() from generate_series(1, 30)", [
    rows[0].subject,
  ]);
  assert.ok(Math.max(...few) <= 40, `up to forty steps: ${few}`);
  assert.ok(Math.max(...(await countersOf())) > 40, "sixteen times that");

  const ada = await aMember();
  for (let time = 0; time < 3; time++)
    assert.equal((await signIn(aNetwork(), ada.email, { typed: "wrong password 1" })).code, "auth.wrong_credentials");
  assert.equal((await signIn(aNetwork(), ada.email)).code, REQUIRED);
});

test("registering that comes to nothing counts as well: each cost us a slow digest", async () => {
  const ip = aNetwork();
  const codes: string[] = [];
  for (let time = 0; time < 4; time++) {
    const body = { email: `taken${place}-${time}@example.org`, password, username: "admin" };
    codes.push((await app.client("", ip).call(auth.register, { body })).code);
  }
  assert.equal(codes.indexOf(REQUIRED), 3, codes.join());
});

test("registering, links to new passwords and codes of a sign-in ask for it as well", async () => {
  const ip = aNetwork();
  const register = (email: string, puzzle = "") =>
    app.client("", ip).call(auth.register, { body: { email, password }, puzzle });
  for (let time = 0; time < 3; time++) assert.equal((await register(`new${place}-${time}@example.org`)).status, 200);
  const asked = await register("one-more@example.org");
  assert.equal(asked.code, REQUIRED);
  const made = await register("one-more@example.org", await solved(puzzleOf(asked)));
  assert.equal(made.status, 200, made.code);

  const forgot = (puzzle = "") => app.client("", ip).call(forgotPassword, { body: { email: "z@example.org" }, puzzle });
  for (let time = 0; time < 3; time++) assert.equal((await forgot()).status, 200);
  assert.equal((await forgot(await solved(puzzleOf(await forgot())))).status, 200);

  const eve = await withEmailCodes();
  const who = browser();
  await begin(eve, who);
  await moveClock(61_000);
  assert.equal((await who.call(sendSignInCode, { body: { by: "email" } })).status, 200, "nobody guesses from there");
  const where = app.client("", ip);
  await where.call(auth.login, { body: { email: eve.email, password } });
  await wrongFrom(ip);
  await moveClock(61_000);
  const code = await where.call(sendSignInCode, { body: { by: "email" } });
  assert.equal(code.code, REQUIRED);
  const puzzle = await solved(puzzleOf(code));
  assert.equal((await where.call(sendSignInCode, { body: { by: "email" }, puzzle })).status, 200);
});
