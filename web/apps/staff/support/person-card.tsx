/** The account behind a ticket, as a look-up shows it, and the way to what else staff can do with it. */
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { queueHref } from "../console/queue/filters.tsx";

export function PersonCard({ person }: { readonly person: StaffPerson }) {
  const page = usePage();
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
            ...person.verifications.map(
              ({ kind, isVerified, latest }) =>
                [
                  t(`verification.kind.${kind}`),
                  isVerified
                    ? t("restrictions.staff.confirmed")
                    : latest
                      ? t(`verification.status.${latest}`)
                      : t("restrictions.staff.none"),
                ] as const,
            ),
          ]}
        />
      </dl>
      <p>
        <a
          className="inline-flex min-h-11 items-center text-sm underline"
          href={queueHref(page.href("staffRestrictions", undefined), { queue: "standing", who: person.username })}
        >
          {t("restrictions.staff.title")}
        </a>
      </p>
    </section>
  );
}
