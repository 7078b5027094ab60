/** All ways to pay with how many offers each has; every one is a link to its own page. */
import { GIFT_CARDS, type ListingState, listingHref } from "#contract/market/offers/listing/address.ts";
import type { ListingProps, MethodChoice } from "#contract/market/offers/listing/page.ts";
import { ANY_METHOD } from "#contract/market/offers/listing/paths.ts";
import { countText } from "#sdk/words/money.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { MethodIcon } from "#ui/pictures/method-icon.tsx";
import { PickerDialog } from "#ui/forms/picker/dialog.tsx";
import type { PickerItem } from "#ui/forms/picker/item.ts";
import { facetsQuery } from "./query.ts";

export function MethodPicker({
  isOpen,
  onClose,
  state,
  facets,
}: {
  isOpen: boolean;
  onClose: () => void;
  state: ListingState;
  facets: ListingProps["facets"];
}) {
  const page = usePage();
  const t = useT();
  const { data: methods = facets.methods } = usePageQuery({
    queryKey: ["methods", page.locale, ...facetsQuery(page, state).queryKey],
    queryFn: ({ signal }) => fetchMethods(page, state, facetsQuery(page, state).queryFn({ signal })),
    enabled: isOpen,
  });
  const link = (method: string) => listingHref(page.locale, { ...state, method, page: 1 });
  const items: PickerItem[] = [
    {
      key: ANY_METHOD,
      label: t(state.isOfGiftCards ? "listing.any_card" : "listing.any_method"),
      href: link(ANY_METHOD),
    },
    ...methods.map((method) => ({
      key: method.slug,
      label: method.name,
      href: link(method.slug),
      search: method.slug,
      aside: method.count > 0 ? countText(page.locale, method.count) + (facets.isExact ? "" : "+") : "",
      icon: <MethodIcon name={method.name} group={method.group} src={method.icon} size="sm" />,
    })),
  ];
  return (
    <PickerDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("listing.choose_method")}
      closeLabel={t("shell.close")}
      searchLabel={t("listing.search_method")}
      emptyText={t("listing.no_such")}
      items={items}
      chosen={state.method}
    />
  );
}

/** At the address of gift cards only those: another method has no page there. */
async function fetchMethods(
  page: PageKit,
  { isOfGiftCards }: ListingState,
  counting: ReturnType<ReturnType<typeof facetsQuery>["queryFn"]>,
): Promise<MethodChoice[]> {
  const { listPaymentMethods } = await import("#contract/reference/catalog.ts");
  const [methods, facets] = await Promise.all([
    page.call(listPaymentMethods, {
      query: { mode: "short", locale: page.locale, ...(isOfGiftCards ? { group: GIFT_CARDS } : {}) },
    }),
    counting,
  ]);
  const counts = new Map(facets.methods.map((one) => [one.slug, one.count]));
  return methods.data
    .map(({ slug, name, group, icon }) => ({ slug, name: name.localized, group, icon, count: counts.get(slug) ?? 0 }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, page.locale));
}
