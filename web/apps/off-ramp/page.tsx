/** The form, then the price, beside the newest orders; for visitors how it works and what it costs. */
import { useState } from "react";
import type { RampPageProps } from "#contract/products/pages.ts";
import type { RampDirection } from "#contract/products/ramps/names.ts";
import type { RampQuote } from "#contract/products/ramps/ramps.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { amountText } from "#sdk/words/money.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { wallet } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { NumberedSteps } from "#ui/numbered-steps.tsx";
import { PriceStep } from "./price-step.tsx";
import { RampForm } from "./form.tsx";
import { RecentRamps } from "./recent-ramps.tsx";
import { Simulated } from "./simulated.tsx";
import type { Start } from "./start.ts";

type Props = RampPageProps & { readonly direction: RampDirection };

const KEYS = { buy: "onramp", sell: "offRamp" } as const;

export function RampPage({ direction, start, hasOther }: Props) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid max-w-2xl gap-2">
          <h1 className="text-2xl font-bold">{t(`ramps.${direction}.title`)}</h1>
          {start && <p className="text-muted">{t(`ramps.${direction}.lead`)}</p>}
        </div>
        {start && hasOther && (
          <Segments
            label={t("ramps.directions")}
            chosen={direction}
            segments={(["buy", "sell"] as const).map((one) => ({
              key: one,
              label: t(`ramps.${one}.short`),
              href: page.href(KEYS[one], undefined),
            }))}
          />
        )}
      </header>
      {start === null && (
        <EmptyState shape={wallet} title={t("ramps.not_here.title")}>
          {t("ramps.not_here.text")}
        </EmptyState>
      )}
      {start?.simulated && <Simulated>{t(`ramps.simulated.${direction}`)}</Simulated>}
      {start &&
        (session ? <Own direction={direction} start={start} /> : <Landing direction={direction} start={start} />)}
    </div>
  );
}

type OwnProps = { readonly direction: RampDirection; readonly start: Start };

function Own({ direction, start }: OwnProps) {
  const t = useT();
  const [quote, setQuote] = useState<RampQuote | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)]">
        {/* What was typed stays for the way back. */}
        <div hidden={quote !== null} className="grid grid-cols-[minmax(0,1fr)] [&[hidden]]:hidden">
          {start.corridors.length === 0 ? (
            <EmptyState shape={wallet} title={t("ramps.not_here.title")}>
              {t("ramps.not_here.none")}
            </EmptyState>
          ) : (
            <RampForm direction={direction} start={start} onQuote={setQuote} />
          )}
        </div>
        {quote && <PriceStep key={quote.id} quote={quote} onBack={() => setQuote(null)} />}
      </div>
      <RecentRamps direction={direction} first={start.orders} next={start.next} />
    </div>
  );
}

function Landing({ direction, start }: OwnProps) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">{t("ramps.landing.how")}</h2>
        <NumberedSteps
          steps={(["step_1", "step_2", "step_3"] as const).map((step) => t(`ramps.landing.${direction}.${step}`))}
        />
        <LinkButton href={signInHref(page, page.href(KEYS[direction], undefined))} className="justify-self-start">
          {t("ramps.landing.sign_in")}
        </LinkButton>
      </Card>
      <Card className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold">{t("ramps.landing.countries")}</h2>
        <ul className="grid gap-2 text-sm">
          {start.corridors.map((one) => (
            <li key={one.id} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {nameOf(one.countryIso)} · {t(`ramps.rail.${one.rail}`)}
              </span>
              <bdi className="text-muted tabular-nums">
                {t("ramps.form.up_to", { amount: amountText(page.locale, `${one.most} ${one.currencyCode}`) })}
              </bdi>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
