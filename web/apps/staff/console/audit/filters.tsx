/** The filters of the audit log. */
import { STAFF_ACTS } from "#contract/staff/audit-names.ts";
import type { StaffAuditProps } from "#contract/staff/pages.ts";
import { useT } from "#sdk/page-kit.ts";
import { useActText } from "./act-text.ts";
import { QueueFilters } from "../queue/filters.tsx";

export function AuditFilterForm({ filters, base }: { filters: StaffAuditProps["filters"]; base: string }) {
  const t = useT();
  const actText = useActText();
  return (
    <QueueFilters
      base={base}
      fields={[
        { name: "about", label: t("audit.filter.about"), value: filters.about },
        {
          name: "act",
          label: t("audit.filter.act"),
          value: filters.act,
          options: STAFF_ACTS.map((act) => [act, actText(act)] as const),
        },
        { name: "by", label: t("audit.filter.by"), hint: t("audit.filter.by_hint"), value: filters.by },
        { name: "from", label: t("audit.filter.from"), value: filters.from, isDay: true },
        { name: "to", label: t("audit.filter.to"), value: filters.to, isDay: true },
      ]}
    />
  );
}
