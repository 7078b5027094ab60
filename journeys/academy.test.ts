// Guards: a newcomer plays the story of the first lesson, answers its questions, and claims the reward; a visitor reads and answers without an account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../server/money/ledger/index.ts";
import { alsoOn, mounted } from "./steps.ts";
import { look } from "./look.ts";
import { aGuest, sharedMarket, visit } from "./market.ts";

const market = await sharedMarket();

const RIGHT = [
  "The buyer says so.",
  "Ignore it: we never",
  "Leave it, do not release",
  "Stay: without escrow",
  "Never cancel after paying",
];

test("a lesson with a story is passed and rewarded once", { timeout: 300_000 }, async () => {
  const postings = [{ from: "outside:USDT:chain", to: "house:USDT:fees", units: 50_000_000n }];
  await market.db.tx((tx) => post(tx, [{ kind: "test_deposit", subject: "academy-fees", postings }]));
  const { page, errors, id } = await aGuest(market, "lesson_learner");
  await market.owner.query("update users set verified_level = 2 where id = $1", [id]);
  const press = (name: string) => page.getByRole("button", { name }).click();

  await page.goto("/academy");
  await mounted(page);
  await page.getByText("0 of 6 lessons passed").waitFor();
  await look(page, "academy-1280");
  await page.getByRole("link", { name: "Meet a scammer" }).click();
  await page.waitForURL(/\/academy\/spot-a-scam/);
  await mounted(page);
  await press("Release. The trade says that it is paid.");
  await page.getByText("Your coins are gone.").waitFor();
  await press("Take back the last choice");
  for (const choice of [
    "Open my bank's app",
    "Write that nothing",
    "Ignore it.",
    "Stay in the chat",
    "Do not release.",
  ])
    await press(choice);
  await page.getByText("Your coins are safe.").waitFor();
  await look(page, "academy-story-1280");

  await press("Check answers");
  await page.getByText("Choose an answer.").first().waitFor();
  for (const answer of [...RIGHT.slice(1), "Parley has received the money."])
    await page.getByRole("radio", { name: answer }).check();
  await press("Check answers");
  await page.getByText("4 of 5 answers are right.").waitFor();
  await page.getByRole("radio", { name: RIGHT[0] ?? "" }).check();
  await press("Check answers");
  await page.getByText("You passed this lesson.", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: /^Claim .*1.USDT/ }).click();
  await page.getByText(/You received .*1.USDT.* for this lesson\./).waitFor();
  await look(page, "academy-passed-1280");
  await page.getByRole("link", { name: "All lessons" }).click();
  await page.getByText("1 of 6 lessons passed").waitFor();
  await alsoOn(market, id, "/academy/spot-a-scam", "academy-lesson");
  const { rows } = await market.owner.query("select units::text from lesson_rewards where user_id = $1", [id]);
  assert.deepEqual(rows, [{ units: "1000000" }]);
  assert.deepEqual(errors, []);
});

test("a visitor answers a lesson and is asked to sign in to keep the progress", { timeout: 100_000 }, async () => {
  const { page, errors } = await visit(market);
  await page.goto("/academy/how-escrow-works");
  await mounted(page);
  for (const answer of ["In escrow.", "Nobody here", "Nothing. The coins stay", "the coins that the trade began with"])
    await page.getByRole("radio", { name: answer }).check();
  await page.getByRole("button", { name: "Check answers" }).click();
  await page.getByText("All answers are right.").waitFor();
  await page.getByRole("link", { name: "Sign in to keep your progress." }).waitFor();
  assert.deepEqual(errors, []);
});
