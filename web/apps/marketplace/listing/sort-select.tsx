/** In which order. The words say what it means for the reader's side. */
import type { OfferSort } from "#contract/market/offers/listing/fields.ts";
import type { Side } from "#contract/market/offers/listing/paths.ts";
import { useT } from "#sdk/page-kit.ts";
import { Select } from "#ui/forms/input.tsx";

const SORTS: OfferSort[] = [
  "default",
  "crypto_usd_price_asc",
  "crypto_usd_price_desc",
  "release_time_asc",
  "release_time_desc",
];

export function SortSelect({
  value,
  side,
  onChange,
}: {
  value: OfferSort;
  side: Side;
  onChange: (sort: OfferSort) => void;
}) {
  const t = useT();
  return (
    <Select
      aria-label={t("listing.sort.label")}
      value={value}
      onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? "default")}
      className="w-56 max-sm:w-full"
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {t(sort === "default" ? `listing.sort.default_${side}` : `listing.sort.${sort}`)}
        </option>
      ))}
    </Select>
  );
}
