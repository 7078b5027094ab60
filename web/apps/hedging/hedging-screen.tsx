/** Protection of a balance: the rules that convert it, what each did, and a form for a new one. */
import { useState } from "react";
import type { HedgingProps } from "#contract/products/pages.ts";
import { MOST_HEDGE_RULES } from "#contract/products/hedging/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { plus, shieldCheck } from "#ui/icons/shapes.ts";
import { RuleCard } from "./rule/card.tsx";
import { RuleForm } from "./rule/form.tsx";
import { RunList } from "./run-list.tsx";
import { useHedging } from "./use-hedging.ts";

export const screen: PageScreen<"hedging", typeof HedgingScreen> = {
  title: "hedging.title",
  texts: ["hedging", "proof"],
};

export default function HedgingScreen(props: HedgingProps) {
  const t = useT();
  const page = usePage();
  const { hedging, show } = useHedging(props.hedging);
  const [isWriting, setWriting] = useState(false);
  const pause = useAction(async () => {
    const { pauseHedging } = await import("#contract/products/hedging/hedging.ts");
    show((await page.call(pauseHedging, {})).data);
    page.toast("success", t("hedging.all_paused"));
  });
  const hasActive = hedging.rules.some(({ status }) => status === "active");
  if (isWriting)
    return (
      <RuleForm
        prices={props.prices}
        spreadBp={hedging.spreadBp}
        onClose={() => setWriting(false)}
        onSaved={(next) => {
          show(next);
          setWriting(false);
        }}
      />
    );
  const create = (
    <Button onClick={() => setWriting(true)} disabled={hedging.rules.length >= MOST_HEDGE_RULES}>
      <Icon shape={plus} size={16} />
      {t("hedging.new")}
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-2xl gap-1">
          <h1 className="text-2xl font-bold">{t("hedging.title")}</h1>
          <p className="text-muted">{t("hedging.lead")}</p>
        </div>
        {hedging.rules.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {hasActive && (
              <Button look="secondary" isBusy={pause.isRunning} onClick={() => void pause.run()}>
                {t("hedging.pause_all")}
              </Button>
            )}
            {create}
          </div>
        )}
      </header>
      {hedging.rules.length === 0 ? (
        <EmptyState shape={shieldCheck} title={t("hedging.none")} action={create}>
          {t("hedging.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {hedging.rules.map((rule) => (
            <li key={rule.id} className="min-w-0">
              <RuleCard rule={rule} onChanged={show} />
            </li>
          ))}
        </ul>
      )}
      {hedging.runs.length > 0 && (
        <Card className="grid min-w-0 gap-2 p-4">
          <h2 className="font-semibold">{t("hedging.runs")}</h2>
          <RunList runs={hedging.runs} />
        </Card>
      )}
    </div>
  );
}
