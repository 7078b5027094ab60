/** The reader's own offers in numbers. */
import type { OfferCounts } from "#contract/market/pages.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { offers as offersShape } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Stat } from "#ui/stat.tsx";

export function OffersCard({ counts }: { counts: OfferCounts }) {
  const page = usePage();
  const t = useT();
  const numbers = [
    { label: t("dashboard.offers.sell"), value: counts.sell },
    { label: t("dashboard.offers.buy"), value: counts.buy },
    { label: t("dashboard.offers.on"), value: counts.on },
  ];
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="offers">
      <h2 id="offers" className="flex items-center gap-2 text-sm font-semibold">
        <Icon shape={offersShape} className="text-muted" />
        {t("dashboard.offers.title")}
      </h2>
      <dl className="grid grid-cols-3 gap-3">
        {numbers.map(({ label, value }) => (
          <Stat key={label} size="lg" label={label} value={countText(page.locale, value)} />
        ))}
      </dl>
      <p className="text-2xs text-muted">{t("dashboard.offers.most", { count: counts.most })}</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton look="secondary" size="sm" href={page.href("myOffers", undefined)}>
          {t("dashboard.offers.manage")}
        </LinkButton>
        <LinkButton look="quiet" size="sm" href={page.href("createOffer", undefined)}>
          {t("dashboard.offers.create")}
        </LinkButton>
      </div>
    </Card>
  );
}
