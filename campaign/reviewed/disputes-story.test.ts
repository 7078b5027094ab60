// Guards: a dispute is opened, taken, decided and settled as was reviewed, by those who may, at the sums where it changes.
// Surveys: ^server/market/disputes/|^server/market/trades/flows/
import { test } from "node:test";
import * as calls from "#contract/disputes.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({ withoutTables: ["rate_uses", "live_messages", "live_channels", "sessions", "mails"] });
const { app, act, does, takes, at, events, job } = story;
const { paid, releases, cancels, looks } = tradeSteps(story);
const sela = await story.person("sela", { units: { BTC: 100_000_000n } });
const bob = await story.person("bob");
const dan = await story.person("dan", { units: { BTC: 50_000_000n } });
const cara = await story.person("cara");
const mara = await story.person("mara");
const milo = await story.person("milo");
const [sale, slow, cards, online, weekly] = [
  await story.offer(sela, { range_max: "5000", margin: "0" }),
  await story.offer(dan, { payment_window: 43_200, margin: "0" }),
  await story.offer(sela, { payment_method: "amazon-gift-card", payment_window: 300 }),
  await story.offer(sela, { payment_method: "paypal", payment_window: 300 }),
  await story.offer(sela, { payment_method: "cash-by-mail", payment_window: 43_200 }),
];
for (const [who, role] of [
  [mara, "moderator"],
  [milo, "supermoderator"],
  [sela, "moderator"],
] as const)
  await app.owner.query("insert into user_roles values ($1, $2, market_now())", [who.id, role]);

const opens = (who: Actor, id: string, reason = 5, text = "nothing happens here") =>
  does(who, `opens a dispute for ${reason} with "${text}"`, calls.openDispute, {
    params: { id },
    body: { dispute_reason_id: reason, dispute_reason_text: text },
  });
const takesCase = (who: Actor, id: string) =>
  does(who, "takes the case", calls.takeDispute, { params: { id }, body: { reason: "next in the queue" } });
const decides = (who: Actor, id: string, winner: "buyer" | "seller", note = "seen the receipt") =>
  does(who, `decides for the ${winner}`, calls.decideDispute, {
    params: { id },
    body: { winner, reason_code: winner === "buyer" ? "payment_proven" : "no_answer", note },
  });
const queue = async (who: Actor) => {
  for (const query of [{}, { state: "open" }, { state: "decided" }] as const)
    await does(who, `looks at the queue ${JSON.stringify(query)}`, calls.listDisputes, { query });
};

/** A trade that was paid so many seconds after its start. */
async function paidAfter(seconds: number, offer: string, body = { fiat_amount: "100" }): Promise<string> {
  const id = await takes(bob, offer, body);
  const started = await story.now();
  await at(started, seconds - 7);
  await paid(bob, id);
  return id;
}

/** When a side may ask, to the second, by the method and by how quickly "paid" came. */
async function waiting(): Promise<void> {
  const quick = await paidAfter(300, sale);
  const quickAt = await story.now();
  const calm = await paidAfter(301, sale, { fiat_amount: "101" });
  const calmAt = await story.now();
  const unpaid = await takes(cara, slow);
  const unpaidAt = await story.now();
  const short = await takes(cara, sale, { fiat_amount: "99" });
  for (const [offer, fiat_amount] of [
    [cards, "30"],
    [online, "31"],
    [weekly, "32"],
  ] as const)
    await takes(cara, offer, { fiat_amount });
  await at(quickAt, 30 * 60 - 1);
  await opens(bob, quick);
  await at(quickAt, 30 * 60);
  await opens(bob, quick, 11);
  await at(calmAt, 180 * 60 - 1);
  await opens(sela, calm, 21);
  await at(calmAt, 180 * 60);
  await opens(sela, calm, 21);
  await at(unpaidAt, 180 * 60 - 1);
  await opens(dan, unpaid);
  await at(unpaidAt, 180 * 60);
  await opens(dan, unpaid, 22);
  // Whoever was seen just three hours ago would be so or not by the milliseconds that a machine takes.
  await story.later(60);
  await looks(dan, unpaid);
  await opens(cara, short);
  await job("expire-trades");
  await events();
  await queue(mara);
  await queue(bob);
}

