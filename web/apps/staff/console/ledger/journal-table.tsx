/** Journals in rows: what happened, from where to where, and of one by hand who did it and why. */
import type { LedgerJournal } from "#contract/staff/ledger.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { amountText } from "#sdk/words/money.ts";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../queue/move-by-arrows.ts";

type Props = { readonly caption: string; readonly journals: readonly LedgerJournal[] };

export function JournalTable({ caption, journals }: Props) {
  const t = useT();
  const { locale } = usePage();
  const head = (["time", "what", "from_to", "amount"] as const).map((key) => t(`console.ledger.head.${key}`));
  return (
    <Table isStacked caption={caption} head={head} numbers={[3]}>
      {journals.map((journal) => (
        <tr key={journal.id} tabIndex={-1} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
          <td className="text-xs whitespace-nowrap text-muted">
            <LocalTime at={journal.at} />
          </td>
          <td className="max-w-sm">
            <p className="font-medium">{t(`console.ledger.kind.${journal.kind}`)}</p>
            {journal.manual && <ByHand manual={journal.manual} />}
          </td>
          <td className="text-muted">
            {journal.lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never change.
              <p key={place}>
                {t("console.ledger.line", {
                  from: t(`console.ledger.account.${line.from}`),
                  to: t(`console.ledger.account.${line.to}`),
                })}
              </p>
            ))}
          </td>
          <td className="text-end whitespace-nowrap tabular-nums">
            {journal.lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never change.
              <p key={place}>
                <bdi dir="ltr">{amountText(locale, `${line.amount} ${line.currencyCode}`)}</bdi>
              </p>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ByHand({ manual }: { manual: NonNullable<LedgerJournal["manual"]> }) {
  const t = useT();
  return (
    <>
      <p className="text-xs text-muted">
        <bdi>{manual.username}</bdi> · <bdi>{manual.caseNumber}</bdi>
      </p>
      <p dir="auto" className="text-xs [overflow-wrap:anywhere]">
        {manual.reason}
      </p>
      <p className="text-xs text-muted">
        {t("console.ledger.by", { first: manual.proposedBy, second: manual.confirmedBy })}
      </p>
    </>
  );
}
