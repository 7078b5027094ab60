/** The owner of the offer. */
import { numeralLocale } from "#contract/platform/locales.ts";
import type { OfferPageProps } from "#contract/market/pages.ts";
import { seenLevel, seenText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Flag } from "#ui/pictures/flag.tsx";
import { check, minus } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { UserChip } from "#ui/user-chip.tsx";
import { Stat } from "#ui/stat.tsx";
import { MessageButton } from "#widgets/message-button.tsx";

export function OwnerCard({ offer, chat }: Pick<OfferPageProps, "offer" | "chat">) {
  const page = usePage();
  const t = useT();
  const { owner } = offer;
  const ageMs = page.madeAtMs - Date.parse(owner.lastSeen.at);
  const since = new Intl.DateTimeFormat(numeralLocale(page.locale), {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(new Date(owner.registeredAt));
  const numbers = [
    { label: t("offer.owner.trades"), value: countText(page.locale, owner.totalTrades) },
    { label: t("offer.owner.partners"), value: countText(page.locale, owner.totalPartners) },
    { label: t("offer.owner.good"), value: countText(page.locale, owner.feedback.positive) },
    { label: t("offer.owner.bad"), value: countText(page.locale, owner.feedback.negative) },
  ];
  const proofs = [
    { label: t("offer.owner.id"), isThere: owner.verification.id },
    { label: t("offer.owner.email"), isThere: owner.verification.email },
    { label: t("offer.owner.phone"), isThere: owner.verification.phone },
  ];
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="owner">
      <h2 id="owner" className="text-sm font-semibold">
        {t("offer.owner.title")}
      </h2>
      <UserChip
        size={48}
        name={owner.username}
        face={owner.avatarUrl}
        href={page.href("user", { username: owner.username })}
        seen={{ level: seenLevel(ageMs), text: seenText(t, ageMs) }}
        after={owner.country && <Flag iso={owner.country.iso} name={owner.country.name} src={owner.country.flag} />}
      >
        <span>{t("offer.owner.since", { date: since })}</span>
        {owner.badge && owner.badge !== "no_badge" && (
          <Badge tone="brand">{t.maybe(`offers.badge.${owner.badge}`, owner.badge)}</Badge>
        )}
        {owner.isDemo && <Badge tone="info">{t("offers.row.demo")}</Badge>}
        {offer.isTrustedUser && <Badge tone="good">{t("offer.owner.trusted")}</Badge>}
      </UserChip>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {numbers.map((one) => (
          <Stat key={one.label} isBoxed label={one.label} value={one.value} />
        ))}
      </dl>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {proofs.map((proof) => (
          <li
            key={proof.label}
            className={proof.isThere ? "flex items-center gap-1.5 text-good" : "flex items-center gap-1.5 text-muted"}
          >
            <Icon shape={proof.isThere ? check : minus} size={14} />
            {proof.label}
            {!proof.isThere && <span className="sr-only">: {t("offer.owner.missing")}</span>}
          </li>
        ))}
      </ul>
      {chat && <MessageButton chat={chat} username={owner.username} origin="offer" />}
    </Card>
  );
}
