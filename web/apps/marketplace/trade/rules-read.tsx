/** The rules by which a dispute would be decided: opened here, and who of both sides has said that they read them. */
import type { TradeUploads } from "#contract/market/trades/attachments.ts";
import { isInEscrow } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";

const RULES = "/dispute-rules";

type Props = {
  readonly trade: TradeView;
  readonly uploads: TradeUploads;
  readonly take: (next: TradeUploads) => void;
};

export function RulesRead({ trade, uploads, take }: Props) {
  const t = useT();
  const page = usePage();
  const read = uploads.policiesRead.filter(({ url }) => url === RULES);
  const role = trade.viewerRole;
  const isMine = read.some(({ by }) => by === role);
  const note = useAction(async () => {
    const { readPolicy } = await import("#contract/market/trades/attachments.ts");
    const { data } = await page.call(readPolicy, { params: { id: trade.tradeHash }, body: { url: RULES } });
    const at = new Date(page.nowMs()).toISOString();
    if (role !== "moderator")
      take({ ...uploads, policiesRead: [...uploads.policiesRead, { url: RULES, by: role, at }] });
    globalThis.open(page.href("legal/dispute-rules", undefined) || data.url, "_blank", "noopener");
  });
  return (
    <div className="grid gap-1 border-t border-line pt-3 text-sm">
      {read.map(({ by, at }) => (
        <p key={by} className="text-muted">
          {t(`receipts.rules_read_${by}`)} <LocalTime at={at} />
        </p>
      ))}
      {isMine || role === "moderator" || !isInEscrow(trade.status) ? (
        <a href={page.href("legal/dispute-rules", undefined)} className="font-medium text-brand underline">
          {t("receipts.rules")}
        </a>
      ) : (
        <Button
          look="quiet"
          size="sm"
          className="-ms-3 justify-self-start"
          isBusy={note.isRunning}
          onClick={() => void note.run()}
        >
          {t("receipts.read_rules")}
        </Button>
      )}
    </div>
  );
}
