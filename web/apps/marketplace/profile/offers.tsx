/** The active offers of a trader, selling and buying apart. */
import type { ProfileProps } from "#contract/market/pages.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Pager } from "#ui/pager.tsx";
import { Segments } from "#ui/segments.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";
import { profileAddress } from "./addresses.ts";

export function ProfileOffers({ user, tab, offersPage, offers, filters }: ProfileProps) {
  const page = usePage();
  const t = useT();
  const base = page.href("user", { username: user.username });
  const at = (wish: { tab?: ProfileProps["tab"]; page?: number }) =>
    profileAddress(base, { tab, page: 1, ...filters, ...wish }, "#offers");
  const { sellCount, buyCount, hasMorePages } = offers.meta;
  const count = (value: number) => countText(page.locale, value);
  return (
    <section className="grid gap-3" aria-labelledby="offers">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="offers" className="text-lg font-semibold">
          {t("profile.offers.title")}
        </h2>
        <Segments
          label={t("profile.offers.which")}
          chosen={tab}
          segments={[
            { key: "sell", label: t("profile.offers.sells", { count: count(sellCount) }), href: at({ tab: "sell" }) },
            { key: "buy", label: t("profile.offers.buys", { count: count(buyCount) }), href: at({ tab: "buy" }) },
          ]}
        />
      </div>
      {offers.items.length === 0 ? (
        <Card className="p-5 text-sm text-muted">
          {t(tab === "sell" ? "profile.offers.none_sell" : "profile.offers.none_buy", { name: user.username })}
        </Card>
      ) : (
        <OfferRows offers={offers.items} hidesOwner />
      )}
      <Pager
        label={t("profile.pager.label")}
        place={t("profile.pager.place", { page: count(offersPage) })}
        back={offersPage > 1 ? { href: at({ page: offersPage - 1 }), label: t("profile.pager.back") } : null}
        on={hasMorePages ? { href: at({ page: offersPage + 1 }), label: t("profile.pager.on") } : null}
      />
    </section>
  );
}
