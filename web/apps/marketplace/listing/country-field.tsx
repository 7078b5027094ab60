/** A country out of all, by its code or its id; the names are fetched when the user opens the list, or for an id at once. */
import { useState } from "react";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { Field } from "#ui/forms/field.tsx";
import { Flag } from "#ui/pictures/flag.tsx";
import { PickerButton } from "#ui/forms/picker/button.tsx";
import { PickerDialog } from "#ui/forms/picker/dialog.tsx";
import type { PickerItem } from "#ui/forms/picker/item.ts";

const ANY = "";

type Props = { label: string } & (
  | { iso: string | null; onPick: (iso: string | null) => void }
  | { countryId: string | null; onPickId: (id: string | null) => void }
);

export function CountryField({ label, ...props }: Props) {
  const isById = "countryId" in props;
  const picked = isById ? props.countryId : props.iso;
  const onPick = isById ? props.onPickId : props.onPick;
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { data: countries = null } = usePageQuery({
    queryKey: ["countries", page.locale],
    queryFn: () => fetchCountries(page),
    enabled: isOpen || (isById && picked !== null),
  });
  const keyOf = (country: Named) => (isById ? country.id : country.key);
  const known = countries?.find((country) => keyOf(country) === picked)?.label;
  // An id says nothing to anybody.
  const chosen = known ?? (isById && picked !== null ? "…" : picked);
  return (
    <Field label={label}>
      {(ids) => (
        <>
          <PickerButton {...ids} onClick={() => setOpen(true)}>
            {chosen ?? t("listing.filter.any_country")}
          </PickerButton>
          <PickerDialog
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            title={label}
            closeLabel={t("shell.close")}
            searchLabel={t("listing.filter.search_country")}
            emptyText={t("listing.no_such")}
            items={
              countries && [
                { key: ANY, label: t("listing.filter.any_country") },
                ...countries.map((country) => ({ ...country, key: keyOf(country) })),
              ]
            }
            chosen={picked ?? ANY}
            onPick={(key) => {
              setOpen(false);
              onPick(key === ANY ? null : key);
            }}
          />
        </>
      )}
    </Field>
  );
}

type Named = PickerItem & { readonly id: string };

async function fetchCountries(page: PageKit): Promise<Named[]> {
  const { listCountries } = await import("#contract/reference/catalog.ts");
  const { data } = await page.call(listCountries, { query: { limit: "500", offset: "0", locale: page.locale } });
  return data
    .filter((country) => country.iso.length === 2)
    .map((country) => ({
      key: country.iso,
      id: String(country.id),
      label: country.name,
      search: country.iso,
      icon: <Flag iso={country.iso} src={country.flag} />,
    }));
}
