/** A person whom staff have looked up: facts for a restriction, the earlier ones, and a new one. */
import { statesOf } from "#contract/compliance/restriction-names.ts";
import type { StaffPerson, StaffRestriction } from "#contract/compliance/restrictions.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useSession, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { DecideButtons } from "./decide-buttons.tsx";
import type { Decision } from "./decide-restriction.tsx";
import { PersonFacts } from "./person-facts.tsx";
import { TradeViewForm } from "./trade-view-form.tsx";
import { useReasonText } from "../../../widgets/restriction-words.ts";

type Props = {
  readonly person: StaffPerson;
  readonly onRestrict: () => void;
  readonly onDecide: (decision: Decision) => void;
  readonly onTradeView: (areTradesClosed: boolean) => void;
};

export function PersonPanel({ person, onRestrict, onDecide, onTradeView }: Props) {
  const t = useT();
  const session = useSession();
  const mayRestrict =
    person.username !== session?.username &&
    statesOf(session?.roles ?? []).length > 0 &&
    (person.roles.length === 0 || session?.roles.includes("admin") === true);
  return (
    <Card className="grid gap-4 p-4">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi>{person.username}</bdi>
        <Badge>{t("restrictions.staff.level", { level: person.level })}</Badge>
        {person.isDemo && <Badge tone="info">{t("restrictions.staff.demo")}</Badge>}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("restrictions.staff.registered"), <LocalTime key="at" at={person.registeredAt} dateOnly />],
            [
              t("restrictions.staff.email"),
              t(person.isEmailConfirmed ? "restrictions.staff.confirmed" : "restrictions.staff.unconfirmed"),
            ],
            [
              t("restrictions.staff.phone"),
              t(person.isPhoneConfirmed ? "restrictions.staff.confirmed" : "restrictions.staff.unconfirmed"),
            ],
            [t("restrictions.staff.country"), person.countryIso ?? "–"],
            [t("restrictions.staff.signed_in_from"), person.signInCountryIso ?? "–"],
            [t("restrictions.staff.trades"), person.tradesTotal],
            [t("restrictions.staff.disputes"), t("restrictions.staff.dispute_count", person.disputes)],
            [
              t("restrictions.staff.badge"),
              person.badge === "no_badge" ? t("restrictions.staff.no_badge") : t(`offers.badge.${person.badge}`),
            ],
            [t("restrictions.staff.roles"), person.roles.map((role) => t(`staff.role.${role}`)).join(", ") || "–"],
          ]}
        />
      </dl>
      <PersonFacts person={person} />
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t("restrictions.staff.history")}</h3>
        {person.restrictions.length === 0 && <p className="text-sm text-muted">{t("restrictions.staff.no_history")}</p>}
        <ul className="grid gap-2">
          {person.restrictions.map((row) => (
            <li key={row.caseNumber} className="grid gap-2 rounded-lg bg-sunken p-3 text-sm">
              <History row={row} />
              <DecideButtons row={row} onDecide={onDecide} />
            </li>
          ))}
        </ul>
        {mayRestrict && (
          <Button look="danger" onClick={onRestrict}>
            {t("restrictions.staff.restrict")}
          </Button>
        )}
      </section>
      <TradeViewForm person={person} mayChange={mayRestrict} onDone={onTradeView} />
    </Card>
  );
}

function History({ row }: { row: StaffRestriction }) {
  const t = useT();
  const reason = useReasonText();
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {t(`restrictions.state.${row.state}`)}
        {row.liftedAt !== null && (
          <Badge tone="good">
            {t("restrictions.staff.lifted", { name: row.liftedBy ?? t("restrictions.staff.operator") })}
          </Badge>
        )}
        {row.isDue && <Badge tone="warn">{t("restrictions.staff.due_now")}</Badge>}
      </p>
      <p className="text-xs text-muted">
        {reason(row.reasonCode)} · <LocalTime at={row.since} dateOnly /> ·{" "}
        <bdi>{row.setBy ?? t("restrictions.staff.operator")}</bdi>
      </p>
      {row.note && (
        <p dir="auto" className="text-xs [overflow-wrap:anywhere]">
          {t("restrictions.staff.note")}: {row.note}
        </p>
      )}
      {row.appeal && (
        <p dir="auto" className="text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {t("restrictions.own.appeal")}: {row.appeal.text}
        </p>
      )}
    </div>
  );
}
