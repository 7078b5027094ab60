/** The owner of an offer, and what they have done so far. */
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { durationText, seenLevel, seenText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Flag } from "#ui/pictures/flag.tsx";
import { clock, shieldCheck, thumbDown, thumbUp } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { UserChip } from "#ui/user-chip.tsx";

export function OwnerCell({ offer }: { offer: OfferCard }) {
  const page = usePage();
  const t = useT();
  const { owner } = offer;
  const ageMs = page.madeAtMs - Date.parse(owner.lastSeen.at);
  return (
    <div className="grid min-w-0 gap-0.5">
      <UserChip
        name={owner.username}
        face={owner.avatarUrl}
        href={page.href("user", { username: owner.username })}
        seen={{ level: seenLevel(ageMs), text: seenText(t, ageMs) }}
        after={
          <>
            {owner.country && <Flag iso={owner.country.iso} name={owner.country.name} src={owner.country.flag} />}
            {owner.verification.id && (
              <Icon shape={shieldCheck} size={14} className="text-good" label={t("offers.row.id_verified")} />
            )}
          </>
        }
      >
        <FeedbackCount shape={thumbUp} label={t("offers.row.feedback_good")} count={owner.feedback.positive} isGood />
        {owner.feedback.negative > 0 && (
          <FeedbackCount shape={thumbDown} label={t("offers.row.feedback_bad")} count={owner.feedback.negative} />
        )}
        {owner.badge && owner.badge !== "no_badge" && (
          <Badge tone="brand">{t.maybe(`offers.badge.${owner.badge}`, owner.badge)}</Badge>
        )}
        {owner.isDemo && (
          <span className="max-md:hidden">
            <Badge tone="info">{t("offers.row.demo")}</Badge>
          </span>
        )}
      </UserChip>
      <p className="flex flex-wrap gap-x-3 text-2xs text-muted">
        {owner.monthlyStats ? (
          <>
            <span className="max-md:hidden">
              {t("offers.row.trades_month", { count: owner.monthlyStats.tradesTotal })}
            </span>
            <span>{t("offers.row.completion", { pct: owner.monthlyStats.successPct })}</span>
          </>
        ) : (
          <span>{t("offers.row.new_trader")}</span>
        )}
        {offer.releaseTimeSec !== null && (
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
