/** All advice about the exposure, newest first: what it was, the exposure and the band of then, and how it ended. */
import type { AdvicePage, HouseAdvice } from "#contract/staff/exposure.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";
import { QueuePager } from "../queue/pager.tsx";

const TONES: Readonly<Record<HouseAdvice["state"], Tone>> = {
  open: "warn",
  done: "good",
  dismissed: "neutral",
  lapsed: "neutral",
};

export function AdviceHistory({ found, after }: { readonly found: AdvicePage; readonly after: string }) {
  const t = useT();
  const page = usePage();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={t("exposure.advice.title")}>
      <h2 className="text-lg font-semibold">{t("exposure.advice.title")}</h2>
      <p className="max-w-3xl text-sm text-muted">{t("exposure.advice.about")}</p>
      <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
        {found.rows.length === 0 ? (
          <p className="p-3 text-sm text-muted">{t("exposure.advice.none")}</p>
        ) : (
          <Table
            caption={t("exposure.advice.title")}
            head={(["what", "then", "time", "state"] as const).map((key) => t(`exposure.advice.head.${key}`))}
            isStacked
          >
            {found.rows.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </Table>
        )}
      </Card>
      <QueuePager
        label={t("exposure.advice.title")}
        base={page.href("staffExposure", undefined)}
        values={{}}
        after={after}
        next={found.next}
      />
    </section>
  );
}

function Row({ one }: { readonly one: HouseAdvice }) {
  const t = useT();
  const { locale } = usePage();
  const text = (sum: string, code: string = one.currencyCode) => amountText(locale, `${sum} ${code}`);
  return (
    <tr className="align-top">
      <td className="whitespace-nowrap tabular-nums">
        <p className="font-medium">
          <bdi>{t(`exposure.advice.${one.side}`, { amount: text(one.amount) })}</bdi>
        </p>
        <p className="text-xs text-muted">
          <bdi dir="ltr">{text(one.usd, "USD")}</bdi>
        </p>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        <p>
          <span className="block text-xs text-muted sm:hidden">{t("exposure.advice.head.then")}</span>
          <bdi dir="ltr">{text(one.exposure)}</bdi>
        </p>
        <p className="text-xs text-muted">
          <bdi dir="ltr">
            {text(one.low)} – {text(one.high)}
          </bdi>
        </p>
      </td>
      <td className="text-xs whitespace-nowrap text-muted">
        <LocalTime at={one.madeAt} />
      </td>
      <td>
        <Badge tone={TONES[one.state]}>{t(`exposure.advice.state.${one.state}`)}</Badge>
        {one.endedAt !== null && (
          <p className="text-xs text-muted">
            <LocalTime at={one.endedAt} />
            {one.endedBy !== null && ` · ${t("exposure.advice.by", { name: one.endedBy })}`}
          </p>
        )}
        {one.endedWhy !== null && (
          <p dir="auto" className="max-w-72 text-xs [overflow-wrap:anywhere]">
            {one.endedWhy}
          </p>
        )}
      </td>
    </tr>
  );
}
