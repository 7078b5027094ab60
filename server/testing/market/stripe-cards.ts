/** A market whose cards Stripe Issuing makes, against the double of Stripe. */
import { type Card, createCard, getCardAccount } from "#contract/products/cards/cards.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { startStripeIssuing, STRIPE_KEYS, type ToMarket } from "../../devnet/doubles/stripe-issuing.ts";
import { afterTests } from "../after-tests.ts";
import { bringDollars, aCardUser, cardWorld } from "./cards.ts";
import { giveLevel, type TestPerson } from "./trades.ts";

export const ADDRESS = { line1: "12 Marina Road", city: "Lagos", postal_code: "101001", country: "NG" };

export async function stripeWorld() {
  const stripe = await startStripeIssuing();
  afterTests(() => stripe.stop());
  const world = await cardWorld({ stripeIssuing: { ...STRIPE_KEYS, api: stripe.api } });
  stripe.book.clock.now = () => world.db.marketNow();
  const to: ToMarket = async (path, { payload, headers }) => {
    const { statusCode: status, body } = await world.app.fastify.inject({
      method: "POST",
      url: path,
      payload,
      headers,
    });
    return { status, said: JSON.parse(body || "{}") };
  };
  const asked = async (person: TestPerson, body: Partial<BodyOf<typeof createCard>> = {}) =>
    person.client.call(createCard, { body: { label: "Online", address: ADDRESS, ...body } });
  const cardOf = async (person: TestPerson, id: string): Promise<Card> => {
    const found = (await person.client.call(getCardAccount)).data.cards.find((one) => one.id === id);
    if (!found) throw new Error(`no card ${id}`);
    return found;
  };
  const refOf = async (id: string): Promise<string> => {
    const { rows } = await world.owner.query("select issuer_ref from cards where hash = $1", [id]);
    return rows[0]?.issuer_ref ?? "";
  };
  const sendCards = async () => {
    await world.owner.query(
      "update cards set send_at = market_now() - interval '1 second' where sent_version < version",
    );
    await world.runJob("send-cards-to-issuer");
  };
  const user = async () => {
    const person = await aCardUser(world);
    await giveLevel(world, person.id, 3);
    return person;
  };
  return {
    ...{ ...world, stripe, to, user, asked, cardOf, refOf, sendCards },
    /** A card that Stripe has made and that pays, with so many dollars on the account. */
    async ready(usd: string, body: Partial<BodyOf<typeof createCard>> = {}) {
      const person = await user();
      const { data } = await asked(person, body);
      // Made first; then what it may do is sent.
      await sendCards();
      await sendCards();
      await bringDollars(person, usd);
      return { person, card: await cardOf(person, data.id), ref: await refOf(data.id) };
    },
    /** Stripe sends how something ended, and a worker reads it. */
    async heard(...ids: readonly string[]) {
      for (const id of ids) await stripe.tell(to, id);
      await world.runJob("book-card-messages");
    },
  };
}
