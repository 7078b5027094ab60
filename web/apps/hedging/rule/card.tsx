/** One rule: its sentence, what it did this month, and the ways to pause, resume and end it. */
import { useState } from "react";
import type { HedgeRule, Hedging } from "#contract/products/hedging/hedging.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Icon } from "#ui/icon.tsx";
import { arrowEnd } from "#ui/icons/shapes.ts";
import { Coin } from "#ui/pictures/coin.tsx";
import { coins, priceWords, ruleWords } from "./words.ts";

type Props = { readonly rule: HedgeRule; readonly onChanged: (next: Hedging) => void };

export function RuleCard({ rule, onChanged }: Props) {
  const t = useT();
  const page = usePage();
  const { locale } = page;
  const [isEnding, setEnding] = useState(false);
  const change = useAction(async (status: HedgeRule["status"]) => {
    const { switchHedgeRule } = await import("#contract/products/hedging/hedging.ts");
    onChanged((await page.call(switchHedgeRule, { params: { id: rule.id }, body: { status } })).data);
  });
  const isActive = rule.status === "active";
  const hasReserve = /[1-9]/.test(rule.keep);
  return (
    <Card className="grid h-full content-start gap-3 p-4">
      <div className="flex items-center gap-2">
        <Coin code={rule.from} size={24} />
        <Icon shape={arrowEnd} size={14} className="text-muted rtl:-scale-x-100" />
        <Coin code={rule.to} size={24} />
        <span className="ms-auto">
          <Badge tone={isActive ? "good" : "warn"}>{t(`hedging.status.${isActive ? "active" : "paused"}`)}</Badge>
        </span>
      </div>
      <p className="font-semibold [overflow-wrap:anywhere]">{ruleWords(t, locale, rule)}</p>
      {rule.pausedWhy === "deposit_reversed" && <p className="text-sm text-warn">{t("hedging.paused_reversed")}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <FactRows
          rows={[
            ...(rule.price && rule.trigger !== "price"
              ? [[t("hedging.only"), priceWords(t, locale, rule)] as const]
              : []),
            ...(hasReserve ? [[t("hedging.keeps"), coins(locale, rule.keep, rule.from)] as const] : []),
            ...(rule.nextAt && isActive
              ? [[t("hedging.next"), <LocalTime key="next" at={rule.nextAt} />] as const]
              : []),
            [t("hedging.month"), monthWords()],
          ]}
        />
      </dl>
      {isEnding && <p className="text-sm">{t("hedging.really_end")}</p>}
      <div className="flex flex-wrap gap-2">
        {isEnding ? (
          <>
            <Button look="danger" size="sm" isBusy={change.isRunning} onClick={() => void change.run("ended")}>
              {t("hedging.end")}
            </Button>
            <Button look="quiet" size="sm" onClick={() => setEnding(false)}>
              {t("hedging.keep_rule")}
            </Button>
          </>
        ) : (
          <>
            <Button
              look="secondary"
              size="sm"
              isBusy={change.isRunning}
              onClick={() => void change.run(isActive ? "paused" : "active")}
            >
              {t(isActive ? "hedging.pause" : "hedging.resume")}
            </Button>
            <Button look="quiet" size="sm" disabled={change.isRunning} onClick={() => setEnding(true)}>
              {t("hedging.end")}
            </Button>
          </>
        )}
      </div>
    </Card>
  );

  function monthWords(): string {
    const { conversions, gave, got } = rule.month;
    if (conversions === 0) return t("hedging.nothing");
    return t("hedging.converted", {
      count: conversions,
      gave: coins(locale, gave, rule.from),
      got: coins(locale, got, rule.to),
    });
  }
}
