/** Why offers are hidden: how many by each reason, with a way to mend it. */
import { facetQueryOf, type ListingState } from "#contract/market/offers/listing/address.ts";
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { stepHref } from "#sdk/sign-in-first.ts";
import { countText } from "#sdk/words/money.ts";
import { Spinner } from "#ui/spinner.tsx";

export function HiddenReasons({ wanted }: { wanted: ListingState }) {
  const page = usePage();
  const t = useT();
  const query = facetQueryOf(wanted);
  const { data, error } = usePageQuery({
    queryKey: ["hidden", JSON.stringify(query)],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { whyOffersHidden } = await import("#contract/market/offers/hidden-offers.ts");
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
                <a
                  href={stepHref(page, way, location.pathname + location.search)}
                  className="font-semibold whitespace-nowrap text-brand underline"
                >
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
