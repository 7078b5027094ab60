// Guards: what is said of traders, counted of them and shown to whom; trust and block; to the second of thirty days.
// Surveys: ^server/market/feedback/|^server/people/(reputation|contacts)/|^server/outward/profiles/|^server/market/trades/note-feedback
import { test } from "node:test";
import * as accounts from "#contract/accounts.ts";
import type { QueryOf } from "#contract/endpoint.ts";
import * as calls from "#contract/feedback.ts";
import { recordFeedback } from "../../server/market/feedback/index.ts";
import { holds } from "./holds.ts";
import { type Actor, openStory } from "./story.ts";
import { tradeSteps } from "./trade-steps.ts";

const story = await openStory({
  withoutTables: [
    "rate_uses",
    "trade_transitions",
    "ledger_accounts",
    "postings",
    "mails",
    "notifications",
    "sessions",
  ],
});
const { app, act, does, takes, at, events } = story;
const { paid, releases, cancels } = tradeSteps(story);
const sela = await story.person("sela", { days: 999, units: { BTC: 200_000_000n, ETH: 5_000_000_000_000_000_000n } });
const bob = await story.person("bob", { days: 999, country: "FR" });
const dan = await story.person("dan", { days: 999, units: { BTC: 50_000_000n } });
const cara = await story.person("cara", { days: 999 });
const [sale, cards, ether, other] = [
  await story.offer(sela, { payment_window: 43_200, range_max: "50000" }),
  await story.offer(sela, { payment_method: "amazon-gift-card", payment_window: 43_200, range_min: "5" }),
  await story.offer(sela, { crypto_currency_code: "ETH", payment_window: 43_200 }),
  await story.offer(dan, { payment_window: 43_200 }),
];

const gives = (who: Actor, id: string, rating: 1 | -1, message: string) =>
  does(who, `gives ${rating} with "${message}"`, calls.giveFeedback, { params: { id }, body: { rating, message } });
const answers = (who: Actor, id: string, reply: string) =>
  does(who, `answers "${reply}"`, calls.replyToFeedback, { params: { id }, body: { reply } });
const ofUser = (who: Actor, username: string, query: QueryOf<typeof calls.listUserFeedback> = {}) =>
  does(who, `reads what ${username} received ${JSON.stringify(query)}`, calls.listUserFeedback, {
    params: { username },
    query,
  });
const meets = (who: Actor, username: string) =>
  does(who, `looks at ${username}`, accounts.getUser, { params: { username } });
const relates = (who: Actor, username: string, action: "blocked" | "unblocked" | "trusted" | "untrusted") =>
  does(who, `says ${action} of ${username}`, accounts.changeRelation, { params: { username }, body: { action } });

/** A trade that went well, paid and released after so many seconds. */
async function released(seller: Actor, buyer: Actor, offer: string, sum: { fiat_amount: string }, wait = [60, 90]) {
  const id = await takes(buyer, offer, sum);
  await story.later(wait[0] ?? 0);
  await paid(buyer, id);
  await story.later(wait[1] ?? 0);
  await releases(await story.again(seller), id);
  return id;
}

async function rating(): Promise<void> {
  const open = await takes(bob, sale);
  await gives(bob, open, 1, "too early");
  const lost = await takes(bob, sale, { fiat_amount: "101" });
  await cancels(bob, lost);
  await gives(sela, lost, -1, "cancelled");
  const done = await released(sela, bob, sale, { fiat_amount: "102" });
  const ended = await story.now();
  const beside = await released(dan, cara, other, { fiat_amount: "60" });
  await events();
  await gives(cara, done, 1, "none of mine");
  await answers(sela, done, "nothing yet");
  await gives(bob, done, -1, "");
  await gives(bob, done, -1, " ab ");
  await gives(bob, done, 1, "ab");
  await gives(bob, done, 1, "  ");
  await gives(bob, done, -1, "abc");
  await gives(sela, done, 1, "a quick payer");
  await gives(cara, beside, 1, "good");
  await answers(bob, done, "no, thank you");
  await answers(bob, done, "and again");
  await answers(cara, done, "not mine");
  await answers(sela, done, "  sorry for that  ");
  await gives(bob, done, 1, "all well in the end");
  await at(ended, 30 * 86_400);
  await gives(bob, done, -1, "thirty days later");
  await at(ended, 30 * 86_400 + 1);
  await gives(bob, done, 1, "too late");
  await events();
}

