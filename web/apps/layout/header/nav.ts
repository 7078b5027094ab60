/** The main places of the product, in order. */
import type { PageKit } from "#sdk/page-kit.ts";
import type { NavKey } from "#sdk/screen.ts";
import type { MessageKey } from "../../../i18n/keys.ts";

export type NavLink = { key: NavKey; href: string; label: MessageKey; badge: number };

export function navLinks(page: PageKit, activeTrades: number): NavLink[] {
  return [
    { key: "buy", href: page.href("offersSearch", { side: "buy", crypto: "BTC" }), label: "shell.nav.buy", badge: 0 },
    {
      key: "sell",
      href: page.href("offersSearch", { side: "sell", crypto: "BTC" }),
      label: "shell.nav.sell",
      badge: 0,
    },
    { key: "wallet", href: page.href("wallet", undefined), label: "shell.nav.wallet", badge: 0 },
    { key: "spot", href: page.href("spotTrading", undefined), label: "shell.nav.spot", badge: 0 },
    { key: "my_offers", href: page.href("myOffers", undefined), label: "shell.nav.my_offers", badge: 0 },
    { key: "trades", href: page.href("tradeHistory", undefined), label: "shell.nav.trades", badge: activeTrades },
  ];
}
