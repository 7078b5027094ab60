/** The account behind a ticket, as a look-up shows it. Loaded when somebody has looked. */
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { PersonFacts } from "../restrictions/person-facts.tsx";

export function PersonCard({ person }: { readonly person: StaffPerson }) {
  const t = useT();
  const held = person.restrictions.filter(({ liftedAt }) => liftedAt === null);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4" data-person={person.username}>
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi>{person.username}</bdi>
        <Badge>{t("restrictions.staff.level", { level: person.level })}</Badge>
        {held.map(({ state, caseNumber }) => (
          <Badge key={caseNumber} tone="bad">
            {t(`restrictions.state.${state}`)}
          </Badge>
        ))}
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("restrictions.staff.registered"), <LocalTime key="at" at={person.registeredAt} dateOnly />],
            [t("restrictions.staff.country"), person.countryIso ?? "–"],
            [t("restrictions.staff.trades"), person.tradesTotal],
            [t("restrictions.staff.disputes"), t("restrictions.staff.dispute_count", person.disputes)],
          ]}
        />
      </dl>
      <PersonFacts person={person} />
    </section>
  );
}
