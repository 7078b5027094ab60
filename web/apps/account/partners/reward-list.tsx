/** Every reward, also those that are nothing: its trade by some letters, the version of the share, and why. */
import { useState } from "react";
import type { PartnerReward } from "#contract/reach/partner/partner.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

const TONES: Record<PartnerReward["status"], Tone> = {
  held: "info",
  open: "good",
  claimed: "neutral",
  cancelled: "warn",
};

export function RewardList({ first, next: firstNext }: { first: readonly PartnerReward[]; next: string | null }) {
  const page = usePage();
  const t = useT();
  const [rows, setRows] = useState(first);
  const [next, setNext] = useState(firstNext);
  const more = useAction(async (before: string) => {
    const { listPartnerRewards } = await import("#contract/reach/partner/partner.ts");
    const { data, meta } = await page.call(listPartnerRewards, { query: { before } });
    setRows([...rows, ...data]);
    setNext(meta.next);
  });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="rewards">
      <h2 id="rewards" className="font-semibold">
        {t("partners.list.title")}
      </h2>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t("partners.list.none")}</p>
      ) : (
        <Table
          caption={t("partners.list.title")}
          head={[
            t("partners.list.from"),
            t("partners.days.tier"),
            t("partners.list.fee"),
            t("partners.days.amount"),
            t("partners.list.status"),
          ]}
          numbers={[2, 3]}
          wide={[1, 2]}
        >
          {rows.map((row) => (
            <RewardRow key={row.id} row={row} />
          ))}
        </Table>
      )}
      {next && (
        <div>
          <Button look="secondary" size="sm" isBusy={more.isRunning} onClick={() => void more.run(next)}>
            {t("partners.list.more")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function RewardRow({ row }: { row: PartnerReward }) {
  const page = usePage();
  const t = useT();
  const shown = (amount: string) => (
    <bdi className="whitespace-nowrap">{amountText(page.locale, `${amount} ${row.cryptoCurrencyCode}`)}</bdi>
  );
  return (
    <tr className="align-top">
      <td>
        {t(`partners.from.${row.product}`)}
        {row.trade && (
          <span className="block font-mono text-2xs text-muted">
            <bdi>{row.trade}</bdi>
          </span>
        )}
        <span className="block text-2xs text-muted">
          <LocalTime at={row.at} dateOnly />
        </span>
      </td>
      <td className="max-sm:hidden">
        {t(`partners.days.tier_${row.tier}`)}
        <span className="block text-2xs text-muted">{t("partners.list.version", { version: row.rateVersion })}</span>
      </td>
      <td className="text-end tabular-nums max-sm:hidden">{shown(row.fee)}</td>
      <td className="text-end tabular-nums">{shown(row.amount)}</td>
      <td>
        <Badge tone={TONES[row.status]}>{t(`partners.status.${row.status}`)}</Badge>
        {row.status === "held" && (
          <span className="block text-2xs text-muted">
            {t("partners.list.held_until")} <LocalTime at={row.heldUntil} dateOnly />
          </span>
        )}
        {row.why && <span className="block max-w-64 text-2xs text-muted">{t(`partners.why.${row.why}`)}</span>}
      </td>
    </tr>
  );
}
