/** Coin, kind and direction of movements, as the fields of a form. */
import type { ComponentProps } from "react";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { DIRECTIONS, MOVEMENT_FILTERS } from "#contract/products/wallet/history-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";

type Name = "coin" | "kind" | "direction";
type Props = { readonly bind: (name: Name) => Pick<ComponentProps<"select">, "defaultValue" | "value" | "onChange"> };

export function MovementSelects({ bind }: Props) {
  const t = useT();
  const options = {
    coin: CRYPTO_CODES.map((code) => [code, code] as const),
    kind: MOVEMENT_FILTERS.map((kind) => [kind, t(`movements.kind.${kind}`)] as const),
    direction: DIRECTIONS.map((direction) => [direction, t(`movements.filter.${direction}`)] as const),
  };
  return (["coin", "kind", "direction"] as const).map((name) => (
    <Field key={name} label={t(`movements.filter.${name}`)}>
      {(ids) => (
        <Select {...ids} name={name} {...bind(name)}>
          <option value="">{t(`movements.filter.any_${name}`)}</option>
          {options[name].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  ));
}
