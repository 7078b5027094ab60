/** Where an offer is paid: anywhere, or in a country and maybe in a part and a city of it. */
import { OFFER_LIMITS } from "#contract/market/offers/offer-fields.ts";
import type { FormMethod, OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import type { OfferForm } from "./use-offer-form.ts";

type Props = {
  readonly form: OfferForm;
  readonly method: FormMethod | undefined;
  readonly countries: OfferFormPageProps["countries"];
};

const ANYWHERE = { payment_country: undefined, payment_subdivision: undefined, payment_city: undefined } as const;
const PARTS = ["payment_city", "payment_subdivision"] as const;

export function PlaceFields({ form: { draft, set, fault }, method, countries }: Props) {
  const t = useT();
  const needed = method?.place ?? null;
  const labelOf = (part: (typeof PARTS)[number]) =>
    t(needed === "city" && part === "payment_city" ? "myoffers.form.payment_city_needed" : `myoffers.form.${part}`);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label={t(needed ? "myoffers.form.payment_country_needed" : "myoffers.form.payment_country")}
        hint={needed === "city" ? t("myoffers.form.on_the_spot") : undefined}
        error={fault("payment_country")}
      >
        {(ids) => (
          <Select
            {...ids}
            value={draft.payment_country ?? ""}
            onChange={({ target }) => set({ ...ANYWHERE, ...(target.value && { payment_country: target.value }) })}
          >
            <option value="">{t(needed ? "myoffers.form.choose_country" : "myoffers.form.anywhere")}</option>
            {countries.map(({ iso, name }) => (
              <option key={iso} value={iso}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft.payment_country &&
        PARTS.map((part) => (
          <Field key={part} label={labelOf(part)} error={fault(part)}>
            {(ids) => (
              <Input
                {...ids}
                dir="auto"
                autoComplete="off"
                maxLength={OFFER_LIMITS.placeMax}
                value={draft[part] ?? ""}
                onChange={(event) => set({ [part]: event.target.value })}
              />
            )}
          </Field>
        ))}
    </div>
  );
}
