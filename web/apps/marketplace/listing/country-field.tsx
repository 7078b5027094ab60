/** A country out of all; the names are fetched when somebody opens the list. */
import { useState } from "react";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";
import { Field } from "#ui/field.tsx";
import { Flag } from "#ui/flag.tsx";
import { PickerButton } from "#ui/picker-button.tsx";
import { PickerDialog } from "#ui/picker-dialog.tsx";
import type { PickerItem } from "#ui/picker-item.ts";

const ANY = "";

export function CountryField({
  label,
  iso,
  onPick,
}: {
  label: string;
  iso: string | null;
  onPick: (iso: string | null) => void;
}) {
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { data: countries = null } = usePageQuery({
    queryKey: ["countries", page.locale],
    queryFn: () => fetchCountries(page),
    enabled: isOpen,
  });
  const chosen = countries?.find((country) => country.key === iso)?.label ?? iso;
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
            items={countries && [{ key: ANY, label: t("listing.filter.any_country") }, ...countries]}
            chosen={iso ?? ANY}
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

async function fetchCountries(page: PageKit): Promise<PickerItem[]> {
  const { listCountries } = await import("#contract/catalog.ts");
  const { data } = await page.call(listCountries, { query: { limit: "500", offset: "0", locale: page.locale } });
  return data
    .filter((country) => country.iso.length === 2)
    .map((country) => ({
      key: country.iso,
      label: country.name,
      search: country.iso,
      icon: <Flag iso={country.iso} src={country.flag} />,
    }));
}
