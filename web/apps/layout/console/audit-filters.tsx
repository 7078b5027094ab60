/** What of the chain is shown; it stands in the address. */
import { STAFF_ACTS } from "#contract/audit-names.ts";
import type { StaffAuditProps } from "#contract/page-props.ts";
import { useFocusBySlash } from "#sdk/focus-by-slash.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input, Select } from "#ui/input.tsx";
import { useActText } from "./act-text.ts";

type Filters = StaffAuditProps["filters"];

export function auditHref(base: string, filters: Partial<Filters>): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${base}?${query}` : base;
}

export function AuditFilterForm({ filters, base }: { filters: Filters; base: string }) {
  const t = useT();
  const actText = useActText();
  const field = useFocusBySlash();
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== "before" && value !== "");
  return (
    <form
      method="get"
      action={base}
      className="grid grid-cols-1 items-start gap-3 rounded-xl border border-line bg-raised p-4 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.4fr_1.2fr_1fr_1fr]"
    >
      <Field label={t("audit.filter.about")}>
        {(ids) => (
          <Input
            {...ids}
            ref={field}
            name="about"
            type="search"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={100}
            defaultValue={filters.about}
          />
        )}
      </Field>
      <Field label={t("audit.filter.act")}>
        {(ids) => (
          <Select {...ids} name="act" defaultValue={filters.act}>
            <option value="">{t("audit.filter.any")}</option>
            {STAFF_ACTS.map((act) => (
              <option key={act} value={act}>
                {actText(act)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("audit.filter.by")} hint={t("audit.filter.by_hint")}>
        {(ids) => (
          <Input
            {...ids}
            name="by"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={20}
            defaultValue={filters.by}
          />
        )}
      </Field>
      <Field label={t("audit.filter.from")}>
        {(ids) => <Input {...ids} name="from" type="date" defaultValue={filters.from} />}
      </Field>
      <Field label={t("audit.filter.to")}>
        {(ids) => <Input {...ids} name="to" type="date" defaultValue={filters.to} />}
      </Field>
      <div className="flex flex-wrap gap-2 sm:col-span-full">
        <Button type="submit">{t("audit.filter.apply")}</Button>
        {isFiltered && (
          <LinkButton look="quiet" href={base}>
            {t("audit.filter.reset")}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
