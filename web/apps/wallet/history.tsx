/** Everything that changed the balances, newest first. Each line opens with what it means and all that is known of it. */
import { useState } from "react";
import type { WalletTransaction } from "#contract/products/wallet/wallet.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { agoText } from "#sdk/words/ago.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { arrowEnd } from "#ui/icons/shapes.ts";
import { Table } from "#ui/table.tsx";
import { shownStatus } from "./shown-status.ts";
import { typeText } from "./type-words.ts";
import { TransactionDialog } from "./transaction-dialog.tsx";

const TONES: Record<WalletTransaction["status"], Tone> = {
  pending: "warn",
  broadcast: "info",
  confirming: "info",
  completed: "good",
  failed: "bad",
  cancelled: "neutral",
};

type HistoryProps = { readonly transactions: readonly WalletTransaction[]; readonly onChanged: () => void };

export function History({ transactions, onChanged }: HistoryProps) {
  const t = useT();
  const { locale } = usePage();
  const nowMs = useNow(30_000);
  const [openId, setOpenId] = useState<string | null>(null);
  // By its id: what the live channel brings is shown in the open dialog too.
  const opened = transactions.find(({ id }) => id === openId);
  if (transactions.length === 0)
    return <p className="py-8 text-center text-sm text-muted">{t("wallet.history.empty")}</p>;
  return (
    <>
      <Table
        caption={t("wallet.history.title")}
        head={[
          t("wallet.history.what"),
          t("wallet.history.amount"),
          t("wallet.history.status"),
          t("wallet.history.when"),
        ]}
        numbers={[1]}
        wide={[2, 3]}
      >
        {transactions.map((one) => (
          <tr key={`${one.type}${one.id}${one.cryptoCurrencyCode}`}>
            <td className="py-1!">
              <What one={one} onOpen={() => setOpenId(one.id)} />
              <span className="mt-1 flex flex-wrap items-center gap-2 text-2xs text-muted sm:hidden">
                {one.status !== "completed" && <State one={one} />}
                {agoText(t, nowMs - Date.parse(one.at))}
              </span>
            </td>
            <td className="text-end font-medium whitespace-nowrap tabular-nums">
              <bdi>
                {one.amount.startsWith("-") ? "" : "+"}
                {cryptoText(locale, one.amount, one.cryptoCurrencyCode)} {one.cryptoCurrencyCode}
              </bdi>
            </td>
            <td className="max-sm:hidden">
              <State one={one} />
            </td>
            <td className="text-xs text-muted max-sm:hidden">{agoText(t, nowMs - Date.parse(one.at))}</td>
          </tr>
        ))}
      </Table>
      {opened && <TransactionDialog one={opened} onClose={() => setOpenId(null)} onChanged={onChanged} />}
    </>
  );
}

function State({ one }: { one: WalletTransaction }) {
  const t = useT();
  const { status, confirmations, confirmationsNeeded } = one;
  return (
    <Badge tone={TONES[status]}>
      {t(`wallet.status.${shownStatus(one)}`)}
      {status === "confirming" && confirmationsNeeded ? ` ${confirmations ?? 0}/${confirmationsNeeded}` : ""}
    </Badge>
  );
}

function What({ one, onOpen }: { one: WalletTransaction; onOpen: () => void }) {
  const t = useT();
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className="grid min-h-11 content-center text-start">
      <span className="font-medium text-brand underline">{typeText(t, one)}</span>
      {one.address && (
        <span className="block font-mono text-2xs whitespace-nowrap text-muted" dir="ltr">
          {one.address.slice(0, 8)}…{one.address.slice(-6)}
        </span>
      )}
      {one.conversion && <Converted conversion={one.conversion} />}
    </button>
  );
}

function Converted({ conversion }: { conversion: NonNullable<WalletTransaction["conversion"]> }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <span className="flex flex-wrap items-center gap-1 text-2xs text-muted tabular-nums">
      <bdi>
        {cryptoText(locale, conversion.fromAmount, conversion.from)} {conversion.from}
      </bdi>
      <Icon shape={arrowEnd} size={12} label={t("wallet.history.to")} className="rtl:-scale-x-100" />
      <bdi>
        {cryptoText(locale, conversion.toAmount, conversion.to)} {conversion.to}
      </bdi>
    </span>
  );
}
