/** The parties and the subject of a case's trade, on each card of the queue. */
import type { DisputeRow } from "#contract/market/disputes/disputes.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";

type Traded = Pick<
  DisputeRow,
  "buyer" | "seller" | "cryptoAmount" | "cryptoCurrencyCode" | "fiatAmount" | "fiatCurrencyCode" | "paymentMethod"
>;
type Props = { readonly row: Traded; readonly times?: readonly (readonly [label: string, at: string])[] };

export function CaseFacts({ row, times = [] }: Props) {
  const { locale, href } = usePage();
  const t = useT();
  const person = (name: string) => (
    <a href={href("user", { username: name })} className="font-medium text-ink hover:underline">
      <bdi>{name}</bdi>
    </a>
  );
  const facts = [
    { label: t("dashboard.disputes.buyer"), value: person(row.buyer) },
    { label: t("dashboard.disputes.seller"), value: person(row.seller) },
    {
      label: t("dashboard.disputes.amount"),
      value: (
        <span className="flex flex-wrap gap-x-3 tabular-nums">
          <bdi className="whitespace-nowrap">
            {cryptoText(locale, row.cryptoAmount, row.cryptoCurrencyCode)} {row.cryptoCurrencyCode}
          </bdi>
          <bdi className="whitespace-nowrap text-muted">
            {fiatText(locale, row.fiatAmount, row.fiatCurrencyCode)} {row.fiatCurrencyCode}
          </bdi>
        </span>
      ),
    },
    { label: t("dashboard.disputes.method"), value: row.paymentMethod },
    ...times.map(([label, at]) => ({ label, value: <LocalTime at={at} /> })),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
