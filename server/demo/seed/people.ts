/** The people that a newcomer can play: two traders with some coins and an offer each, two moderators and two administrators. */
import { DEMO_PEOPLE } from "#contract/demo/demo.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { createUser, grantLevel, grantRole, touchLastSeen } from "../../people/accounts/index.ts";
import { seedAccounts } from "../../market/payment-accounts/index.ts";
import { createOffer } from "../../market/offers/index.ts";

type Coins = Readonly<Record<CryptoCode, bigint>>;
const COINS: Coins = { BTC: 5_000_000n, ETH: 1_000_000_000n, USDT: 2_000_000_000n };

export type DemoPerson = { readonly id: bigint; readonly username: string; readonly coins: Coins | undefined };

/** The balances of the traders among them. */
export const PEOPLE_COINS: readonly Coins[] = DEMO_PEOPLE.filter(({ role }) => role === "trader").map(() => COINS);

const ABOUT: Readonly<Record<string, { first: string; last: string; country: string; bio: string }>> = {
  alice: { first: "Alice", last: "Weaver", country: "US", bio: "Played by you: sign in as me and sell." },
  bob: { first: "Bob", last: "Miller", country: "US", bio: "Played by you: sign in as me and buy." },
  mara: { first: "Mara", last: "Stone", country: "DE", bio: "Moderator of the demo market, played by you." },
  milo: { first: "Milo", last: "Rivers", country: "NL", bio: "The second moderator, played by you." },
  ada: { first: "Ada", last: "North", country: "GB", bio: "Runs the demo market, played by you." },
  amir: { first: "Amir", last: "South", country: "FR", bio: "The second administrator, played by you." },
};
const JOINED_DAYS_AGO = 170;
const PUBLISHED_DAYS_AGO = 2;

/** Creates them with a credential of the demo password each and a confirmed email. Their offers come later, with placeDemoOffers. */
export async function makeDemoPeople(
  tx: Tx,
  credentials: readonly string[],
  wanted: readonly (typeof DEMO_PEOPLE)[number][] = DEMO_PEOPLE,
): Promise<DemoPerson[]> {
  const { now } = tx;
  const people: DemoPerson[] = [];
  tx.useClock(new Date(now.getTime() - JOINED_DAYS_AGO * 86_400_000));
  for (const [index, { username, email, role }] of wanted.entries()) {
    const about = ABOUT[username];
    const id = await createUser(tx, {
      username,
      email,
      credential: credentials[index],
      firstName: about?.first ?? username,
      lastName: about?.last ?? "Demo",
      birthDate: "1990-05-17",
      countryIso: about?.country ?? "US",
      bio: about?.bio ?? "",
      isDemo: true,
      emailConfirmed: true,
    });
    people.push({ id, username, coins: role === "trader" ? COINS : undefined });
    if (role !== "trader") await grantRole(tx, { userId: id, role });
    else await seedAccounts(tx, { userId: id, holderName: `${about?.first ?? username} ${about?.last ?? "Demo"}` });
  }
  tx.useClock(now);
  await grantLevel(
    tx,
    people.filter(({ coins }) => coins).map(({ id }) => id),
    2,
  );
  return people;
}

/** Alice sells, Bob buys: bitcoin for dollars by bank transfer. The list shows them as online. */
export async function placeDemoOffers(tx: Tx, people: readonly DemoPerson[]): Promise<void> {
  const { now } = tx;
  for (const { id, username, coins } of people) {
    if (!coins) continue;
    tx.useClock(now);
    await touchLastSeen(tx, id);
    // Robots take what is fresh: these two wait for the person who plays them.
    tx.useClock(new Date(now.getTime() - PUBLISHED_DAYS_AGO * 86_400_000));
    const isSeller = username === "alice";
    await createOffer(tx, {
      owner: { userId: id, countryIso: "US", level: 2 },
      body: {
        offer_type: isSeller ? "sell" : "buy",
        crypto_currency_code: "BTC",
        fiat_currency_code: "USD",
        payment_method: "other-bank-transfer",
        margin: isSeller ? "1.5" : "-1",
        amount_type: "min_max",
        range_min: "10",
        range_max: "500",
        payment_window: 60,
        offer_terms: "Pay from your own account and write in the chat when it is done.",
        trade_details: "My account follows in the chat. This is the demo market: do not send real money.",
        tags: ["newbie-friendly"],
      },
    });
  }
  tx.useClock(now);
}
