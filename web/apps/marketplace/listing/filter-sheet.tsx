/** The filters on a phone: chosen in peace, with the number of offers on the button that shows them. */
import { useEffect, useState } from "react";
import type { ListingState } from "#contract/listing-address.ts";
import type { ListingMeta } from "#contract/offers.ts";
import type { ListingProps } from "#contract/page-props.ts";
import { countText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { fetchListing } from "./use-listing.ts";

export function FilterSheet({
  isOpen,
  onClose,
  state,
  facets,
  apply,
}: {
  isOpen: boolean;
  onClose: () => void;
  state: ListingState;
  facets: ListingProps["facets"];
  apply: (change: Partial<ListingState>) => void;
}) {
  const page = usePage();
  const t = useT();
  const [draft, setDraft] = useState(state);
  const [meta, setMeta] = useState<ListingMeta | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    setMeta(null);
    const timer = setTimeout(() => {
      fetchListing(page, { ...draft, page: 1 })
        .then((answer) => isCurrent && setMeta(answer.meta))
        // Without the number the button still works.
        .catch(() => undefined);
    }, 250);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isOpen, draft, page]);
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
      <FilterFields state={draft} facets={facets} apply={(change) => setDraft({ ...draft, ...change })} />
    </Dialog>
  );
}
