/** Which documents of the queue are shown. */
import type { StaffVerificationsProps } from "#contract/staff/pages.ts";
import { VERIFICATION_KINDS } from "#contract/compliance/verification/names.ts";
import { useT } from "#sdk/page-kit.ts";
import { QueueFilters } from "../console/queue/filters.tsx";

type Props = Pick<StaffVerificationsProps, "queue" | "filters"> & { readonly base: string };

export function ReviewFilterForm({ base, queue, filters }: Props) {
  const t = useT();
  return (
    <QueueFilters
      base={base}
      kept={{ queue: queue === "pending" ? "" : queue }}
      fields={[
        { name: "who", label: t("console.filter.who"), value: filters.who },
        {
          name: "kind",
          label: t("verification.staff.document"),
          value: filters.kind,
          options: VERIFICATION_KINDS.map((kind) => [kind, t(`verification.kind.${kind}`)] as const),
        },
        {
          name: "country",
          label: t("verification.staff.country"),
          hint: t("verification.staff.country_hint"),
          value: filters.country,
        },
      ]}
    />
  );
}
