/** A user whom staff looked up: verifications, features, discounts, and links to their entries in other queues. */
import type { ReactNode } from "react";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import { CONSOLE_PLACES } from "#contract/staff/console-places.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { queueHref } from "../console/queue/filters.tsx";

export function PersonFacts({ person }: { person: StaffPerson }) {
  const t = useT();
  return (
    <>
      <Part title={t("restrictions.staff.verifications")}>
        {person.verifications.map((one) => (
          <Line key={one.kind} name={t(`verification.kind.${one.kind}`)}>
            <Standing {...one} />
          </Line>
        ))}
      </Part>
      <Part title={t("restrictions.staff.flags")}>
        {person.flags.map(({ name, isOn }) => (
          <Line key={name} name={name}>
            {t(isOn ? "restrictions.staff.flag_on" : "restrictions.staff.flag_off")}
          </Line>
        ))}
      </Part>
      <Part title={t("restrictions.staff.discounts")}>
        {person.discounts.map(({ method, fee, until }) => (
          <Line key={method ?? ""} name={method ?? t("restrictions.staff.all_methods")}>
            <bdi>{fee}%</bdi>
            {until && (
              <span className="text-muted">
                {t("restrictions.staff.discount_until")} <LocalTime at={until} dateOnly />
              </span>
            )}
          </Line>
        ))}
      </Part>
      <QueueLinks who={person.username} />
    </>
  );
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const t = useT();
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="font-semibold">{title}</h3>
      {children.length === 0 ? <p className="text-muted">{t("restrictions.staff.none")}</p> : <ul>{children}</ul>}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-0.5">
      <bdi className="text-muted [overflow-wrap:anywhere]">{name}</bdi>
      <span className="flex flex-wrap items-center gap-2">{children}</span>
    </li>
  );
}

/** The current status, with a newer document beside it. */
function Standing({ isVerified, isForced, latest }: StaffPerson["verifications"][number]) {
  const t = useT();
  const isNewer = isVerified && latest !== null && latest !== "approved";
  return (
    <>
      {isForced && <Badge tone="warn">{t("restrictions.staff.asked_anew")}</Badge>}
      {isVerified && <Badge tone="good">{t("verification.status.approved")}</Badge>}
      {(!isVerified || isNewer) && (
        <Badge tone={latest === "rejected" ? "bad" : latest === "pending" ? "info" : "neutral"}>
          {t(`verification.status.${latest ?? "none"}`)}
        </Badge>
      )}
    </>
  );
}

const QUEUES = ["staffVerifications", "staffSendOuts", "staffRecoveries", "staffFlags"] as const;

function QueueLinks({ who }: { who: string }) {
  const page = usePage();
  const t = useT();
  const roles = useSession()?.roles ?? [];
  return (
    <nav aria-label={t("restrictions.staff.queues")} className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("restrictions.staff.queues")}</h3>
      <div className="flex flex-wrap gap-2">
        {QUEUES.filter((place) => holdsRight(roles, CONSOLE_PLACES[place].right)).map((place) => (
          <LinkButton key={place} look="secondary" size="sm" href={queueHref(page.href(place, undefined), { who })}>
            {t(CONSOLE_PLACES[place].label)}
          </LinkButton>
        ))}
      </div>
    </nav>
  );
}
