/** The trade in three pictures' worth of words. */
import type { Translate } from "#sdk/words/t.ts";
import { Card } from "#ui/card.tsx";
import { lock, send, wallet } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

const STEPS = [
  { key: "escrow", shape: lock },
  { key: "pay", shape: send },
  { key: "release", shape: wallet },
] as const;

export function HowItGoes({ t }: { t: Translate }) {
  return (
    <section className="grid gap-4 pb-12" aria-labelledby="how-title">
      <h2 id="how-title" className="text-xl font-semibold tracking-tight">
        {t("pages.how.title")}
      </h2>
      <ol className="grid gap-4 md:grid-cols-3">
        {STEPS.map((step, place) => (
          <li key={step.key}>
            <Card className="grid h-full content-start gap-2 p-5">
              <span className="flex items-center gap-3">
                <span className="grid size-10 place-items-center rounded-full bg-brand-soft text-brand">
                  <Icon shape={step.shape} size={18} className="rtl:-scale-x-100" />
                </span>
                <span className="text-sm font-semibold text-muted">{place + 1}</span>
              </span>
              <h3 className="text-base font-semibold">{t(`pages.how.${step.key}_title`)}</h3>
              <p className="text-sm text-muted">{t(`pages.how.${step.key}_text`)}</p>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  );
}