async function words(): Promise<void> {
  const id = await paidAfter(10, sale, { fiat_amount: "102" });
  await story.later(30 * 60);
  await opens(bob, id, 999);
  await opens(bob, id, 22);
  await opens(sela, id, 12);
  await opens(bob, id, 1, "too short");
  await opens(bob, id, 1, "  too short   ");
  await opens(cara, id);
  await opens(bob, id, 1, ` ${"x".repeat(10)} `);
  await opens(sela, id, 1);
  for (const who of [story.guest, bob, sela, cara])
    await does(who, "asks for the reasons", calls.listDisputeReasons, { query: { trade: id } });
  await does(story.guest, "asks for all reasons", calls.listDisputeReasons);
  await releases(await story.again(sela), id);
  await events();
}

/** Opened at once, at any sum. */
async function disputed(fiat_amount: string, by: Actor = bob): Promise<string> {
  const id = await paidAfter(10, sale, { fiat_amount });
  await story.later(30 * 60);
  await opens(by, id, 5);
  return id;
}

async function deciding(): Promise<void> {
  const small = await disputed("1000");
  const beside = await disputed("103", sela);
  await decides(mara, small, "buyer");
  await takesCase(sela, small);
  await takesCase(bob, small);
  await takesCase(mara, small);
  await looks(milo, small);
  await takesCase(mara, small);
  await takesCase(milo, small);
  await decides(milo, small, "buyer");
  await decides(sela, small, "seller");
  await decides(mara, small, "buyer", "no");
  await decides(mara, small, "buyer");
  await decides(mara, small, "buyer");
  await takesCase(mara, small);
  await events();
  await looks(bob, small);
  await takesCase(milo, beside);
  await decides(milo, beside, "seller");
  await events();
  await queue(mara);
}

/** Above a thousand dollars two have to say the same. */
async function two(): Promise<void> {
  const large = await disputed("1000.01");
  await takesCase(mara, large);
  await decides(milo, large, "seller");
  await decides(mara, large, "seller");
  await decides(mara, large, "seller");
  await queue(milo);
  await decides(mara, large, "buyer", "looked again");
  await takesCase(milo, large);
  await decides(milo, large, "seller");
  await decides(milo, large, "buyer", "says the same");
  await events();
  await queue(milo);
}

async function settling(): Promise<void> {
  const given = await disputed("104");
  const kept = await disputed("105");
  const open = await disputed("106");
  await takesCase(mara, open);
  await looks(sela, given);
  await looks(bob, kept);
  await releases(await story.again(sela), given);
  await cancels(sela, kept);
  await cancels(bob, kept);
  await events();
  await decides(mara, kept, "buyer");
  await takesCase(mara, given);
  await queue(mara);
  await job("check-books");
}

const divides = (who: Actor, id: string, winner: "buyer" | "seller", buyer_share_units: string) =>
  does(who, `gives the buyer ${buyer_share_units} units, for the ${winner}`, calls.decideDispute, {
    params: { id },
    body: { winner, buyer_share_units, reason_code: "wrong_amount", note: "a part of it came" },
  });

/** What each gets is written to the unit; above a thousand dollars two have to say the same units. */
async function dividing(): Promise<void> {
  const small = await disputed("107");
  await takesCase(mara, small);
  await divides(mara, small, "seller", "0");
  await divides(mara, small, "buyer", "30000");
  await divides(mara, small, "seller", "30000");
  await events();
  await looks(bob, small);
  const large = await disputed("1000.02");
  await takesCase(mara, large);
  await divides(mara, large, "buyer", "900000");
  await queue(milo);
  await takesCase(milo, large);
  await divides(milo, large, "buyer", "900001");
  await divides(milo, large, "buyer", "900000");
  await events();
  await queue(milo);
  await job("check-books");
}

test("each step of a dispute answers and writes what was reviewed", async () => {
  await act("the market stands", async () => undefined);
  await waiting();
  await words();
  await deciding();
  await two();
  await settling();
  await dividing();
  holds("disputes-story", story.tape.lines);
});
