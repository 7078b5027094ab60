/** The market: what to do with which coin, the sum and the way to pay, filters, and the offers that fit. */
import { useId, useState } from "react";
import { listsAssets } from "#contract/reference/asset-groups.ts";
import { activeFilters, listingHref, usualSort } from "#contract/market/offers/listing/address.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import { countText } from "#sdk/words/money.ts";
import { Late } from "#sdk/late.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Below } from "#ui/below.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { cx } from "#ui/cx.ts";
import { sliders } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Segments } from "#ui/segments.tsx";
import { AssetsHidden } from "./assets-hidden.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { HiddenNote } from "./hidden-note.tsx";
import { listingTitle } from "./title.ts";
import { OfferList } from "./offer-list.tsx";
import { SearchBar } from "./search-bar.tsx";
import { SortSelect } from "./sort-select.tsx";
import { SaveSearch } from "./save-search.tsx";
import { useFacets, useListing } from "./use-listing.ts";

export const screen: PageScreen<"listing", typeof ListingScreen> = {
  title: ({ state, methodName }, { t }) => listingTitle({ ...state, method: methodName }, t),
  description: ({ state: { side, isOfGiftCards } }, { t }) =>
    t(`listing.lead_${side}${isOfGiftCards ? "_cards" : ""}` as const),
  active: ({ state }) => state.side,
  texts: ["listing", "offers", "rules.card", "rules.filter", "catalog.tags", "catalog.groups"],
  isPublic: true,
};

const loadSheet = () => import("./filter-sheet.tsx").then((module) => module.FilterSheet);
const SKIP =
  "sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-50 focus:rounded-lg focus:bg-raised focus:p-3";

export default function ListingScreen(props: ListingProps) {
  const page = usePage();
  const t = useT();
  const listing = useListing(props);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const filtersTitle = useId();
  const { wanted, apply, meta } = listing;
  const facets = useFacets(props, wanted);
  const filters = activeFilters(wanted);
  const isHidden = props.hidesAssets && !wanted.showsAssets && listsAssets(wanted, props.methodGroup);
  // Counting stops somewhere: the list has so many and more.
  const countWords = (count: number, isExact: boolean) => countText(page.locale, count) + (isExact ? "" : "+");
  // On a phone they are beside the payment method; the order is in the sheet there.
  const save = <SaveSearch state={wanted} title={listingTitle({ ...wanted, method: props.methodName }, t)} />;
  const filterButton = (
    <Button look="secondary" onClick={() => setSheetOpen(true)} className="max-sm:px-3 lg:hidden">
      <Icon shape={sliders} />
      <span className="max-sm:sr-only">{t("listing.filters")}</span>
      {filters > 0 && <span className="tabular-nums">({filters})</span>}
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3 md:gap-3 md:py-4">
      <a href="#first-offer" className={SKIP}>
        {t("listing.skip")}
      </a>
      <ListingHead
        {...props}
        counts={{
          buy: countWords(meta.sellCount, meta.isSellCountExact),
          sell: countWords(meta.buyCount, meta.isBuyCountExact),
        }}
      />
      <SearchBar state={wanted} methodName={props.methodName} facets={facets} apply={apply}>
        {save}
        {filterButton}
      </SearchBar>
      {meta.rate && (meta.rate.state === "stale" || meta.rate.state === "divergent") && (
        <Alert kind="warning">{t("listing.rates_off")}</Alert>
      )}
      <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="hidden lg:block" aria-labelledby={filtersTitle}>
          <h2 id={filtersTitle} className="mb-2 text-sm font-semibold">
            {t("listing.filters")}
          </h2>
          <Below>
            <FilterFields state={wanted} facets={facets} apply={apply} />
          </Below>
        </aside>
        <section className="grid min-w-0 content-start gap-2" aria-label={t("listing.results")}>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <div className="flex flex-wrap items-center gap-x-3">
              <p className="text-sm text-muted max-sm:sr-only" role="status">
                <TotalText meta={meta} />
              </p>
              {listing.offers.length > 0 && <HiddenNote listing={listing} />}
            </div>
            <div className="flex items-center gap-2 max-sm:hidden">
              {/* An empty list offers the same in its middle. */}
              {wanted.currencyCode !== null && listing.offers.length > 0 && (
                <Button
                  look="secondary"
                  onClick={() => apply({ currencyCode: null, convertFromUSD: wanted.fiatMin !== null })}
                  className="whitespace-nowrap max-sm:hidden"
                >
                  {t("listing.any_currency")}
                </Button>
              )}
              {save}
              {filterButton}
              <SortSelect value={wanted.sortType} side={wanted.side} onChange={(sortType) => apply({ sortType })} />
            </div>
          </div>
          <div id="first-offer" tabIndex={-1} className="grid gap-2 outline-none">
            <Below>
              {isHidden ? (
                <AssetsHidden onShow={() => apply({ showsAssets: true })} />
              ) : (
                <OfferList listing={listing} />
              )}
            </Below>
          </div>
        </section>
      </div>
      {isSheetOpen && (
        <Late
          load={loadSheet}
          props={{ isOpen: true, onClose: () => setSheetOpen(false), state: wanted, props, apply }}
          loading={null}
          failed={() => null}
        />
      )}
    </div>
  );
}

