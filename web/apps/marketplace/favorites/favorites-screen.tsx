/** Offers that the reader keeps. Those that left the market stay and say so. */
import type { FavoritesProps } from "#contract/market/pages.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { heart } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { Segments } from "#ui/segments.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";

export const screen: PageScreen<"favorites", typeof FavoritesScreen> = {
  title: "profile.favorites.title",
  texts: ["profile", "offers", "rules.card", "catalog.tags"],
};

export default function FavoritesScreen({ offers, meta }: FavoritesProps) {
  const page = usePage();
  const t = useT();
  const base = page.href("favorites", undefined);
  const count = (value: number) => countText(page.locale, value);
  const at = (type: string, place: number) => `${base}?type=${type}${place > 1 ? `&page=${place}` : ""}`;
  const { currentPage, lastPage, currentType } = meta;
  const resting = offers.filter((offer) => !offer.isActive);
  return (
    <div className="grid gap-5 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("profile.favorites.title")}</h1>
        <Segments
          label={t("profile.favorites.title")}
          chosen={currentType}
          segments={[
            { key: "sell", label: t("profile.favorites.buy", { count: count(meta.sellCount) }), href: at("sell", 1) },
            { key: "buy", label: t("profile.favorites.sell", { count: count(meta.buyCount) }), href: at("buy", 1) },
          ]}
        />
      </header>
      {offers.length === 0 ? (
        <EmptyState
          shape={heart}
          title={t("profile.favorites.none")}
          action={
            <LinkButton
              href={page.href("offersSearch", { side: currentType === "sell" ? "buy" : "sell", crypto: "BTC" })}
            >
              {t("profile.favorites.browse")}
            </LinkButton>
          }
        >
          {t("profile.favorites.none_text")}
        </EmptyState>
      ) : (
        resting.length < offers.length && <OfferRows offers={offers.filter((offer) => offer.isActive)} />
      )}
      {resting.length > 0 && (
        <section className="grid gap-3" aria-labelledby="resting">
          <h2 id="resting" className="text-lg font-semibold">
            {t("profile.favorites.resting")}
          </h2>
          <OfferRows offers={resting} />
        </section>
      )}
      <Pager
        label={t("profile.favorites.title")}
        place={t("profile.pager.place_of", { page: count(currentPage), last: count(lastPage) })}
        back={currentPage > 1 ? { href: at(currentType, currentPage - 1), label: t("profile.pager.back") } : null}
        on={currentPage < lastPage ? { href: at(currentType, currentPage + 1), label: t("profile.pager.on") } : null}
      />
    </div>
  );
}
