/** Movements under each other: a table where there is room, cards on a phone. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { Movement } from "#contract/products/wallet/history.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText, isolated } from "#sdk/words/money.ts";
import type { Translate } from "#sdk/words/t.ts";
import { Coin } from "#ui/pictures/coin.tsx";
import { Icon } from "#ui/icon.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { Table } from "#ui/table.tsx";

type Props = { readonly rows: readonly Movement[] };

export function MovementList({ rows }: Props) {
  const t = useT();
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-raised shadow-card">
      <div className="max-md:hidden">
        <Table
          caption={t("movements.title")}
          head={(["what", "amount", "fee", "balance", "when"] as const).map((one) => t(`movements.column.${one}`))}
          numbers={[1, 2, 3]}
        >
          {rows.map((one) => (
            <tr key={one.id}>
              <td>
                <What one={one} />
              </td>
              <td className="text-end font-medium whitespace-nowrap tabular-nums">
                <Amount one={one} />
              </td>
              <td className="text-end whitespace-nowrap text-muted tabular-nums">
                {one.fee === "0" ? "–" : <Sum text={one.fee} code={one.cryptoCurrencyCode} />}
              </td>
              <td className="text-end whitespace-nowrap tabular-nums">
                <Sum text={one.balanceAfter} code={one.cryptoCurrencyCode} />
              </td>
              <td className="text-xs whitespace-nowrap text-muted">
                <LocalTime at={one.at} />
              </td>
            </tr>
          ))}
        </Table>
      </div>
      <ul aria-label={t("movements.title")} className="divide-y divide-line md:hidden">
        {rows.map((one) => (
          <MovementCard key={one.id} one={one} />
        ))}
      </ul>
    </div>
  );
}

function MovementCard({ one }: { one: Movement }) {
  const t = useT();
  const sum = useSum();
  return (
    <li className="grid gap-1 p-4">
      <div className="flex flex-wrap items-start justify-end gap-x-3">
        <What one={one} />
        <span className="flex min-h-11 items-center text-end font-medium tabular-nums">
          <Amount one={one} />
        </span>
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-2xs text-muted tabular-nums">
        <LocalTime at={one.at} />
        {one.fee !== "0" && <span>{t("movements.fee_of", { amount: sum(one.fee, one.cryptoCurrencyCode) })}</span>}
        <span>{t("movements.balance_of", { amount: sum(one.balanceAfter, one.cryptoCurrencyCode) })}</span>
      </p>
    </li>
  );
}

/** As a part of a sentence. */
function useSum() {
  const { locale } = usePage();
  return (text: string, code: CryptoCode) => isolated(`${cryptoText(locale, text, code)} ${code}`);
}

function Sum({ text, code }: { text: string; code: CryptoCode }) {
  const { locale } = usePage();
  return (
    <bdi>
      {cryptoText(locale, text, code)} {code}
    </bdi>
  );
}

function Amount({ one }: { one: Movement }) {
  const { locale } = usePage();
  return (
    <bdi className="inline-flex items-center gap-1.5">
      <Coin code={one.cryptoCurrencyCode} size={16} />
      <span dir="ltr">
        {one.amount.startsWith("-") ? "" : "+"}
        {cryptoText(locale, one.amount, one.cryptoCurrencyCode)}
      </span>{" "}
      {one.cryptoCurrencyCode}
    </bdi>
  );
}

/** What a product moved is named as in the wallet. */
const typeOf = (t: Translate, { type }: Movement) =>
  t.maybe(`movements.type.${type}`, t.maybe(`wallet.type.${type}`, t("movements.type.other")));

/** A line opens with what it means; one of a trade leads to the trade too. */
function What({ one }: { one: Movement }) {
  const t = useT();
  return (
    <details className="grid min-w-0 grow basis-32 gap-0.5">
      <summary className="flex min-h-9 cursor-pointer items-center gap-x-2 max-md:min-h-11">
        <Icon shape={chevronDown} size={12} className="text-muted" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{typeOf(t, one)}</span>
          <About one={one} />
        </span>
      </summary>
      <Details one={one} />
    </details>
  );
}

function Details({ one }: { one: Movement }) {
  const t = useT();
  const { href } = usePage();
  const kind = one.type === "send_out_reserve" ? "send_out" : one.type;
  return (
    <div className="grid max-w-md gap-2 pb-2 text-xs text-muted">
      <p>{t.maybe(`wallet.explain.${kind}`, t("wallet.explain.other"))}</p>
      {one.address && <Long label={t("wallet.details.address")} text={one.address} />}
      {one.txid && <Long label={t("wallet.details.txid")} text={one.txid} />}
      {one.trade && (
        <a href={href("viewTrade", { hash: one.trade })} className="font-semibold text-brand underline">
          {t("wallet.details.trade")}
        </a>
      )}
    </div>
  );
}

function Long({ label, text }: { label: string; text: string }) {
  return (
    <p>
      {label}:{" "}
      <span className="font-mono break-all text-ink" dir="ltr">
        {text}
      </span>
    </p>
  );
}

function About({ one: { partner, conversion, txid, address, reference } }: { one: Movement }) {
  const t = useT();
  const sum = useSum();
  const chain = txid ?? address;
  const said = partner
    ? t("movements.with", { name: isolated(partner) })
    : conversion
      ? t("movements.converted", {
          from: sum(conversion.fromAmount, conversion.from),
          to: sum(conversion.toAmount, conversion.to),
        })
      : reference && t("movements.case", { name: isolated(reference) });
  if (said) return <span className="text-2xs text-muted">{said}</span>;
  if (!chain) return null;
  return (
    <span className="font-mono text-2xs break-all text-muted" dir="ltr" title={chain}>
      {`${chain.slice(0, 12)}…${chain.slice(-8)}`}
    </span>
  );
}
