/** Every level: what it needs, what it allows, which one the reader has, and what they have used of it. */
import type { LevelInfo, LevelLimits } from "#contract/compliance/levels.ts";
import type { LevelPageProps } from "#contract/compliance/pages.ts";
import { stepHref } from "#sdk/sign-in-first.ts";
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
import { Meter } from "#ui/meter.tsx";
import { Table } from "#ui/table.tsx";
import { LimitBars } from "./limit-bars.tsx";

export const screen: PageScreen<"account-level", typeof LevelScreen> = {
  title: "verification.level.title",
  texts: ["verification", "offers.row"],
};

export default function LevelScreen({ info, unused }: LevelPageProps) {
  const page = usePage();
  const t = useT();
  const own = info.levels.find(({ level }) => level === info.level);
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        {own && <Used info={info} unused={unused} own={own} />}
        <NextLevel info={info} />
      </div>
      <Compared info={info} />
    </div>
  );
}

function Used({ info, unused, own }: LevelPageProps & { own: LevelInfo }) {
  const page = usePage();
  const t = useT();
  return (
    <Card className="grid content-start gap-4 p-5">
      <h2 className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold">
        {t("verification.level.used_title")}
        <span className="flex flex-wrap gap-2">
          <Badge tone="brand">{t(`verification.level.name.${info.level}`)}</Badge>
          {info.isDemo && <Badge tone="info">{t("offers.row.demo")}</Badge>}
        </span>
      </h2>
      {info.isDemo && <p className="text-sm text-muted">{t("verification.level.demo")}</p>}
      <LimitBars limits={{ level: info.level, limits: own.limits, used: info.used }} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-4 text-sm">
        <span className="text-muted">{t("verification.level.unused")}</span>
        <bdi className="font-semibold tabular-nums">
          {unused.volume === null
            ? t("verification.level.no_limit")
            : `${fiatText(page.locale, unused.volume, unused.fiat)} ${unused.fiat}`}
        </bdi>
      </p>
    </Card>
  );
}

/** What is missing for the level after the reader's own. */
function NextLevel({ info }: Pick<LevelPageProps, "info">) {
  const t = useT();
  const next = info.levels.find(({ hasLevel }) => !hasLevel);
  if (!next) return <Card className="p-5 text-sm text-muted">{t("verification.level.highest")}</Card>;
  const passed = next.requirements.filter(({ isPassed }) => isPassed).length;
  const of = next.requirements.length;
  const progress = t("verification.level.next_done", { done: passed, of });
  return (
    <Card className="grid content-start gap-4 p-5">
      <h2 className="text-lg font-semibold">
        {t("verification.level.next", { name: t(`verification.level.name.${next.level}`) })}
      </h2>
      <div className="grid gap-1">
        <Meter isAim value={passed} max={of} label={progress} />
        <p className="text-xs text-muted">{progress}</p>
      </div>
      <ul className="grid gap-2">
        {next.requirements.map((one) => (
          <Requirement key={one.condition} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function useUsd() {
  const page = usePage();
  const t = useT();
  return (amount: string | null) =>
    amount === null ? t("verification.level.no_limit") : `${fiatText(page.locale, amount, "USD")} USD`;
}

const ROWS = ["day", "open_trades", "lifetime", "count", "offers"] as const;

/** All levels beside each other; on a phone under each other. */
function Compared({ info }: Pick<LevelPageProps, "info">) {
  const t = useT();
  const shownOf = useShownOf();
  return (
    <section className="grid gap-3" aria-labelledby="levels">
      <h2 id="levels" className="text-lg font-semibold">
        {t("verification.level.table")}
      </h2>
      <Card className="max-md:hidden">
        <Table
          caption={t("verification.level.table")}
          head={[
            t("verification.level.level"),
            t("verification.level.requirements"),
            ...ROWS.map((row) => t(`verification.level.${row}`)),
          ]}
          numbers={[2, 3, 4, 5]}
        >
          {info.levels.map((level) => (
            <tr
              key={level.level}
              data-level={level.level}
              className={cx("align-top", isOwn(info, level) && "bg-brand-soft")}
            >
              <td>
                <LevelName level={level} isOwn={isOwn(info, level)} />
              </td>
              <td>
                <Requirements level={level} />
              </td>
              {ROWS.map((row) => (
                <td key={row} className={cx("tabular-nums", row !== "offers" && "text-end whitespace-nowrap")}>
                  <bdi>{shownOf(level.limits, row)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </Card>
      <ul className="grid gap-3 md:hidden">
        {info.levels.map((level) => (
          <li key={level.level}>
            <Card className={cx("grid gap-3 p-4", isOwn(info, level) && "border-brand")}>
              <LevelName level={level} isOwn={isOwn(info, level)} />
              <Requirements level={level} />
              <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
                <FactRows rows={ROWS.map((row) => [t(`verification.level.${row}`), shownOf(level.limits, row)])} />
              </dl>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOwn = (info: LevelPageProps["info"], { level }: LevelInfo) => level === info.level;

function useShownOf() {
  const t = useT();
  const usd = useUsd();
  return (limits: LevelLimits, row: (typeof ROWS)[number]) =>
    ({
      day: usd(limits.dayUsd),
      open_trades: usd(limits.openTradesUsd),
      lifetime: usd(limits.lifetimeUsd),
      count: limits.openTrades ?? t("verification.level.no_limit"),
      offers: t(limits.mayCreateOffers ? "verification.level.yes" : "verification.level.no"),
    })[row];
}

function LevelName({ level: { level, hasLevel }, isOwn: isHere }: { level: LevelInfo; isOwn: boolean }) {
  const t = useT();
  return (
    <span className="grid justify-items-start gap-2">
      <span className="grid">
        <span className="font-semibold">{t(`verification.level.name.${level}`)}</span>
        <bdi className="text-2xs text-muted">{level}</bdi>
      </span>
      {isHere ? (
        <Badge tone="neutral">{t("verification.level.current")}</Badge>
      ) : (
        hasLevel && (
          <Badge tone="good" icon={check}>
            {t("verification.level.reached")}
          </Badge>
        )
      )}
    </span>
  );
}

function Requirements({ level }: { level: LevelInfo }) {
  const t = useT();
  if (level.requirements.length === 0) return <p className="text-sm text-muted">{t("verification.level.none")}</p>;
  return (
    <ul className="grid gap-1.5">
      {level.requirements.map((one) => (
        <Requirement key={one.condition} {...one} />
      ))}
    </ul>
  );
}

type Condition = LevelInfo["requirements"][number]["condition"];

/** Where each is met; an agreement is made with the staff, who write. */
function placeOf({ href }: ReturnType<typeof usePage>, condition: Condition): string | undefined {
  const places: Partial<Record<Condition, string>> = {
    verification_condition_email: href("confirmEmail", undefined),
    verification_condition_fullname_birthday: stepHref({ href }, "accountName", href("accountLevel", undefined)),
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
