/** Every level: what it needs, what it allows, which one the reader has, and what they have used of it. */
import type { LevelInfo, LevelLimits } from "#contract/compliance/levels.ts";
import type { LevelPageProps } from "#contract/compliance/pages.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { FactRows } from "#ui/fact-rows.tsx";
import { check, clock, minus } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

export const screen: PageScreen<"account-level", typeof LevelScreen> = {
  title: "verification.level.title",
  texts: ["verification", "offers.row"],
};

export default function LevelScreen({ info, unused }: LevelPageProps) {
  const page = usePage();
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("verification.level.title")}</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton look="secondary" size="sm" href={page.href("traderProgram", undefined)}>
            {t("verification.level.program")}
          </LinkButton>
          <LinkButton look="secondary" size="sm" href={page.href("kycVerification", undefined)}>
            {t("verification.level.verify")}
          </LinkButton>
        </div>
      </header>
      <Used info={info} unused={unused} />
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {info.levels.map((level) => (
          <li key={level.level} className="grid">
            <LevelCard level={level} isCurrent={level.level === info.level} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function useUsd() {
  const page = usePage();
  const t = useT();
  return (amount: string | null) =>
    amount === null ? t("verification.level.no_limit") : `${fiatText(page.locale, amount, "USD")} USD`;
}

function Used({ info, unused }: LevelPageProps) {
  const page = usePage();
  const t = useT();
  const usd = useUsd();
  const limits = info.levels.find(({ level }) => level === info.level)?.limits;
  const of = (used: string, limit: string | null | undefined) =>
    t("verification.level.used", { used: usd(used), limit: usd(limit ?? null) });
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        {t("verification.level.used_title")}
        <Badge tone="brand">
          {t("verification.level.yours")}: <bdi>{info.level}</bdi>
        </Badge>
        {info.isDemo && <Badge tone="info">{t("offers.row.demo")}</Badge>}
      </h2>
      {info.isDemo && <p className="text-sm text-muted">{t("verification.level.demo")}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("verification.level.open_trades"), of(info.used.openTradesUsd, limits?.openTradesUsd)],
            [t("verification.level.day"), of(info.used.dayUsd, limits?.dayUsd)],
            [t("verification.level.lifetime"), of(info.used.lifetimeUsd, limits?.lifetimeUsd)],
            [
              t("verification.level.count"),
              t("verification.level.used", {
                used: info.used.openTrades,
                limit: limits?.openTrades ?? t("verification.level.no_limit"),
              }),
            ],
            [
              t("verification.level.unused"),
              unused.volume === null
                ? t("verification.level.no_limit")
                : `${fiatText(page.locale, unused.volume, unused.fiat)} ${unused.fiat}`,
            ],
          ]}
        />
      </dl>
    </Card>
  );
}

function LevelCard({ level, isCurrent }: { level: LevelInfo; isCurrent: boolean }) {
  const t = useT();
  return (
    <Card className={cx("grid content-start gap-4 p-5", isCurrent && "border-brand")} data-level={level.level}>
      <h2 className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold">
        <bdi>{level.level}</bdi>
        {isCurrent ? (
          <Badge tone="brand">{t("verification.level.current")}</Badge>
        ) : (
          level.hasLevel && <Badge tone="good">{t("verification.level.reached")}</Badge>
        )}
      </h2>
      <section className="grid gap-2">
        <h3 className="text-xs text-muted">{t("verification.level.requirements")}</h3>
        {level.requirements.length === 0 && <p className="text-sm">{t("verification.level.none")}</p>}
        <ul className="grid gap-1.5">
          {level.requirements.map((one) => (
            <Requirement key={one.condition} {...one} />
          ))}
        </ul>
      </section>
      <section className="grid gap-2">
        <h3 className="text-xs text-muted">{t("verification.level.limits")}</h3>
        <LimitRows limits={level.limits} />
      </section>
    </Card>
  );
}

type Condition = LevelInfo["requirements"][number]["condition"];

/** Where each is met; an agreement is made with the staff, who write. */
function placeOf({ href }: ReturnType<typeof usePage>, condition: Condition): string | undefined {
  const places: Partial<Record<Condition, string>> = {
    verification_condition_email: href("confirmEmail", undefined),
    verification_condition_fullname_birthday: href("kycVerificationOf", { kind: "id" }),
    verification_condition_phone: href("accountPhone", undefined),
    verification_condition_id: href("kycVerificationOf", { kind: "id" }),
    verification_condition_address: href("kycVerificationOf", { kind: "address" }),
    verification_condition_due_diligence: href("accountCompany", undefined),
  };
  return places[condition];
}

function Requirement({ condition, isPassed, isPending }: LevelInfo["requirements"][number]) {
  const t = useT();
  const page = usePage();
  const place = isPassed ? undefined : placeOf(page, condition);
  const name = t(`verification.condition.${condition}`);
  const shape = isPassed ? check : isPending ? clock : minus;
  const said = t(
    isPassed ? "verification.level.passed" : isPending ? "verification.level.pending" : "verification.level.missing",
  );
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon shape={shape} className={cx("mt-0.5", isPassed ? "text-good" : "text-muted")} />
      <span>
        {place ? (
          <a className="font-medium text-brand underline" href={place}>
            {name}
          </a>
        ) : (
          name
        )}{" "}
        <span className="text-xs text-muted">({said})</span>
      </span>
    </li>
  );
}

function LimitRows({ limits }: { limits: LevelLimits }) {
  const t = useT();
  const usd = useUsd();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <FactRows
        rows={[
          [t("verification.level.open_trades"), usd(limits.openTradesUsd)],
          [t("verification.level.day"), usd(limits.dayUsd)],
          [t("verification.level.lifetime"), usd(limits.lifetimeUsd)],
          [t("verification.level.count"), limits.openTrades ?? t("verification.level.no_limit")],
          [
            t("verification.level.offers"),
            t(limits.mayCreateOffers ? "verification.level.yes" : "verification.level.no"),
          ],
        ]}
      />
    </dl>
  );
}
