/** Transfers that wait in rows; arrow keys move from row to row. */
import type { HeldSendOut } from "#contract/staff/held-send-outs.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { moveByArrows } from "../queue/move-by-arrows.ts";

type Props = {
  readonly rows: readonly HeldSendOut[];
  /** Of those that were looked at. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly onLook: (row: HeldSendOut) => void;
  readonly onStop: (row: HeldSendOut) => void;
};

export function SendOutTable({ rows, addresses, onLook, onStop }: Props) {
  const t = useT();
  const head = (["user", "amount", "why", "since", "act"] as const).map((key) => t(`sendouts.head.${key}`));
  return (
    <Table isStacked caption={t("sendouts.list")} head={head} wide={[3, 4]}>
      {rows.map((row) => (
        <Row key={row.id} row={row} address={addresses[row.id]} onLook={onLook} onStop={onStop} />
      ))}
    </Table>
  );
}

type RowProps = Omit<Props, "rows" | "addresses"> & { row: HeldSendOut; address: string | undefined };

function Row({ row, address, onLook, onStop }: RowProps) {
  const t = useT();
  const page = usePage();
  const since = <LocalTime at={row.createdAt} />;
  const { locale } = usePage();
  const shown = (sum: string) => `${cryptoText(locale, sum, row.cryptoCurrencyCode)} ${row.cryptoCurrencyCode}`;
  return (
    <tr tabIndex={-1} data-send-out={row.id} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td>
        <a href={page.href("user", { username: row.username })} className="font-medium hover:underline">
          <bdi>{row.username}</bdi>
        </a>
        <span className="block text-2xs text-muted sm:hidden">{since}</span>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        <bdi dir="ltr" className="font-medium">
          {shown(row.amount)}
        </bdi>
        <span className="block text-2xs text-muted">{t("sendouts.fee", { amount: shown(row.fee) })}</span>
      </td>
      <td className="max-w-sm">
        <p>{t(`sendouts.why.${row.why}`)}</p>
        {row.until && (
          <p className="text-xs text-muted">
            {t("sendouts.until")} <LocalTime at={row.until} />
          </p>
        )}
        {address && (
          <p dir="ltr" className="text-xs [overflow-wrap:anywhere]">
            {address}
          </p>
        )}
        <div className="mt-2 sm:hidden">
          <Buttons row={row} isLooked={address !== undefined} onLook={onLook} onStop={onStop} />
        </div>
      </td>
      <td className="text-xs whitespace-nowrap text-muted max-sm:hidden">{since}</td>
      <td className="max-sm:hidden">
        <Buttons row={row} isLooked={address !== undefined} onLook={onLook} onStop={onStop} />
      </td>
    </tr>
  );
}

type ButtonProps = Pick<Props, "onLook" | "onStop"> & { readonly row: HeldSendOut; readonly isLooked: boolean };

function Buttons({ row, isLooked, onLook, onStop }: ButtonProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2">
      {!isLooked && (
        <Button size="sm" look="secondary" onClick={() => onLook(row)}>
          {t("sendouts.look.button")}
        </Button>
      )}
      {row.mayStop && (
        <Button size="sm" look="danger" onClick={() => onStop(row)}>
          {t("sendouts.stop.button")}
        </Button>
      )}
    </div>
  );
}
