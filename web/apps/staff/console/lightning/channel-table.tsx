/** The channels of the node: how much is on either side of each. */
import type { NodeChannel } from "#contract/staff/lightning.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { amountText } from "#sdk/words/money.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

const TONES: Record<NodeChannel["state"], Tone> = { active: "good", inactive: "warn", closing: "info" };
const SHOWN = 12;

export function ChannelTable({ channels }: { readonly channels: readonly NodeChannel[] }) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string) => <bdi dir="ltr">{amountText(locale, `${amount} BTC`)}</bdi>;
  const head = (["channel", "state", "local", "remote", "share"] as const).map((key) =>
    t(`lightningstaff.channels.${key}`),
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{t("lightningstaff.channels.title")}</h2>
      {channels.length === 0 ? (
        <p className="text-sm text-muted">{t("lightningstaff.channels.none")}</p>
      ) : (
        <Table isStacked caption={t("lightningstaff.channels.title")} head={head} numbers={[2, 3]}>
          {channels.map((one) => (
            <tr key={one.point}>
              <td className="font-mono text-xs" title={one.point}>
                <bdi dir="ltr">
                  {one.point.slice(0, SHOWN)}…{one.point.slice(one.point.indexOf(":"))}
                </bdi>
              </td>
              <td>
                <Badge tone={TONES[one.state]}>{t(`lightningstaff.state.${one.state}`)}</Badge>
              </td>
              <td className="text-end whitespace-nowrap tabular-nums">{sum(one.local)}</td>
              <td className="text-end whitespace-nowrap tabular-nums">{sum(one.remote)}</td>
              <td>
                <Balance local={Number(one.local)} remote={Number(one.remote)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

/** Drawn from left to right in every language, as charts are; the numbers stand beside it. */
function Balance({ local, remote }: { readonly local: number; readonly remote: number }) {
  const all = local + remote;
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full min-w-24 rounded">
      <rect width="100" height="8" className="fill-sunken" />
      <rect width={all > 0 ? (100 * local) / all : 0} height="8" className="fill-good" />
    </svg>
  );
}
