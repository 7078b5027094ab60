/** The head of each page of the store: its title, the cart and the ways between the pages. */
import type { ReactNode } from "react";
import { useCart } from "./cart.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { countText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

type Here = "store" | "cart" | "cards" | "redeem" | "order" | "product";

type Props = {
  readonly title: ReactNode;
  readonly lead?: string;
  readonly here: Here;
  /** The provider is an invented issuer of the demo; `long` says what its test cards do. */
  readonly simulated?: "long" | "short" | false;
  readonly children: ReactNode;
};

export function StoreFrame({ title, lead, here, simulated = false, children }: Props) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  const { count } = useCart();
  const link = (place: Here, href: string, words: ReactNode) =>
    place !== here && (
      <LinkButton look="secondary" size="sm" href={href}>
        {words}
      </LinkButton>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-2xl gap-2">
          <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        <nav aria-label={t("store.title")} className="flex flex-wrap gap-2">
          {link("store", page.href("giftCardStore", undefined), t("store.nav.store"))}
          {session && link("cards", page.href("storeCards", undefined), t("store.nav.cards"))}
          {session && page.isDemo && link("redeem", page.href("storeRedeem", undefined), t("store.nav.redeem"))}
          {session &&
            link(
              "cart",
              page.href("storeCart", undefined),
              <span>
                <span aria-hidden="true">
                  {t("store.nav.cart")}
                  {count > 0 && ` (${countText(page.locale, count)})`}
                </span>
                <span className="sr-only">{t("store.nav.cart_count", { count })}</span>
              </span>,
            )}
        </nav>
      </header>
      {simulated && (
        <Alert kind="warning" size="sm" title={t("store.simulated.badge")}>
          {t(simulated === "long" ? "store.simulated.text" : "store.simulated.short")}
        </Alert>
      )}
      {children}
    </div>
  );
}
