/** Badges that follow trades: what each needs, how far the reader is, and what it brings. */
import type { TraderProgramProps } from "#contract/market/pages.ts";
import type { BadgeChange, ProgramRequirement, ProgramTier } from "#contract/market/offers/trader-program.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { check, minus, star } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

export const screen: PageScreen<"trader-program", typeof ProgramScreen> = {
  title: "program.title",
  texts: ["program", "offers.badge", "policies.open", "policies.name"],
};

export default function ProgramScreen({ program, terms }: TraderProgramProps) {
  const page = usePage();
  const t = useT();
  const isRestricted = program.tiers.some(({ requirements }) =>
    requirements.some(({ what, isMet }) => what === "unrestricted" && !isMet),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("program.title")}</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton look="quiet" size="sm" href={page.href("legal/vendor-terms", undefined)}>
            {t("policies.name.vendor-terms")}
          </LinkButton>
          {terms.some(({ version, accepted }) => accepted?.version !== version) && (
            <LinkButton look="secondary" size="sm" href={`${page.href("accountPrivacy", undefined)}#policies`}>
              {t("policies.open")}
            </LinkButton>
          )}
          <LinkButton look="secondary" size="sm" href={page.href("kycVerification", undefined)}>
            {t("program.verify")}
          </LinkButton>
        </div>
      </header>
      <Card className="grid gap-2 p-5">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          {t("program.yours")}
          {program.badge === "no_badge" ? (
            <Badge>{t("program.no_badge")}</Badge>
          ) : (
            <Badge tone="brand" icon={star}>
              {t(`offers.badge.${program.badge}`)}
            </Badge>
          )}
        </h2>
        <p className="text-sm text-muted">{t("program.intro", { days: program.days })}</p>
        <p className="text-sm text-muted">{t(isRestricted ? "program.restricted" : "program.given")}</p>
      </Card>
      {program.changes.length > 0 && (
        <Card className="grid gap-3 p-5" aria-labelledby="badge-changes">
          <h2 id="badge-changes" className="text-lg font-semibold">
            {t("program.changes")}
          </h2>
          <ul className="grid gap-3 text-sm">
            {program.changes.map((change) => (
              <ChangeLine key={change.at} change={change} />
            ))}
          </ul>
        </Card>
      )}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {program.tiers.map((tier) => (
          <li key={tier.badge} className="grid">
            <TierCard tier={tier} bounds={program} isShown={tier.badge === program.badge} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChangeLine({ change: { at, before, badge, why, has, needs } }: { change: BadgeChange }) {
  const t = useT();
  const nameOf = (one: BadgeChange["badge"]) => (one === "no_badge" ? t("program.none") : t(`offers.badge.${one}`));
  return (
    <li className="grid gap-0.5">
      <span className="font-medium">{t("program.change", { before: nameOf(before), badge: nameOf(badge) })}</span>
      <span>{t(`program.why.${why}`, { has: has ?? 0, needs: needs ?? 0 })}</span>
      <span className="text-muted">
        <LocalTime at={at} />
      </span>
    </li>
  );
}

type Bounds = { readonly days: number; readonly partners: number };

function TierCard({ tier, bounds, isShown }: { tier: ProgramTier; bounds: Bounds; isShown: boolean }) {
  const t = useT();
  const brings = [
    t("program.gain.shown"),
    t("program.gain.filter"),
    ...(tier.activeOffers === null ? [] : [t("program.gain.offers", { count: tier.activeOffers })]),
    ...(tier.isListedFirst ? [t("program.gain.first")] : []),
  ];
  return (
    <Card className={cx("grid content-start gap-4 p-5", isShown && "border-brand")} data-tier={tier.badge}>
      <h2 className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold">
        {t(`offers.badge.${tier.badge}`)}
        {tier.isReached && <Badge tone="good">{t("program.reached")}</Badge>}
      </h2>
      <section className="grid gap-2">
        <h3 className="text-xs text-muted">{t("program.needs")}</h3>
        <ul className="grid gap-2.5">
          {tier.requirements.map((one) => (
            <Requirement key={one.what} one={one} bounds={bounds} />
          ))}
        </ul>
      </section>
      <section className="grid gap-2">
        <h3 className="text-xs text-muted">{t("program.brings")}</h3>
        <ul className="grid gap-1.5">
          {brings.map((gain) => (
            <li key={gain} className="flex items-start gap-2 text-sm">
              <Icon shape={star} className="mt-0.5 text-muted" />
              <span>{gain}</span>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

function Requirement({ one: { what, isMet, progress }, bounds }: { one: ProgramRequirement; bounds: Bounds }) {
  const t = useT();
  const name = t(`program.need.${what}`, { days: bounds.days, partners: bounds.partners });
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon shape={isMet ? check : minus} className={cx("mt-0.5", isMet ? "text-good" : "text-muted")} />
      <div className="grid grow gap-1">
        <span>
          {name}{" "}
          <span className="text-xs text-muted">
            ({progress ? t("program.progress", progress) : t(isMet ? "program.met" : "program.missing")})
          </span>
        </span>
        {progress && !isMet && (
          <progress
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
            value={progress.has}
            max={progress.needs}
            aria-label={name}
          />
        )}
      </div>
    </li>
  );
}
