/** The restrictions of the reader's account: reason, start, review date, and the one appeal against it. */
import type { OwnRestriction } from "#contract/compliance/restrictions.ts";
import type { OwnRestrictionsProps } from "#contract/compliance/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { checkCircle } from "#ui/icons/shapes.ts";
import { AppealForm } from "./appeal-form.tsx";
import { useReasonText } from "../../../widgets/restriction-words.ts";

export const screen: PageScreen<"account-restrictions", typeof OwnRestrictionsScreen> = {
  title: "restrictions.own.title",
  texts: ["restrictions"],
};

export default function OwnRestrictionsScreen({ restrictions: first }: OwnRestrictionsProps) {
  const page = usePage();
  const t = useT();
  const { data: restrictions = first, refetch } = usePageQuery<readonly OwnRestriction[]>({
    queryKey: ["own-restrictions"],
    initialData: first,
    queryFn: async () => {
      const { listOwnRestrictions } = await import("#contract/compliance/restrictions.ts");
      return (await page.call(listOwnRestrictions, {})).data;
    },
  });
  // A notification reports each step of a restriction.
  useLive("user", ({ type }) => void (type === "notification" && refetch()));
  return (
    <div className="grid gap-5 py-6">
      <h1 className="text-2xl font-bold tracking-tight">{t("restrictions.own.title")}</h1>
      {restrictions.length === 0 ? (
        <EmptyState shape={checkCircle} title={t("restrictions.own.none")}>
          {t("restrictions.own.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-5">
          {restrictions.map((restriction) => (
            <li key={restriction.caseNumber}>
              <RestrictionCard restriction={restriction} onChange={() => void refetch()} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function RestrictionCard({ restriction, onChange }: { restriction: OwnRestriction; onChange: () => void }) {
  const page = usePage();
  const t = useT();
  const reason = useReasonText();
  return (
    <Card className="grid gap-5 p-5 lg:grid-cols-2">
      <section className="grid content-start gap-3">
        <h2 className="text-lg font-semibold">{t(`restrictions.state.${restriction.state}`)}</h2>
        <p className="text-sm text-muted">{t(`restrictions.means.${restriction.state}`)}</p>
        {restriction.isLeaveAllowed && <LeaveNotice />}
        {restriction.state === "compromised" && (
          <LinkButton className="justify-self-start" href={page.href("recoverAccount", undefined)}>
            {t("restrictions.own.recover")}
          </LinkButton>
        )}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <FactRows
            rows={[
              [t("restrictions.reason_label"), reason(restriction.reasonCode)],
              [t("restrictions.case"), restriction.caseNumber],
              [t("restrictions.since"), <LocalTime key="since" at={restriction.since} />],
              [t("restrictions.review"), <LocalTime key="review" at={restriction.reviewAt} dateOnly />],
            ]}
          />
        </dl>
      </section>
      {restriction.appeal ? (
        <AppealRead appeal={restriction.appeal} />
      ) : (
        <AppealForm caseNumber={restriction.caseNumber} onSent={onChange} />
      )}
    </Card>
  );
}

/** Of a ban: what is theirs leaves once. */
function LeaveNotice() {
  const page = usePage();
  const t = useT();
  return (
    <Alert
      kind="info"
      action={
        <LinkButton look="secondary" size="sm" href={page.href("wallet", undefined)}>
          {t("restrictions.own.wallet")}
        </LinkButton>
      }
    >
      {t("restrictions.own.leave")}
    </Alert>
  );
}

function AppealRead({ appeal }: { appeal: NonNullable<OwnRestriction["appeal"]> }) {
  const t = useT();
  return (
    <section className="grid content-start gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {t("restrictions.own.yours")}
        {appeal.outcome === "kept" && <Badge tone="warn">{t("restrictions.own.kept")}</Badge>}
      </p>
      <p dir="auto" className="rounded-lg bg-sunken p-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {appeal.text}
      </p>
      {appeal.answer === null ? (
        <p className="text-muted">{t("restrictions.own.waiting")}</p>
      ) : (
        <>
          <p className="font-semibold">{t("restrictions.own.answer")}</p>
          <p dir="auto" className="rounded-lg bg-sunken p-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {appeal.answer}
          </p>
        </>
      )}
    </section>
  );
}
