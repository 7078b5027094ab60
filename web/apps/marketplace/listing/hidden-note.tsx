/** How many offers the filter for eligible ones leaves out, why on request, and a way to see them. */
import { useState } from "react";
import { facetQueryOf } from "#contract/market/offers/listing-address.ts";
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { countText } from "#sdk/words/money.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Listing } from "./use-listing.ts";

const LINK = "min-h-6 font-semibold text-brand underline";

export function HiddenNote({ listing, isCentered = false }: { listing: Listing; isCentered?: boolean }) {
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { hidden } = listing.meta;
  if (!hidden || (hidden.count === 0 && hidden.isExact)) return null;
  const total = countText(page.locale, hidden.count) + (hidden.isExact ? "" : "+");
  const show = () => listing.apply({ acceptableOnly: false });
  return (
    <div className={isCentered ? "" : "flex flex-wrap items-center gap-x-2 text-xs text-muted"}>
      <span>
        {hidden.count === 0 ? t("listing.hidden.some") : t("listing.hidden.count", { count: hidden.count, total })}
      </span>{" "}
      <button type="button" className={LINK} onClick={() => setOpen(true)}>
        {t("listing.hidden.why")}
      </button>
      <Dialog
        isOpen={isOpen}
        isSheet
        onClose={() => setOpen(false)}
        title={t("listing.hidden.title")}
        closeLabel={t("shell.close")}
        footer={
          <Button
            wide
            onClick={() => {
              setOpen(false);
              show();
            }}
          >
            {t("listing.hidden.show")}
          </Button>
        }
      >
        {isOpen && <Reasons listing={listing} />}
      </Dialog>
    </div>
  );
}

function Reasons({ listing: { wanted } }: { listing: Listing }) {
  const page = usePage();
  const t = useT();
  const query = facetQueryOf(wanted);
  const { data, error } = usePageQuery({
    queryKey: ["hidden", JSON.stringify(query)],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { whyOffersHidden } = await import("#contract/market/offers/offers.ts");
      return (await page.call(whyOffersHidden, { query, signal })).data;
    },
  });
  if (error) return <p className="text-sm text-bad">{error.message}</p>;
  if (!data) return <Spinner size={20} />;
  return (
    <ul className="grid gap-2 text-sm">
      {data.reasons.map(({ code, message, count }) => {
        const way = wayOutOf(code);
        return (
          <li key={code} className="flex items-baseline gap-3">
            <span className="min-w-8 text-end font-semibold tabular-nums">{countText(page.locale, count)}</span>
            <span>
              {t.maybe(`listing.hidden.by.${code.replaceAll(".", "_")}`, message)}{" "}
              {way && (
                <a href={page.href(way, undefined)} className="font-semibold whitespace-nowrap text-brand underline">
                  {t(`listing.hidden.way.${way}`)}
                </a>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
