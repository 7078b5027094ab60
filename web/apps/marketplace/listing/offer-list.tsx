/** The offers found, more of them on demand; and what to say when there are none. */
import { activeFilters, listingHref, withoutFilters } from "#contract/market/offers/listing/address.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button, buttonClass, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { eyeOff, offers as offersShape, search } from "#ui/icons/shapes.ts";
import { Spinner } from "#ui/spinner.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";
import { HiddenNote } from "./hidden-note.tsx";
import type { Listing } from "./use-listing.ts";

export function OfferList({ listing }: { listing: Listing }) {
  const page = usePage();
  const t = useT();
  const { state, offers, meta, isLoading } = listing;
  if (offers.length === 0) return <NothingFound listing={listing} />;
  const hasMore = meta.currentPage < meta.lastPage;
  const first = state.page - Math.ceil(offers.length / Math.max(1, meta.perPage)) + 1;
  // Without a currency the sum is in dollars: only what is traded for dollars can be reckoned here.
  const sumFor = (currency: string) => (state.convertFromUSD && currency !== "USD" ? null : state.fiatMin);
  return (
    <>
      {first > 1 && (
        <LinkButton look="quiet" href={listingHref(page.locale, { ...state, page: first - 1 })}>
          {t("listing.earlier")}
        </LinkButton>
      )}
      <OfferRows offers={offers} sumFor={(offer) => sumFor(offer.fiatCurrencyCode)} isBusy={isLoading} />
      {hasMore && (
        <a
          href={listingHref(page.locale, { ...state, page: meta.currentPage + 1 })}
          className={cx(buttonClass({ look: "secondary" }), "justify-self-center max-sm:w-full sm:min-w-60")}
          onClick={(event) => {
            event.preventDefault();
            listing.loadMore();
          }}
        >
          {isLoading && <Spinner />}
          {t("listing.more")}
        </a>
      )}
    </>
  );
}

function NothingFound({ listing }: { listing: Listing }) {
  const page = usePage();
  const t = useT();
  const { wanted, apply } = listing;
  const allCurrencies = wanted.currencyCode !== null && (
    <Button look="secondary" onClick={() => apply({ currencyCode: null, convertFromUSD: wanted.fiatMin !== null })}>
      {t("listing.any_currency")}
    </Button>
  );
  const { hidden } = listing.meta;
  if (hidden && hidden.count > 0)
    return (
      <EmptyState
        shape={eyeOff}
        title={t("listing.hidden.all_title")}
        action={
          <>
            <Button onClick={() => apply({ acceptableOnly: false })}>{t("listing.hidden.show")}</Button>
            {allCurrencies}
          </>
        }
      >
        <HiddenNote listing={listing} isCentered />
      </EmptyState>
    );
  if (activeFilters(wanted) > 0) {
    return (
      <EmptyState
        shape={search}
        title={t("listing.empty.filters_title")}
        action={
          <>
            <Button onClick={() => apply(withoutFilters(wanted))}>{t("listing.empty.clear")}</Button>
            {allCurrencies}
          </>
        }
      >
        {t("listing.empty.filters_text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      shape={offersShape}
      title={t(wanted.side === "buy" ? "listing.empty.buy_title" : "listing.empty.sell_title", {
        crypto: wanted.crypto,
      })}
      action={
        <>
          {allCurrencies}
          <LinkButton href={page.href("createOffer", undefined)}>{t("shell.nav.create_offer")}</LinkButton>
        </>
      }
    >
      {t("listing.empty.text")}
    </EmptyState>
  );
}
