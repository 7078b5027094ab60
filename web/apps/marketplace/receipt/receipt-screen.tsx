/** The public receipt of a finished trade: what, when, for how much; names hidden; a digest over all of it. */
import type { ReceiptPageProps } from "#contract/market/pages.ts";
import { cryptoText, fiatText, priceText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import type { PageScreen } from "#sdk/screen.ts";

export const screen: PageScreen<"receipt", typeof ReceiptScreen> = {
  title: "trade.receipt",
  texts: ["trade"],
};

export default function ReceiptScreen({ receipt }: ReceiptPageProps) {
  const t = useT();
  const { locale } = usePage();
  const code = receipt.cryptoCurrencyCode;
  const rows: [string, string][] = [
    [t("trade.facts.id"), receipt.tradeHash],
    [t("trade.facts.buyer"), receipt.buyer],
    [t("trade.facts.seller"), receipt.seller],
    [t("trade.facts.crypto"), `${cryptoText(locale, receipt.cryptoAmount, code)} ${code}`],
    ...(receipt.division
      ? ([
          [t("trade.facts.got_buyer"), `${cryptoText(locale, receipt.division.buyer, code)} ${code}`],
          [t("trade.facts.got_seller"), `${cryptoText(locale, receipt.division.seller, code)} ${code}`],
        ] as [string, string][])
      : []),
    [t("trade.facts.fee"), `${cryptoText(locale, receipt.fee, code)} ${code}`],
    [
      t("trade.facts.fiat"),
      `${fiatText(locale, receipt.fiatAmount, receipt.fiatCurrencyCode)} ${receipt.fiatCurrencyCode}`,
    ],
    [
      t("trade.facts.price", { crypto: code }),
      `${priceText(locale, receipt.fiatPricePerCrypto, receipt.fiatCurrencyCode)} ${receipt.fiatCurrencyCode}`,
    ],
    [t("trade.facts.method"), receipt.methodName],
  ];
  return (
    <Card className="mx-auto my-8 grid w-full max-w-xl gap-5 p-6">
      <h1 className="text-2xl font-bold">{t("trade.receipt")}</h1>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <FactRows rows={rows} />
        <dt className="text-muted">{t("trade.facts.started")}</dt>
        <dd className="text-end">
          <LocalTime at={receipt.startedAt} />
        </dd>
        <dt className="text-muted">{t("trade.facts.completed")}</dt>
        <dd className="text-end">
          <LocalTime at={receipt.completedAt} />
        </dd>
      </dl>
      <p className="text-2xs text-muted [overflow-wrap:anywhere]" dir="ltr">
        SHA-256 {receipt.digest}
      </p>
      <Button look="secondary" onClick={() => globalThis.print()}>
        {t("trade.print")}
      </Button>
    </Card>
  );
}
