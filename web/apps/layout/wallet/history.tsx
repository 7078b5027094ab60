/** Everything that changed the balances, newest first. */
import type { WalletTransaction } from "#contract/wallet.ts";
import { cryptoText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { agoText } from "#sdk/ago.ts";
import { useNow } from "#sdk/use-now.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";

const TONES: Record<WalletTransaction["status"], Tone> = {
  pending: "warn",
  confirming: "info",
  completed: "good",
  failed: "bad",
  cancelled: "neutral",
};

export function History({ transactions }: { transactions: readonly WalletTransaction[] }) {
  const t = useT();
  const { locale } = usePage();
  const nowMs = useNow(30_000);
  if (transactions.length === 0)
    return <p className="py-8 text-center text-sm text-muted">{t("wallet.history.empty")}</p>;
  return (
    <Table
      caption={t("wallet.history.title")}
      head={[
        t("wallet.history.what"),
        t("wallet.history.amount"),
        t("wallet.history.status"),
        t("wallet.history.when"),
      ]}
      numbers={[1]}
    >
      {transactions.map((one) => (
        <tr key={`${one.type}${one.id}${one.cryptoCurrencyCode}`}>
          <td>
            <What one={one} />
          </td>
          <td className="text-end font-medium tabular-nums">
            <bdi>
              {one.amount.startsWith("-") ? "" : "+"}
              {cryptoText(locale, one.amount, one.cryptoCurrencyCode)} {one.cryptoCurrencyCode}
            </bdi>
          </td>
          <td>
            <Badge tone={TONES[one.status]}>
              {t(`wallet.status.${one.status}`)}
              {one.status === "confirming" && one.confirmationsNeeded
                ? ` ${one.confirmations ?? 0}/${one.confirmationsNeeded}`
                : ""}
            </Badge>
          </td>
          <td className="text-xs text-muted">{agoText(t, nowMs - Date.parse(one.at))}</td>
        </tr>
      ))}
    </Table>
  );
}

/** A trade's movement leads to the trade; coins on a chain name the address. */
function What({ one }: { one: WalletTransaction }) {
  const t = useT();
  const { href } = usePage();
  const what = t.maybe(`wallet.type.${one.type}`, t("wallet.type.other"));
  if (one.type.startsWith("trade_") && one.reference) {
    return (
      <a href={href("viewTrade", { hash: one.reference })} className="font-medium text-brand underline">
        {what}
      </a>
    );
  }
  return (
    <>
      {what}
      {one.address && (
        <span className="block font-mono text-2xs text-muted" dir="ltr" title={one.address}>
          {one.address.slice(0, 8)}…{one.address.slice(-6)}
        </span>
      )}
    </>
  );
}
