/** Virtual cards, opened at one of their panels, and the card terminal of the demo. */
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { PATHS } from "#contract/platform/paths.ts";
import type { VirtualCardsProps } from "#contract/products/pages.ts";
import { Refusal } from "#contract/platform/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/pages/page-route.ts";
import { rateOf } from "../../money/rates/index.ts";
import { viewAccount } from "../../products/cards/index.ts";
import { viewBalances } from "../../products/wallet/index.ts";
import { isFlagOn } from "../../reference/flags/index.ts";

const HERE = { auth: "session", rateLimit: "read", openWhen: "isDemo" } as const;

async function loadCards({ tx, viewer }: PageContext, panel: VirtualCardsProps["panel"]): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const account = await viewAccount(tx, userId);
  // Users with cards keep them where the flag is off.
  if (account.cards.length === 0 && !(await isFlagOn(tx, { name: "isVirtualCardEnabled", userId })))
    throw new Refusal("request.not_found");
  const { balances } = await viewBalances(tx, { userId, fiat: "USD" });
  const rate = await rateOf(tx, "USDT", "USD");
  const free = new Map(balances.map(({ cryptoCurrencyCode, balance }) => [cryptoCurrencyCode, balance]));
  const props: VirtualCardsProps = {
    account,
    panel,
    balances: Object.fromEntries(CRYPTO_CODES.map((code) => [code, free.get(code) ?? "0"])) as Record<
      CryptoCode,
      string
    >,
    usdtRate: rate ? decimalText(rate.rate) : null,
  };
  return { page: "virtual-cards", props };
}

const at = (path: string, panel: VirtualCardsProps["panel"]): PageRoute => ({
  path,
  policy: HERE,
  load: (context) => loadCards(context, panel),
});

export const cardPages: readonly PageRoute[] = [
  at(PATHS.virtualCard, "dashboard"),
  at(PATHS.virtualCardCreate, "create-card"),
  at(PATHS.virtualCardTopUp, "top-up"),
  at(PATHS.virtualCardWithdraw, "withdraw"),
  { path: PATHS.cardTerminal, policy: HERE, load: async () => ({ page: "card-terminal", props: {} }) },
];