function TotalText({ meta }: { meta: ListingProps["meta"] }) {
  const page = usePage();
  const t = useT();
  const total = countText(page.locale, meta.total);
  return meta.isTotalExact ? t("listing.total", { count: meta.total, total }) : t("listing.total_over", { total });
}

function ListingHead({ state, methodName, counts }: ListingProps & { counts: { buy: string; sell: string } }) {
  const page = usePage();
  const t = useT();
  const href = (change: Partial<typeof state>) =>
    listingHref(page.locale, { ...state, page: 1, sortType: usualSort({ ...state, ...change }), ...change });
  const title = listingTitle({ ...state, method: methodName }, t);
  const sideLabel = (side: "buy" | "sell") => (
    <>
      {t(side === "buy" ? "shell.nav.buy" : "shell.nav.sell")}
      <span className="text-xs font-medium tabular-nums max-sm:sr-only">{counts[side]}</span>
    </>
  );
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:grid">
      <h1 className="truncate text-2xl font-bold tracking-tight max-sm:text-lg">{title}</h1>
      {state.isOfGiftCards && (
        <p className="order-last w-full text-sm text-muted">
          {t(state.side === "buy" ? "listing.lead_buy_cards" : "listing.lead_sell_cards")}
        </p>
      )}
      <div className="flex items-center gap-3 max-sm:flex-wrap max-sm:justify-between max-sm:gap-1">
        <div className="sm:w-72">
          <Segments
            label={t("listing.side")}
            chosen={state.side}
            segments={[
              { key: "buy", label: sideLabel("buy"), href: href({ side: "buy" }), tone: "buy" },
              { key: "sell", label: sideLabel("sell"), href: href({ side: "sell" }), tone: "sell" },
            ]}
          />
        </div>
        <nav aria-label={t("listing.coin")} className="flex sm:gap-1">
          {CRYPTO_CODES.map((code) => (
            <a
              key={code}
              href={href({ crypto: code })}
              aria-current={code === state.crypto ? "page" : undefined}
              className={cx(
                "flex min-h-11 items-center gap-1 rounded-lg border px-1 text-sm font-semibold sm:gap-2 sm:px-3",
                code === state.crypto
                  ? "border-brand bg-brand-soft text-brand"
                  : "border-transparent text-muted hover:bg-sunken",
              )}
            >
              <Coin code={code} />
              {code}
            </a>
          ))}
        </nav>
      </div>
      <LinkButton look="secondary" href={page.href("createOffer", undefined)} className="ms-auto max-lg:hidden">
        {t("shell.nav.create_offer")}
      </LinkButton>
    </header>
  );
}
