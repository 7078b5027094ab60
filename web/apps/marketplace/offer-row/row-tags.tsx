/** What is special about an offer, in short words: conditions first. One is shown, "+3" shows the others. */
import { type ReactNode, useState } from "react";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { durationText } from "#sdk/words/ago.ts";
import { fiatText, percentText } from "#sdk/words/money.ts";
import { type PageKit, usePage } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { clock, star } from "#ui/icons/page-shapes.ts";

const SHOWN = 1;

type Tag = {
  readonly key: string;
  readonly text: ReactNode;
  readonly tone?: Tone;
  readonly icon?: string;
  readonly title?: string;
};

export function RowTags({ offer }: { offer: OfferCard }) {
  const page = usePage();
  const [isOpen, setOpen] = useState(false);
  const tags = tagsOf(offer, page);
  if (tags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:order-4">
      {(isOpen ? tags : tags.slice(0, SHOWN)).map(({ key, text, ...look }) => (
        <Badge key={key} {...look}>
          {text}
        </Badge>
      ))}
      {!isOpen && tags.length > SHOWN && (
        <button
          type="button"
          aria-label={page.t("offers.row.all_tags", { count: tags.length })}
          onClick={() => setOpen(true)}
          className="min-h-6 min-w-8 rounded-md bg-sunken px-1.5 text-2xs font-medium text-muted hover:text-ink"
        >
          +{tags.length - SHOWN}
        </button>
      )}
    </span>
  );
}

/** In the same order in every language and on both sides of the market. */
function tagsOf(offer: OfferCard, { t, locale }: PageKit): Tag[] {
  const { cashback, availableIn, requireMinPastTrades: trades } = offer;
  const share = cashback && percentText(locale, cashback.percent);
  return [
    ...(offer.isMine ? [{ key: "mine", text: t("offers.row.mine"), tone: "info" } as const] : []),
    ...(offer.isBlocked ? [{ key: "blocked", text: t("offers.row.blocked"), tone: "warn" } as const] : []),
    ...(!offer.isOnline && availableIn > 0
      ? [
          {
            key: "hours",
            text: t("offers.row.available_in", { time: durationText(t, availableIn) }),
            tone: "warn",
            icon: clock,
          } as const,
        ]
      : []),
    ...offer.rules.flatMap((rule) => {
      const text = t.maybe(`rules.card.${rule}`, "");
      return text ? [{ key: rule, text, tone: "warn" } as const] : [];
    }),
    ...(trades > 0
      ? [{ key: "past", text: t("offers.row.trades_needed", { count: trades }), tone: "warn" } as const]
      : []),
    ...(cashback && share
      ? [
          {
            key: "cashback",
            text: t("offers.row.cashback_of", { percent: share }),
            tone: "good",
            title: t("offers.row.cashback_max", { percent: share, max: fiatText(locale, cashback.maxValue, "USD") }),
          } as const,
        ]
      : []),
    ...(offer.isFeatured
      ? [{ key: "featured", text: t("offers.row.featured"), tone: "brand", icon: star } as const]
      : []),
    ...[...offer.tags]
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
      .map((tag) => ({
        key: `tag ${tag.slug}`,
        text: t.maybe(`catalog.tags.${tag.slug}`, tag.name),
        title: tag.description,
      })),
    ...(offer.owner.isDemo ? [{ key: "demo", text: t("offers.row.demo"), tone: "info" } as const] : []),
  ];
}
