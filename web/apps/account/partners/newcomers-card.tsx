/** Who came by the link of an ambassador, and where each of them stands. */
import { useState } from "react";
import type { AssignedNewcomer } from "#contract/reach/ambassadors.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

const TONES: Record<AssignedNewcomer["state"], Tone> = {
  registered: "neutral",
  verified: "info",
  traded: "info",
  rewarded: "good",
  over: "warn",
};

export function NewcomersCard({ first, next: firstNext }: { first: readonly AssignedNewcomer[]; next: string | null }) {
  const page = usePage();
  const t = useT();
  const [rows, setRows] = useState(first);
  const [next, setNext] = useState(firstNext);
  const more = useAction(async (before: string) => {
    const { listNewcomers } = await import("#contract/reach/ambassadors.ts");
    const { data, meta } = await page.call(listNewcomers, { query: { before } });
    setRows([...rows, ...data]);
    setNext(meta.next);
  });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="newcomers">
      <h2 id="newcomers" className="font-semibold">
        {t("ambassadors.newcomers.title")}
      </h2>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t("ambassadors.newcomers.none")}</p>
      ) : (
        <Table
          caption={t("ambassadors.newcomers.title")}
          head={(["name", "since", "state_head", "reward"] as const).map((key) => t(`ambassadors.newcomers.${key}`))}
          numbers={[3]}
          wide={[1]}
        >
          {rows.map((row) => (
            <tr key={row.id} className="align-top">
              <td>
                <bdi>{row.name}</bdi>
              </td>
              <td className="max-sm:hidden">
                <LocalTime at={row.at} dateOnly />
              </td>
              <td>
                <Badge tone={TONES[row.state]}>{t(`ambassadors.newcomers.state.${row.state}`)}</Badge>
                {row.state !== "rewarded" && row.state !== "over" && (
                  <span className="block text-2xs text-muted">
                    {t("ambassadors.newcomers.until")} <LocalTime at={row.endsAt} dateOnly />
                  </span>
                )}
                {row.why && <span className="block max-w-64 text-2xs text-muted">{t(`partners.why.${row.why}`)}</span>}
              </td>
              <td className="text-end tabular-nums">
                {row.amount === null ? (
                  "–"
                ) : (
                  <bdi className="whitespace-nowrap">{amountText(page.locale, `${row.amount} USDT`)}</bdi>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {next && (
        <div>
          <Button look="secondary" size="sm" isBusy={more.isRunning} onClick={() => void more.run(next)}>
            {t("ambassadors.newcomers.more")}
          </Button>
        </div>
      )}
    </Card>
  );
}
