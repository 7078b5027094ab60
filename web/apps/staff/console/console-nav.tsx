/** The head of each screen of the console: its name, and the way to the others. */
import { holdsRight, type StaffRight } from "#contract/staff/staff-rights.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";

const PLACES = [
  ["disputes", "staffDisputes"],
  ["restrictions", "staffRestrictions"],
  ["offers", "staffOffers"],
  ["reports", "staffMessageReports"],
  ["verifications", "staffVerifications"],
  ["recoveries", "staffRecoveries"],
  ["sendouts", "staffSendOuts"],
  ["desk", "staffDesk"],
  ["ledger", "staffLedger"],
  ["audit", "staffAudit"],
  ["errors", "staffErrors"],
  ["webhooks", "staffWebhooks"],
  ["settings", "staffSettings"],
  ["flags", "staffFlags"],
  ["announcements", "staffAnnouncements"],
] as const;
type Place = (typeof PLACES)[number][0];
const RIGHTS: Readonly<Partial<Record<Place, StaffRight>>> = {
  disputes: "disputes",
  restrictions: "people",
  offers: "offers",
  reports: "people",
  verifications: "documents",
  recoveries: "recoveries",
  sendouts: "held_send_outs",
};

type Props = { readonly title: string; readonly here: Place };

export function ConsoleHead({ title, here }: Props) {
  const page = usePage();
  const t = useT();
  const roles = useSession()?.roles ?? [];
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
      <nav aria-label={t("console.nav.label")} className="flex flex-wrap gap-2">
        {PLACES.filter(([key]) => key !== here && holdsRight(roles, RIGHTS[key] ?? "console")).map(([key, path]) => (
          <LinkButton key={key} look="secondary" size="sm" href={page.href(path, undefined)}>
            {t(`console.nav.${key}`)}
          </LinkButton>
        ))}
      </nav>
    </header>
  );
}
