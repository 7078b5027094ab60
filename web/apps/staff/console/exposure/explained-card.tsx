/** One currency: held less owed is the operator's own, by account; open orders; and of a coin its place in the band, with the way back. */
import type { CurrencyExposure, ExposurePart, HouseExposure } from "#contract/staff/exposure.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { amountText } from "#sdk/words/money.ts";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { AdvicePanel } from "./advice-panel.tsx";
import { BandPicture } from "./band-picture.tsx";

type CardProps = { readonly one: CurrencyExposure; readonly onChange: (exposure: HouseExposure) => void };

export function ExplainedCard({ one, onChange }: CardProps) {
  const t = useT();
  const { locale } = usePage();
  const { currencyCode: code } = one;
  const shown = (sum: string) => amountText(locale, `${sum} ${code}`);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{code}</h2>
        {one.rateUsd !== null && code !== "USD" && (
          <p className="text-xs text-muted">
            {t("exposure.rate")} <bdi dir="ltr">{amountText(locale, `${one.rateUsd} USD`)}</bdi>
          </p>
        )}
      </div>
      {one.aim && <Aim one={one} aim={one.aim} onChange={onChange} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 lg:grid-cols-[1fr_1.1fr_1.1fr]">
        <Part title={t("exposure.held")} parts={one.held} sum={one.heldSum} code={code} />
        <Part title={t("exposure.owed")} parts={one.owed} sum={one.owedSum} code={code} />
        <Part title={t("exposure.own")} parts={one.own} sum={one.ownSum} code={code} />
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm lg:ms-auto lg:w-full lg:max-w-xl">
        <FactRows
          rows={[
            [t("exposure.sum.own"), shown(one.ownSum)],
            ...(Number(one.outside) === 0 ? [] : [[t("exposure.sum.outside"), shown(one.outside)] as const]),
            [t("exposure.sum.ordered"), shown(one.ordered)],
            [t("exposure.sum.exposure"), shown(one.exposure)],
            ...(one.aim ? [[t("exposure.sum.target"), shown(one.aim.target)] as const] : []),
          ]}
        />
      </dl>
    </Card>
  );
}

type PartProps = {
  readonly title: string;
  readonly parts: readonly ExposurePart[];
  readonly sum: string;
  readonly code: string;
};

function Part({ title, parts, sum, code }: PartProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 text-sm" aria-label={title}>
      <h3 className="grid gap-0.5 border-b border-line pb-1.5 font-semibold">
        <span className="text-xs font-medium text-muted">{title}</span>
        <span>
          <bdi dir="ltr" className="tabular-nums">
            {amountText(locale, `${sum} ${code}`)}
          </bdi>
        </span>
      </h3>
      {parts.length === 0 ? (
        <p className="text-muted">{t("exposure.nothing")}</p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
          <FactRows
            rows={parts.map(({ place, amount }) => [
              t(`console.ledger.account.${place}`),
              <bdi key={place} dir="ltr">
                {amountText(locale, `${amount} ${code}`)}
              </bdi>,
            ])}
          />
        </dl>
      )}
    </section>
  );
}

type AimProps = CardProps & { readonly aim: NonNullable<CurrencyExposure["aim"]> };

function Aim({ one: { currencyCode: code, exposure }, aim, onChange }: AimProps) {
  const t = useT();
  const { locale } = usePage();
  const shown = (sum: string) => amountText(locale, `${sum} ${code}`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AdvicePanel code={code} aim={aim} onChange={onChange} />
      <BandPicture
        label={t("exposure.picture", {
          exposure: shown(exposure),
          low: shown(aim.low),
          high: shown(aim.high),
          target: shown(aim.target),
        })}
        {...{ exposure, low: aim.low, high: aim.high }}
      />
      <p className="flex justify-between gap-x-4 text-xs text-muted tabular-nums" dir="ltr">
        <bdi>{shown(aim.low)}</bdi>
        <bdi>{shown(aim.high)}</bdi>
      </p>
    </div>
  );
}
