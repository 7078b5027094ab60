/** Which of the transfers that wait are shown. */
import { SEND_OUT_WAITS } from "#contract/staff/held-send-out-names.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { StaffSendOutsProps } from "#contract/staff/pages.ts";
import { useT } from "#sdk/page-kit.ts";
import { QueueFilters } from "../queue/filters.tsx";

export function SendOutFilters({ filters, base }: { filters: StaffSendOutsProps["filters"]; base: string }) {
  const t = useT();
  return (
    <QueueFilters
      base={base}
      fields={[
        { name: "who", label: t("console.filter.who"), value: filters.who },
        {
          name: "why",
          label: t("sendouts.head.why"),
          value: filters.why,
          options: SEND_OUT_WAITS.map((why) => [why, t(`sendouts.why.${why}`)] as const),
        },
        {
          name: "coin",
          label: t("sendouts.coin"),
          value: filters.coin,
          options: CRYPTO_CODES.map((code) => [code, code] as const),
        },
      ]}
    />
  );
}
