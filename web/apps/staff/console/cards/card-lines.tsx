/** Disputes, holds, debts, or messages of the issuer that moved nothing, in rows. */
import type { CardLineState } from "#contract/products/cards/staff-cards.ts";
import type { CardList } from "#contract/products/cards/staff-card-names.ts";
import type { StaffCardLine } from "#contract/products/cards/staff-cards.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../queue/move-by-arrows.ts";

const TONES: Readonly<Record<CardLineState, Tone>> = {
  opened: "info",
  incomplete: "warn",
  provisional: "warn",
  won: "good",
  lost: "neutral",
  refunded: "neutral",
  held: "info",
  owed: "warn",
  repaid: "good",
  unsigned: "bad",
  unreadable: "bad",
  unknown: "bad",
  excess: "bad",
  over: "warn",
  not_booked: "bad",
  not_stated: "bad",
};

type Props = { readonly show: CardList; readonly lines: readonly StaffCardLine[] };

export function CardLines({ show, lines }: Props) {
  const t = useT();
  const head = (["who", "what", "sum", "state", "time"] as const).map((key) => t(`cardstaff.head.${key}`));
  return (
    <Table isStacked caption={t(`cardstaff.show.${show}`)} head={head} numbers={[2]}>
      {lines.map((line) => (
        <Row key={line.row} line={line} />
      ))}
    </Table>
  );
}

function Row({ line }: { readonly line: StaffCardLine }) {
  const t = useT();
  const { locale } = usePage();
  const usd = (sum: string) => isolated(amountText(locale, `${sum} USD`));
  const { username, last4, merchant, reference, state, words, usd: sum, otherUsd, at, until } = line;
  return (
    <tr tabIndex={-1} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td>
        <p className="font-medium">{username === null ? t("cardstaff.issuer") : <bdi>{username}</bdi>}</p>
        {last4 !== null && (
          <p className="text-xs whitespace-nowrap text-muted">
            <bdi dir="ltr">•••• {last4}</bdi>
          </p>
        )}
      </td>
      <td className="max-w-md">
        {merchant !== null && (
          <p>
            <bdi>{merchant}</bdi>
          </p>
        )}
        {reference !== null && (
          <p className="font-mono text-2xs text-muted select-all [overflow-wrap:anywhere]">
            <bdi dir="ltr">{reference}</bdi>
          </p>
        )}
        {words !== null && (
          <p dir="auto" className="mt-1 text-xs whitespace-pre-line [overflow-wrap:anywhere]">
            {words}
          </p>
        )}
      </td>
      <td className="text-end whitespace-nowrap tabular-nums">
        {sum !== null && <p className="font-medium">{usd(sum)}</p>}
        {otherUsd !== null && otherUsd !== "0.00" && (
          <p className="text-xs text-muted">
            {t(state === "owed" ? "cardstaff.repaid" : "cardstaff.credited", { sum: usd(otherUsd) })}
          </p>
        )}
      </td>
      <td>
        <Badge tone={TONES[state]}>{t(`cardstaff.state.${state}`)}</Badge>
      </td>
      <td className="text-xs whitespace-nowrap text-muted">
        <LocalTime at={at} />
        {until !== null && (
          <span className="block">
            {t(state === "held" ? "cardstaff.until" : "cardstaff.ended")} <LocalTime at={until} />
          </span>
        )}
      </td>
    </tr>
  );
}
