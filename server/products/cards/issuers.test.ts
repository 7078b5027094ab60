// Guards: the house issuer and Stripe Issuing keep one contract.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Card, terminateCard } from "#contract/products/cards/cards.ts";
import { cardWorld, payWith } from "../../testing/market/cards.ts";
import { stripeWorld } from "../../testing/market/stripe-cards.ts";
import type { TestPerson } from "../../testing/index.ts";

type Owned = { readonly person: TestPerson; readonly card: Card };
/** What a merchant does at an issuer, sent and booked. */
type Side = {
  readonly world: Pick<Awaited<ReturnType<typeof cardWorld>>, "account" | "assertBooks" | "owner" | "runJob">;
  ready(usd: string): Promise<Owned>;
  end(owned: Owned): Promise<Card>;
  pay(owned: Owned, usd: string): Promise<{ readonly id: string; readonly isApproved: boolean }>;
  take(owned: Owned, usd: string, payment?: string, isFinal?: boolean): Promise<void>;
  giveBack(owned: Owned, payment: string, usd: string): Promise<void>;
  refund(owned: Owned, payment: string, usd: string): Promise<void>;
  /** All that was booked, a day earlier at the issuer. */
  moveBack(): Promise<void>;
};

const SIDES: Readonly<Record<string, () => Promise<Side>>> = {
  "the house issuer": async () => {
    const world = await cardWorld();
    return {
      world,
      ready: (usd) => world.ready(usd),
      end: async ({ person, card }) => (await person.client.call(terminateCard, { params: { id: card.id } })).data,
      async pay({ person, card }, usd) {
        const { id = "", outcome } = (await payWith(person, card, usd)).data;
        return { id, isApproved: outcome === "approved" };
      },
      take: async ({ person }, usd, payment, isFinal) =>
        payment === undefined
          ? world.book(
              person,
              (await world.account(person)).payments.find(({ state }) => state !== null)?.id ?? "",
              "force_post",
              usd,
            )
          : world.book(person, payment, "capture", usd, isFinal),
      giveBack: ({ person }, payment, usd) => world.book(person, payment, "reversal", usd),
      refund: ({ person }, payment, usd) => world.book(person, payment, "refund", usd),
      async moveBack() {
        await world.owner.query("update card_messages set received_at = received_at - interval '1 day'");
      },
    };
  },
  "Stripe Issuing": async () => {
    const world = await stripeWorld();
    const { stripe, to, heard } = world;
    const cents = (usd: string) => Math.round(Number(usd) * 100);
    return {
      world,
      ready: (usd) => world.ready(usd),
      async end({ person, card }) {
        const { data } = await person.client.call(terminateCard, { params: { id: card.id } });
        await world.sendCards();
        assert.equal(stripe.book.cards.find(({ id }) => id.length > 0)?.status, "canceled");
        return data;
      },
      async pay({ card }, usd) {
        const { id, approved } = await stripe.ask(to, { card: await world.refOf(card.id), cents: cents(usd) });
        await heard(id);
        return { id, isApproved: approved };
      },
      take: async ({ card }, usd, payment, isFinal) =>
        heard(stripe.capture(await world.refOf(card.id), cents(usd), payment, isFinal), ...(payment ? [payment] : [])),
      async giveBack(_, payment, usd) {
        stripe.reverse(payment, cents(usd));
        await heard(payment);
      },
      refund: async ({ card }, _, usd) => heard(stripe.refund(await world.refOf(card.id), cents(usd))),
      async moveBack() {
        for (const one of stripe.book.transactions) Object.assign(one, { created: one.created - 86_400 });
      },
    };
  },
};

for (const [name, open] of Object.entries(SIDES))
  test(`${name} asks, takes in parts, gives back, refunds, takes without asking, ends a card, and has it all in its statement`, async () => {
    const side = await open();
    const owned = await side.ready("100");
    const sums = async () => {
      const { balance, held, owed } = await side.world.account(owned.person);
      return [balance, held, owed];
    };
    assert.deepEqual([owned.card.status, owned.card.last4?.length], ["active", 4]);
    assert.equal((await side.pay(owned, "100.01")).isApproved, false);
    const paid = await side.pay(owned, "60");
    assert.equal(paid.isApproved, true);
    assert.deepEqual(await sums(), ["40.00", "60.00", "0.00"]);
    await side.giveBack(owned, paid.id, "10");
    assert.deepEqual(await sums(), ["50.00", "50.00", "0.00"]);
    await side.take(owned, "20", paid.id, false);
    assert.deepEqual(await sums(), ["50.00", "30.00", "0.00"]);
    await side.take(owned, "25", paid.id, true);
    assert.deepEqual(await sums(), ["55.00", "0.00", "0.00"]);
    await side.refund(owned, paid.id, "5");
    assert.deepEqual(await sums(), ["60.00", "0.00", "0.00"]);
    await side.refund(owned, paid.id, "41");
    assert.deepEqual(await sums(), ["60.00", "0.00", "0.00"], "no more comes back than was taken");
    await side.take(owned, "1");
    const last = await side.pay(owned, "30");
    assert.equal((await side.end(owned)).status, "terminated");
    await side.take(owned, "95", last.id, true);
    assert.deepEqual(await sums(), ["0.00", "0.00", "36.00"], "what was held and more");
    await side.world.assertBooks();
    await side.world.owner.query("update card_entries set at = at - interval '1 day'");
    await side.moveBack();
    await side.world.runJob("import-card-statements");
    const { rows } = await side.world.owner.query("select kind, units::int from card_statement_lines order by units");
    assert.deepEqual(
      rows.map(({ kind, units }) => [kind, units]),
      [
        ["force_post", 100],
        ["refund", 500],
        ["capture", 2000],
        ["capture", 2500],
        ["refund", 4100],
        ["capture", 9500],
      ],
    );
    await side.world.assertBooks();
  });
