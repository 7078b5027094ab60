/** Virtual cards, opened at one of their panels, and the card terminal of the demo. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { PATHS } from "#contract/platform/paths.ts";
import type { VirtualCardsProps } from "#contract/products/pages.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import type { PageContext, PageRoute, Shown } from "../../../platform/http/pages/page-route.ts";
import { rateOf } from "../../../money/rates/index.ts";
import { verifiedAddress } from "../../../compliance/verification/index.ts";
import { findUserById, openPersonal } from "../../../people/accounts/index.ts";
import { viewAccount } from "../../../products/cards/index.ts";
import { viewBalances } from "../../../products/wallet/index.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";

async function loadCards(context: PageContext, panel: VirtualCardsProps["panel"]): Promise<Shown> {
  const { tx, viewer, hasCards: isHere } = context;
  const account = viewer && isHere ? await viewAccount(tx, viewer.userId) : null;
  // Users with cards keep them where the flag is off.
  const hasCards = account !== null && account.cards.length > 0;
  const isOn = !viewer || hasCards || (await isFlagOn(tx, { name: "isVirtualCardEnabled", userId: viewer.userId }));
  const rate = await rateOf(tx, "USDT", "USD");
  const props: VirtualCardsProps = {
    isAbsent: !isHere || !isOn,
    account: isOn ? account : null,
    holder: isOn && viewer && account?.asksAddress ? await holderOf(tx, viewer) : null,
    panel,
    balances: await freeCoins(tx, viewer?.userId),
    usdtRate: rate ? decimalText(rate.rate) : null,
  };
  return { page: "virtual-cards", props };
}

/** What is known of a user that an issuer asks for. */
async function holderOf(tx: ReadTx, { userId, countryIso }: Viewer): Promise<VirtualCardsProps["holder"]> {
  const user = await findUserById(tx, userId);
  if (!user) return null;
  const { firstName, lastName } = openPersonal(user);
  const address = await verifiedAddress(tx, userId);
  return { name: `${firstName} ${lastName}`, address: address ?? { country: countryIso } };
}

/** Where Stripe has the numbers, its script shows them in its frames. */
const STRIPE = { scripts: "https://js.stripe.com", frames: "https://js.stripe.com", calls: "https://api.stripe.com" };

async function freeCoins(tx: ReadTx, userId: bigint | undefined): Promise<VirtualCardsProps["balances"]> {
  const balances = userId === undefined ? [] : (await viewBalances(tx, { userId, fiat: "USD" })).balances;
  const free = new Map(balances.map(({ cryptoCurrencyCode, balance }) => [cryptoCurrencyCode, balance]));
  return Object.fromEntries(CRYPTO_CODES.map((code) => [code, free.get(code) ?? "0"])) as Record<CryptoCode, string>;
}

const at = (path: string, panel: VirtualCardsProps["panel"]): PageRoute => ({
  path,
  policy: { auth: "public", rateLimit: "read" },
  outside: ({ hasCards, hasCardTerminal }) => (hasCards && !hasCardTerminal ? STRIPE : undefined),
  load: (context) => loadCards(context, panel),
});

export const cardPages: readonly PageRoute[] = [
  at(PATHS.virtualCard, "dashboard"),
  at(PATHS.virtualCardCreate, "create-card"),
  at(PATHS.virtualCardTopUp, "top-up"),
  at(PATHS.virtualCardWithdraw, "withdraw"),
  {
    path: PATHS.cardTerminal,
    policy: { auth: "session", rateLimit: "read", openWhen: "hasCardTerminal" },
    load: async () => ({ page: "card-terminal", props: {} }),
  },
];
