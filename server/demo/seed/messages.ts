/** Conversations outside trades that the demo market has from its start: one that goes on, a request, and a report. */
import { createOffer } from "#contract/market/offers/my/offers.ts";
import * as calls from "#contract/reach/messenger/messenger.ts";
import { type CaseClient, type Site, signIn } from "./case-client.ts";

const emailOf = (username: string) => `${username}@demo.parley.invalid`;

type First = { readonly to: string; readonly text: string; readonly from?: "profile" | "offer" };

async function write(by: CaseClient, { to, text, from = "profile" }: First): Promise<string> {
  const { conversation } = await by.call(calls.startConversation, {
    body: { username: to, created_from: from, text },
  });
  return conversation.id;
}

/** Bob asks Alice, who makes him an offer; Carla, whom Bob does not know, writes to him. */
export async function seedConversations({ site }: { readonly site: Site }): Promise<void> {
  const [alice, bob, carla] = await Promise.all(["alice", "bob", "carla"].map((name) => signIn(site, emailOf(name))));
  if (!alice || !bob || !carla) throw new Error("the people of the demo are missing");
  const id = await write(bob, { to: "alice", text: "Hello Alice, do you sell 500 dollars of bitcoin at once?" });
  await alice.call(calls.postDirectMessage, { params: { id }, body: { text: "Yes. I can make you an offer." } });
  await alice.call(createOffer, {
    body: {
      ...{ chat_id: id, partner_id: "bob", payment_method: "other-bank-transfer" },
      ...{ offer_type: "sell", crypto_currency_code: "BTC", fiat_currency_code: "USD", margin: "0.5" },
      ...{ amount_type: "min_max", range_min: "100", range_max: "500", payment_window: 60 },
      offer_terms: "The price that we agreed on. Pay from an account in your own name.",
      trade_details: "This is the demo market: do not send real money.",
    },
  });
  await write(carla, { to: "bob", text: "Hi Bob, I saw your offer. Do you also take smaller amounts?", from: "offer" });
}

/** Gita reports what Omar wrote to her. */
export async function seedMessageReport({ site }: { readonly site: Site }): Promise<void> {
  const [omar, gita] = await Promise.all(["omar", "gita"].map((name) => signIn(site, emailOf(name))));
  if (!omar || !gita) throw new Error("the people of the demo are missing");
  const id = await write(omar, { to: "gita", text: "I sell cheaper than on this site. Let us make a direct deal." });
  await omar.call(calls.postDirectMessage, {
    params: { id },
    body: { text: "Send the money first, and I send the coins outside of the escrow." },
  });
  const text = "He wants me to pay without escrow.";
  await gita.call(calls.reportConversation, { params: { id }, body: { seq: 2, reason: "outside_escrow", text } });
}