/** One word for a pair, method and coin; those of less than ten dollars do not count. */
async function again(): Promise<void> {
  await story.comes(sela);
  const second = await released(sela, bob, sale, { fiat_amount: "103" });
  await gives(bob, second, 1, "better now");
  await answers(sela, second, "thank you too");
  const card = await released(sela, bob, cards, { fiat_amount: "9.99" });
  const tenner = await released(sela, cara, cards, { fiat_amount: "10" });
  await gives(bob, card, -1, "a small sum");
  await gives(cara, tenner, -1, "a sum that counts");
  const coin = await released(sela, bob, ether, { fiat_amount: "104" });
  await gives(bob, coin, 1, "another coin");
  const larger = await released(sela, bob, cards, { fiat_amount: "50" });
  await gives(bob, larger, 1, "a larger sum");
  const smaller = await released(sela, bob, cards, { fiat_amount: "5" });
  await gives(bob, smaller, -1, "a small sum again");
  await events();
  for (const id of [second, sale, "aaaaaaaaaaaaaa"])
    await does(bob, "reads the feedback there", calls.listFeedback, { params: { id }, query: {} });
}

async function lists(): Promise<void> {
  await act("dan received ten words more, one of them bad", async () => {
    const givers: Actor[] = [];
    for (let number = 1; number <= 10; number++) givers.push(await story.person(`giver${number}`));
    await app.db.tx(async (tx) =>
      recordFeedback(
        tx,
        givers.map((giver, index) => ({
          giverId: giver.id,
          receiverId: dan.id,
          methodId: 197,
          crypto: "BTC",
          tradeHash: `trade${index}`,
          offerHash: other,
          giverRole: index % 3 === 0 ? "seller" : "buyer",
          rating: index === 4 ? -1 : 1,
          message: `word ${index}`,
          reply: index === 2 ? "an answer" : null,
          at: new Date(tx.now.getTime() - index * 3_600_000),
        })),
      ),
    );
  });
  for (const who of [story.guest, cara, sela]) await ofUser(who, "dan");
  for (const query of [{ page: "2" }, { page: "3" }] as const) await ofUser(story.guest, "DAN", query);
  for (const rating of ["positive", "negative"] as const) await ofUser(story.guest, "dan", { rating });
  for (const role of ["buyer", "seller"] as const) await ofUser(story.guest, "dan", { role });
  await ofUser(story.guest, "dan", { role: "buyer", rating: "negative" });
  await ofUser(bob, "sela");
  await ofUser(sela, "sela");
  await ofUser(story.guest, "nobody");
}

/** Medians and shares need three trades; months are of thirty days. */
async function figures(): Promise<void> {
  await story.comes(sela);
  await released(sela, cara, sale, { fiat_amount: "105" }, [10, 20]);
  await released(sela, cara, sale, { fiat_amount: "106" }, [30, 400]);
  const first = await story.now();
  await events();
  for (const [who, username] of [
    [story.guest, "sela"],
    [cara, "sela"],
    [sela, "sela"],
    [sela, "cara"],
    [bob, "dan"],
    [bob, "nobody"],
  ] as const)
    await meets(who, username);
  await at(first, 30 * 86_400 - 1);
  await story.comes(sela);
  await released(sela, cara, sale, { fiat_amount: "49000" }, [10, 20]);
  await events();
  await meets(story.guest, "SELA");
  await at(first, 30 * 86_400);
  await cancels(cara, await takes(cara, sale, { fiat_amount: "108" }));
  await events();
  await meets(story.guest, "cara");
  await meets(story.guest, "sela");
  await story.later(370 * 86_400);
  await meets(dan, "sela");
}

async function relations(): Promise<void> {
  await story.comes(sela);
  await story.comes(dan);
  await relates(bob, "sela", "trusted");
  await relates(cara, "sela", "trusted");
  await relates(cara, "dan", "trusted");
  await relates(bob, "Sela", "trusted");
  await relates(bob, "dan", "blocked");
  await relates(dan, "bob", "trusted");
  await relates(bob, "bob", "trusted");
  await relates(bob, "nobody", "trusted");
  await takes(bob, other);
  await meets(dan, "bob");
  await meets(bob, "dan");
  const lists = [accounts.listRecentPartners, accounts.listTrusted, accounts.listBlocked];
  for (const who of [bob, cara, dan, sela])
    for (const list of lists) await does(who, `asks ${list.name}`, list, { query: {} });
  await relates(bob, "sela", "untrusted");
  await relates(bob, "sela", "blocked");
  await relates(bob, "sela", "untrusted");
  await relates(bob, "sela", "unblocked");
  await relates(bob, "dan", "unblocked");
  await takes(bob, other);
  for (let number = 1; number <= 10; number++) await bob.client.call(accounts.changeRelation, trust(`giver${number}`));
  await relates(bob, "cara", "trusted");
  for (const page of ["1", "2", "3"])
    await does(bob, `asks for page ${page}`, accounts.listTrusted, { query: { page } });
}

const trust = (username: string) => ({ params: { username }, body: { action: "trusted" as const } });

test("each word, figure and relation answers and writes what was reviewed", async () => {
  await rating();
  await again();
  await lists();
  await figures();
  await relations();
  holds("reputation-story", story.tape.lines);
});
