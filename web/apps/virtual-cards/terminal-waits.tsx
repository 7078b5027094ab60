/** A payment on the web waits for the card's user: asked about until it is answered. */
import { useEffect } from "react";
import type { TerminalPayment } from "#contract/products/cards/terminal.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";

const LOOK_AGAIN_MS = 2000;

type Props = { readonly paid: TerminalPayment; readonly onAnswered: (paid: TerminalPayment) => void };

export function TerminalWaits({ paid, onAnswered }: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(500);
  const { data } = usePageQuery<TerminalPayment>({
    queryKey: ["terminal-payment", paid.id],
    initialData: paid,
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => {
      const { getTerminalPayment } = await import("#contract/products/cards/terminal.ts");
      return (await page.call(getTerminalPayment, { params: { id: paid.id } })).data;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is answered.
  useEffect(() => {
    if (data && data.outcome !== "approval") onAnswered(data);
  }, [data?.outcome]);
  const untilMs = paid.waitsUntil === null ? nowMs : Date.parse(paid.waitsUntil);
  return (
    <div className="grid gap-3">
      <Alert kind="info">{t("cards.terminal.asked", { sum: `${fiatText(page.locale, paid.usd, "USD")} USD` })}</Alert>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Countdown
          leftMs={Math.max(0, untilMs - nowMs)}
          totalMs={untilMs - page.madeAtMs}
          label={t("cards.approve.left")}
          spoken={(left) => t("cards.approve.left_spoken", { left })}
        />
        <LinkButton look="secondary" size="sm" href={page.href("virtualCard", undefined)}>
          {t("cards.terminal.answer")}
        </LinkButton>
      </div>
    </div>
  );
}
