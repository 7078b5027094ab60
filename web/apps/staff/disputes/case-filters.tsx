/** Which cases are shown: by side, reason and moderator; of appeals and chargebacks also which queue. */
import { CASE_QUEUES, CASE_TAKERS } from "#contract/market/disputes/case-names.ts";
import { CHARGEBACK_REASONS } from "#contract/market/disputes/chargeback-names.ts";
import type { StaffDisputesProps } from "#contract/market/disputes/appeals.ts";
import { DISPUTE_REASONS } from "#contract/market/disputes/reasons.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Segments } from "#ui/segments.tsx";
import { type QueueFilter, QueueFilters, queueHref } from "../console/queue/filters.tsx";
import { QueuePager } from "../console/queue/pager.tsx";

export type CasesProps<State extends StaffDisputesProps["state"]> = Extract<
  StaffDisputesProps,
  { state: State extends "open" | "decided" ? "open" | "decided" : State }
>;

const hasQueues = ({ state }: StaffDisputesProps) => state === "appeals" || state === "chargebacks";

/** The part of the address that identifies the list. */
const listOf = (props: StaffDisputesProps) => ({
  state: props.state === "open" ? "" : props.state,
  queue: hasQueues(props) && props.queue !== "waiting" ? props.queue : "",
});

export function CaseQueues(props: StaffDisputesProps) {
  const t = useT();
  const base = usePage().href("staffDisputes", undefined);
  if (!hasQueues(props)) return null;
  return (
    <Segments
      label={t("dashboard.disputes.queue.label")}
      chosen={props.queue}
      segments={CASE_QUEUES.map((key) => ({
        key,
        label: t(`dashboard.disputes.queue.${key}`),
        href: queueHref(base, { state: props.state, queue: key === "waiting" ? "" : key }),
      }))}
    />
  );
}

export function CaseFilters(props: StaffDisputesProps) {
  const t = useT();
  const { state, filters } = props;
  const base = usePage().href("staffDisputes", undefined);
  const reason = (options: NonNullable<QueueFilter["options"]>): QueueFilter => ({
    ...{ name: "reason", label: t("dashboard.disputes.reason"), value: filters.reason, options },
  });
  const reasons = {
    appeals: [],
    chargebacks: [reason(CHARGEBACK_REASONS.map((code) => [code, t(`chargeback.why.${code}`)]))],
    disputes: [reason(DISPUTE_REASONS.map((code) => [code, t(`disputes.reason.${code}`)]))],
  };
  return (
    <QueueFilters
      base={base}
      kept={listOf(props)}
      fields={[
        { name: "who", label: t("console.filter.who"), value: filters.who },
        ...reasons[state === "appeals" || state === "chargebacks" ? state : "disputes"],
        {
          name: "taken",
          label: t("dashboard.disputes.filter.taken"),
          value: filters.taken,
          options: CASE_TAKERS.map((who) => [who, t(`dashboard.disputes.filter.${who}`)] as const),
        },
      ]}
    />
  );
}

export function CasePager({ next, ...props }: StaffDisputesProps & { readonly next: string | null }) {
  const t = useT();
  const { after, ...filters } = props.filters;
  return (
    <QueuePager
      label={t("dashboard.disputes.title")}
      base={usePage().href("staffDisputes", undefined)}
      values={{ ...listOf(props), ...filters }}
      after={after}
      next={next}
    />
  );
}
