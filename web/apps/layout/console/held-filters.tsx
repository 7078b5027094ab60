/** Which of the transfers that wait are shown; it stands in the address. */
import { SEND_OUT_WAITS } from "#contract/held-send-out-names.ts";
import { CRYPTO_CODES } from "#contract/money.ts";
import type { StaffSendOutsProps } from "#contract/page-props.ts";
import { useFocusBySlash } from "#sdk/focus-by-slash.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input, Select } from "#ui/input.tsx";

type Filters = StaffSendOutsProps["filters"];

export function heldHref(base: string, filters: Partial<Filters>): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${base}?${query}` : base;
}

export function HeldFilterForm({ filters, base }: { filters: Filters; base: string }) {
  const t = useT();
  const field = useFocusBySlash();
  const isFiltered = filters.why !== "" || filters.coin !== "" || filters.who !== "";
  return (
    <form
      method="get"
      action={base}
      className="grid grid-cols-1 items-end gap-3 rounded-xl border border-line bg-raised p-4 sm:grid-cols-2 lg:grid-cols-[1.2fr_1.4fr_1fr_auto]"
    >
      <Field label={t("heldtransfers.filter.who")}>
        {(ids) => (
          <Input
            {...ids}
            ref={field}
            name="who"
            type="search"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={20}
            defaultValue={filters.who}
          />
        )}
      </Field>
      <Field label={t("heldtransfers.filter.why")}>
        {(ids) => (
          <Select {...ids} name="why" defaultValue={filters.why}>
            <option value="">{t("heldtransfers.filter.any")}</option>
            {SEND_OUT_WAITS.map((why) => (
              <option key={why} value={why}>
                {t(`heldtransfers.why.${why}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("heldtransfers.filter.coin")}>
        {(ids) => (
          <Select {...ids} name="coin" defaultValue={filters.coin}>
            <option value="">{t("heldtransfers.filter.any_coin")}</option>
            {CRYPTO_CODES.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t("heldtransfers.filter.apply")}</Button>
        {isFiltered && (
          <LinkButton look="quiet" href={base}>
            {t("heldtransfers.filter.reset")}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
