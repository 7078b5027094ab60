/** How much of the limits of the reader's level is used. */
import type { OwnLimits } from "#contract/compliance/levels.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { LimitBars } from "../verification/limit-bars.tsx";

export function LimitsCard({ limits }: { limits: OwnLimits }) {
  const page = usePage();
  const t = useT();
  return (
    <Card aria-labelledby="limits" className="grid content-start gap-4 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="limits" className="font-semibold">
          {t("dashboard.limits.title")}
        </h2>
        <p className="text-xs text-muted">{t(`verification.level.name.${limits.level}`)}</p>
      </div>
      <LimitBars limits={limits} />
      <LinkButton
        look="quiet"
        size="sm"
        className="-ms-3 justify-self-start"
        href={page.href("accountLevel", undefined)}
      >
        {t("dashboard.limits.all")}
      </LinkButton>
    </Card>
  );
}
