/** The moderators' queue: disputes, appeals against decided ones, and chargebacks; filters are in the address. */
import type { StaffDisputesProps } from "#contract/market/disputes/appeals.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "../console/console-nav.tsx";
import { AppealList } from "./appeal-list.tsx";
import { CaseFilters, CaseQueues } from "./case-filters.tsx";
import { ChargebackList } from "./chargeback-list.tsx";
import { DisputeList } from "./dispute-list.tsx";

export const screen: PageScreen<"staff-disputes", typeof DisputesScreen> = {
  title: "dashboard.disputes.title",
  texts: ["dashboard", "chargeback.why", "disputes", "proof", ...NAV_TEXTS, "console.filter"],
};

export default function DisputesScreen(props: StaffDisputesProps) {
  const page = usePage();
  const t = useT();
  const { state } = props;
  const base = page.href("staffDisputes", undefined);
  return (
    <ConsoleFrame title={t("dashboard.disputes.title")} here="staffDisputes">
      <div className="flex max-w-full flex-wrap gap-3 overflow-x-auto">
        <Segments
          label={t("dashboard.disputes.which")}
          chosen={state}
          segments={[
            { key: "open", label: t("dashboard.disputes.open"), href: base },
            { key: "decided", label: t("dashboard.disputes.decided"), href: `${base}?state=decided` },
            { key: "appeals", label: t("dashboard.disputes.appeals"), href: `${base}?state=appeals` },
            { key: "chargebacks", label: t("dashboard.disputes.chargebacks"), href: `${base}?state=chargebacks` },
          ]}
        />
        <CaseQueues {...props} />
      </div>
      <CaseFilters {...props} />
      {props.state === "appeals" ? (
        <AppealList {...props} />
      ) : props.state === "chargebacks" ? (
        <ChargebackList {...props} />
      ) : (
        <DisputeList {...props} />
      )}
    </ConsoleFrame>
  );
}
