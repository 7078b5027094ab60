/** The shared market with offers of some traders, for tests of the shell: an address for each kind of page that they open. */
import { anOffer, aUser, giveCoins } from "../server/testing/index.ts";
import { enterAs, type Market, sharedMarket, type Visitor } from "./market.ts";

const METHODS = ["paypal", "venmo", "cash-app", "other-bank-transfer"] as const;

type Fill = { readonly offer: string; readonly userId: bigint };
const filled = new WeakMap<Market, Promise<Fill>>();

export async function filledMarket() {
  const market = await sharedMarket();
  const filling = filled.get(market) ?? fill(market);
  filled.set(market, filling);
  const { offer, userId } = await filling;
  const paths = {
    home: "/",
    listing: "/trading/buy-btc/with-any-payment-method?currencyCode=USD",
    offer: `/offer/${offer}`,
    login: "/login",
    register: "/register",
    about: "/about",
    fees: "/fees",
  };
  return { ...market, paths, enter: (visitor: Pick<Visitor, "context">) => enterAs(market, visitor, userId) };
}

function fill({ db }: Market): Promise<Fill> {
  return db.tx(async (tx) => {
    const offers: string[] = [];
    for (const name of ["north", "south", "east"]) {
      const owner = await aUser(tx, { username: `trader_${name}` });
      await giveCoins(tx, owner, "BTC", 100_000_000n);
      for (const method of METHODS) offers.push(await anOffer(tx, owner, { payment_method: method }));
    }
    return { offer: offers.at(-1) ?? "", userId: await aUser(tx, { username: "reader" }) };
  });
}
