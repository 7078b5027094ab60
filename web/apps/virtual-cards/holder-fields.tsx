/** What an issuer that asks for it gets of a user with their first card: who, and where they live. */
import { useEffect, useState } from "react";
import type { HolderAddress } from "#contract/products/cards/cards.ts";
import type { VirtualCardsProps } from "#contract/products/pages.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";

export type Holder = NonNullable<VirtualCardsProps["holder"]>;

const FIELDS = [
  ["line1", "address-line1", 100, true],
  ["line2", "address-line2", 100, false],
  ["city", "address-level2", 60, true],
  ["region", "address-level1", 60, false],
  ["postal_code", "postal-code", 20, true],
] as const;
type Name = (typeof FIELDS)[number][0];

type Props = {
  readonly holder: Holder;
  /** Null while something that is needed is missing. */
  readonly onAddress: (address: HolderAddress | null) => void;
  readonly faultOf: (field: string) => string | undefined;
};

export function HolderFields({ holder, onAddress, faultOf }: Props) {
  const t = useT();
  const countryName = useCountryName();
  const { country } = holder.address;
  const [typed, setTyped] = useState<Readonly<Record<Name, string>>>({
    line1: holder.address.line1 ?? "",
    line2: holder.address.line2 ?? "",
    city: holder.address.city ?? "",
    region: holder.address.region ?? "",
    postal_code: holder.address.postal_code ?? "",
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed decides.
  useEffect(() => onAddress(addressOf(typed, country)), [typed]);
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-medium">{t("cards.holder.title")}</legend>
      <p className="text-sm text-muted">
        {t("cards.holder.about", { name: holder.name, country: countryName(country) })}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {FIELDS.map(([name, autoComplete, maxLength, required]) => (
          <Field key={name} label={t(`cards.holder.${name}`)} error={faultOf(`address.${name}`)}>
            {(ids) => (
              <Input
                {...ids}
                {...{ autoComplete, maxLength, required }}
                value={typed[name]}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function addressOf(typed: Readonly<Record<Name, string>>, country: string): HolderAddress | null {
  if (FIELDS.some(([name, , , required]) => required && isBlank(typed[name]))) return null;
  const set = (name: Name) => (isBlank(typed[name]) ? {} : { [name]: trimmed(typed[name]) });
  const { line1, city, postal_code } = typed;
  return {
    ...{ line1: trimmed(line1), city: trimmed(city), postal_code: trimmed(postal_code), country },
    ...set("line2"),
    ...set("region"),
  };
}
