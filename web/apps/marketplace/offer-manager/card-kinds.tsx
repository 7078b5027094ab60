/** Which cards an offer takes: by the first digits of their number, and by the country in which they are spent. */
import { useState } from "react";
import { OFFER_LIMITS } from "#contract/market/offers/offer-fields.ts";
import type { FormMethod, OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { useT } from "#sdk/page-kit.ts";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { CountryChips } from "./country-rules.tsx";
import type { OfferForm } from "./use-offer-form.ts";

type Props = {
  readonly form: OfferForm;
  readonly method: FormMethod | undefined;
  readonly countries: OfferFormPageProps["countries"];
};

export function CardKinds({ form, method, countries }: Props) {
  const { bin_codes: bins = [], card_regions: regions = [] } = form.draft;
  const isCard = method?.group === "gift-cards" || regions.length > 0;
  return (
    <>
      {(method?.hasBins || bins.length > 0) && <Bins key={method?.slug} form={form} />}
      {isCard && <Regions form={form} stores={method?.regions ?? null} countries={countries} />}
    </>
  );
}

/** The codes in one line; the server refuses one that is not of four to eight digits. */
function Bins({ form: { draft, set, fault } }: { form: OfferForm }) {
  const t = useT();
  const [list, setList] = useState((draft.bin_codes ?? []).join(", "));
  return (
    <Field
      label={t("myoffers.form.bins")}
      hint={t("myoffers.form.bins_hint", { most: OFFER_LIMITS.binCodesMax })}
      error={fault("bin_codes")}
    >
      {(ids) => (
        <Input
          {...ids}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          placeholder="414720, 431940"
          value={list}
          onChange={(event) => {
            const typed = typedCode(event.target.value);
            setList(typed);
            set({ bin_codes: typed.split(/[,;،、，\s]+/).filter(Boolean) });
          }}
          className="rtl:text-end"
        />
      )}
    </Field>
  );
}

type RegionsProps = Pick<Props, "form" | "countries"> & { readonly stores: readonly string[] | null };

function Regions({ form: { draft, set, fault }, stores, countries }: RegionsProps) {
  const t = useT();
  const error = fault("card_regions");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t("myoffers.form.regions")}</legend>
      <CountryChips
        chosen={draft.card_regions ?? []}
        onChange={(card_regions) => set({ card_regions })}
        countries={stores ? countries.filter(({ iso }) => stores.includes(iso)) : countries}
        most={OFFER_LIMITS.cardRegionsMax}
      />
      <p className="text-xs text-muted">{t("myoffers.form.regions_hint")}</p>
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
