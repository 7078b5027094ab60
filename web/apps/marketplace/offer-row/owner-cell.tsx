/** The owner of an offer: who it is, how others rated them, and how fast they are. */
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { durationText, seenLevel, seenText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { Avatar } from "#ui/pictures/avatar.tsx";
import { Flag } from "#ui/pictures/flag.tsx";
import { clock, shieldCheck, thumbDown, thumbUp } from "#ui/icons/page-shapes.ts";
import { Icon } from "#ui/icon.tsx";

const DOTS = { success: "bg-good", warning: "bg-accent", default: "bg-edge" } as const;

export function OwnerCell({ offer }: { offer: OfferCard }) {
  const page = usePage();
  const t = useT();
  const { owner } = offer;
  const ageMs = page.madeAtMs - Date.parse(owner.lastSeen.at);
  const seen = seenText(t, ageMs);
  return (
    <div className="flex min-w-0 items-center gap-2.5 max-md:order-6 max-md:grow max-md:basis-32">
      <span className="relative shrink-0" title={seen}>
        <Avatar name={owner.username} url={owner.avatarUrl} size={34} />
        <span
          className={cx(
            "absolute -end-0.5 -bottom-0.5 size-3 rounded-full border-2 border-raised",
            DOTS[seenLevel(ageMs)],
          )}
        />
      </span>
      <div className="grid min-w-0">
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <a
            href={page.href("user", { username: owner.username })}
            dir="auto"
            className="min-w-0 text-sm leading-snug font-semibold [overflow-wrap:anywhere] text-ink hover:underline"
          >
            {owner.username}
          </a>
          {owner.verification.id && (
            <Icon shape={shieldCheck} size={14} className="text-good" label={t("offers.row.id_verified")} />
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-2xs max-md:sr-only">
          {owner.badge && owner.badge !== "no_badge" ? (
            <span className="font-medium text-brand">
              {t.maybe(`offers.badge.${owner.badge}`, owner.badge)}
              <span className="sr-only">, {seen}</span>
            </span>
          ) : (
            <span className="text-muted">{seen}</span>
          )}
          {owner.country && <Flag iso={owner.country.iso} name={owner.country.name} src={owner.country.flag} />}
        </span>
        <p className="flex flex-wrap items-center gap-x-1.5 text-2xs text-muted">
          <FeedbackCount shape={thumbUp} label={t("offers.row.feedback_good")} count={owner.feedback.positive} isGood />
          {owner.feedback.negative > 0 && (
            <FeedbackCount shape={thumbDown} label={t("offers.row.feedback_bad")} count={owner.feedback.negative} />
          )}
          {owner.monthlyStats ? (
            <span
              title={`${t("offers.row.completion", { pct: owner.monthlyStats.successPct })} · ${t("offers.row.trades_month", { count: owner.monthlyStats.tradesTotal })}`}
            >
              <span aria-hidden="true">{owner.monthlyStats.successPct}%</span>
              <span className="sr-only">{t("offers.row.completion", { pct: owner.monthlyStats.successPct })}</span>
            </span>
          ) : (
            <span title={t("offers.row.new_trader")}>{t("offers.row.new")}</span>
          )}
          {offer.type === "sell" && offer.releaseTimeSec !== null && (
            <span
              className="inline-flex items-center gap-1"
              title={t("offers.row.release", { time: durationText(t, offer.releaseTimeSec) })}
            >
              <Icon shape={clock} size={12} label={t("offers.row.release_time")} />
              {durationText(t, offer.releaseTimeSec)}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

function FeedbackCount({
  shape,
  label,
  count,
  isGood = false,
}: {
  shape: string;
  label: string;
  count: number;
  isGood?: boolean;
}) {
  const { locale } = usePage();
  return (
    <span className={isGood ? "inline-flex items-center gap-1 text-good" : "inline-flex items-center gap-1 text-bad"}>
      <Icon shape={shape} size={12} label={label} />
      {countText(locale, count)}
    </span>
  );
}
