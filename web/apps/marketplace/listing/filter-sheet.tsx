/** The filters on a phone: chosen in peace, with the number of offers on the button that shows them. */
import { useEffect, useState } from "react";
import type { ListingState } from "#contract/market/offers/listing/address.ts";
import type { ListingProps } from "#contract/market/offers/listing/page.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageInfiniteQuery } from "#sdk/calls/queries.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { listingQuery } from "./query.ts";
import { SortSelect } from "./sort-select.tsx";
import { useFacets } from "./use-listing.ts";

const REST_MS = 250;

export function FilterSheet({
  isOpen,
  onClose,
  state,
  props,
  apply,
}: {
  isOpen: boolean;
  onClose: () => void;
  state: ListingState;
  props: ListingProps;
  apply: (change: Partial<ListingState>) => void;
}) {
  const page = usePage();
  const t = useT();
  const [draft, setDraft] = useState(state);
  const [counted, setCounted] = useState(state);
  useEffect(() => {
    const timer = setTimeout(() => setCounted({ ...draft, page: 1 }), REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  // The same query that the listing makes of it: pressing the button then asks for nothing more.
  const { data } = usePageInfiniteQuery({ ...listingQuery(page, counted), enabled: isOpen });
  const facets = useFacets(props, counted);
  const meta = data?.pages[0]?.meta;
  const total = meta ? countText(page.locale, meta.total) + (meta.isTotalExact ? "" : "+") : "";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("listing.filters")}
      closeLabel={t("shell.close")}
      isSheet
      footer={
        <Button
          wide
          onClick={() => {
            apply(draft);
            onClose();
          }}
        >
          {meta ? t("listing.show", { count: meta.total, total }) : t("listing.show_plain")}
        </Button>
      }
    >
      <div className="mb-2 sm:hidden">
        <SortSelect
          value={draft.sortType}
          side={draft.side}
          onChange={(sortType) => setDraft((known) => ({ ...known, sortType }))}
        />
      </div>
      <FilterFields state={draft} facets={facets} apply={(change) => setDraft((known) => ({ ...known, ...change }))} />
    </Dialog>
  );
}
