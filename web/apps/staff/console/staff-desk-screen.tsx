/** The administrators' desk: changes that wait for a second one, halts, and the staff. */
import { useState } from "react";
import type { ProposedChange, StaffDesk } from "#contract/staff/staff.ts";
import type { StaffDeskProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { CONSOLE_PLACES } from "#contract/staff/console-places.ts";
import { durationText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";
import { ConsoleFrame, NAV_TEXTS, useQueues } from "./console-nav.tsx";
import { useChangeWords } from "../changes/words.ts";
import { HaltForm, PersonForm } from "../changes/forms.tsx";
import { PerkForm } from "../changes/perk-form.tsx";

export const screen: PageScreen<"staff-desk", typeof DeskScreen> = {
  title: "staff.title",
  texts: [...NAV_TEXTS, "staff", "console", "proof", "verification.level"],
};

type Asked = { readonly change: StaffChange; readonly proposal?: ProposedChange };

export default function DeskScreen({ desk: first, queues, methods }: StaffDeskProps) {
  const t = useT();
  const [desk, setDesk] = useState(first);
  const [asked, ask] = useState<Asked | null>(null);
  const askFor = (change: StaffChange) => ask({ change });
  return (
    <ConsoleFrame title={t("staff.title")} here="staffDesk" queues={queues}>
      <Queues first={queues} />
      <Card className="grid gap-3 p-5">
        <h2 className="font-semibold">{t("staff.waiting.title")}</h2>
        <Waiting desk={desk} onConfirm={(proposal) => ask({ change: proposal.change, proposal })} />
      </Card>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <Card className="grid gap-4 p-5">
          <h2 className="font-semibold">{t("staff.people.title")}</h2>
          <Staff desk={desk} onRevoke={askFor} />
          <PersonForm onAsk={askFor} />
        </Card>
        <div className="grid gap-5">
          <Card className="grid gap-4 p-5">
            <h2 className="font-semibold">{t("staff.halts.title")}</h2>
            <Halts desk={desk} onLift={askFor} />
            <HaltForm halts={desk.halts} onAsk={askFor} />
          </Card>
          <Card className="p-5">
            <PerkForm methods={methods} onAsk={askFor} />
          </Card>
        </div>
      </div>
      {asked && <ChangeDialog {...asked} onDone={setDesk} onClose={() => ask(null)} />}
    </ConsoleFrame>
  );
}

/** How much waits in each queue, and for how long. */
function Queues({ first }: { first: StaffDeskProps["queues"] }) {
  const page = usePage();
  const t = useT();
  const nowMs = useNow(60_000);
  const queues = useQueues(first).filter(({ place }) => place !== "staffDesk");
  return (
    <section aria-label={t("staff.queues.title")}>
      <ul className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 md:grid-cols-[repeat(3,minmax(0,1fr))]">
        {queues.map(({ place, waiting, oldestAt }) => (
          <li key={place}>
            <a
              href={page.href(place, undefined)}
              className="grid h-full content-start gap-1 rounded-xl border border-line bg-raised p-4 shadow-card hover:bg-sunken"
            >
              <span className="text-sm text-muted">{t(CONSOLE_PLACES[place].label)}</span>
              <span className="text-2xl font-bold tabular-nums">{countText(page.locale, waiting)}</span>
              <span className="text-xs text-muted">
                {oldestAt
                  ? t("staff.queues.oldest", { time: durationText(t, (nowMs - Date.parse(oldestAt)) / 1000) })
                  : t("staff.queues.none")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const None = ({ text }: { text: string }) => <p className="text-sm text-muted">{text}</p>;

function Waiting({ desk, onConfirm }: { desk: StaffDesk; onConfirm: (proposal: ProposedChange) => void }) {
  const t = useT();
  const session = useSession();
  const words = useChangeWords();
  if (desk.waiting.length === 0) return <None text={t("staff.waiting.none")} />;
  return (
    <ul className="grid gap-3">
      {desk.waiting.map((proposal) => (
        <li key={proposal.id} className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken p-3">
          <div className="grid min-w-0 gap-1">
            <p className="font-medium [overflow-wrap:anywhere]">{words(proposal.change)}</p>
            <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
              {proposal.reason}
            </p>
            <p className="flex flex-wrap gap-x-3 text-xs text-muted">
              <span>{t("staff.waiting.by", { name: proposal.proposedBy })}</span>
              <span>
                {t("staff.waiting.until")} <LocalTime at={proposal.expiresAt} />
              </span>
            </p>
          </div>
          {proposal.proposedBy === session?.username ? (
            <Badge tone="info">{t("staff.waiting.own")}</Badge>
          ) : (
            <Button onClick={() => onConfirm(proposal)}>{t("staff.waiting.confirm")}</Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Staff({ desk, onRevoke }: { desk: StaffDesk; onRevoke: (change: StaffChange) => void }) {
  const t = useT();
  return (
    <ul className="grid gap-2">
      {desk.staff.map(({ username, role, decidesFrom }) => (
        <li key={`${username}:${role}`} className="flex flex-wrap items-center justify-between gap-2">
          <span className="grid min-w-0">
            <bdi className="truncate font-medium">{username}</bdi>
            <span className="text-xs text-muted">
              {t(`staff.role.${role}`)}
              {decidesFrom && (
                <>
                  {" · "}
                  {t("staff.people.decides")} <LocalTime at={decidesFrom} />
                </>
              )}
            </span>
          </span>
          <Button look="quiet" size="sm" onClick={() => onRevoke({ kind: "revoke_role", id: username, role })}>
            {t("staff.people.revoke")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Halts({ desk, onLift }: { desk: StaffDesk; onLift: (change: StaffChange) => void }) {
  const t = useT();
  if (desk.halts.length === 0) return <None text={t("staff.halts.none")} />;
  return (
    <ul className="grid gap-3">
      {desk.halts.map(({ name, reason, since, takesTwo }) => (
        <li key={name} className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken p-3">
          <div className="grid min-w-0 gap-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {t(`staff.halt.${name}`)}
              {takesTwo && <Badge tone="warn">{t("staff.halts.two")}</Badge>}
            </p>
            <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
              {reason}
            </p>
            <p className="text-xs text-muted">
              {t("staff.halts.since")} <LocalTime at={since} />
            </p>
          </div>
          <Button look="secondary" onClick={() => onLift({ kind: "lift_halt", id: name })}>
            {t("staff.halts.lift")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
