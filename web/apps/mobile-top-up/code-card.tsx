/** The code of a delivered top-up: looked at once, after a confirmation that it then counts as used. */
import { useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { showTopUpCode, TopUpOrder } from "#contract/products/top-ups.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";

type Props = {
  readonly order: TopUpOrder;
  readonly code: NonNullable<TopUpOrder["code"]>;
  readonly onChange: (order: TopUpOrder) => void;
};

export function CodeCard({ order, code, onChange }: Props) {
  const t = useT();
  const page = usePage();
  const [shown, setShown] = useState<ReplyOf<typeof showTopUpCode> | null>(null);
  const look = useAction(
    async () => {
      const { showTopUpCode } = await import("#contract/products/top-ups.ts");
      const { data } = await page.call(showTopUpCode, { params: { id: order.id } });
      setShown(data);
      onChange(data.order);
    },
    { quiet: true },
  );
  return (
    <Card className="grid gap-3 p-5" aria-labelledby="top-up-code">
      <h2 id="top-up-code" className="font-semibold">
        {t("topups.code.title")}
      </h2>
      {shown && (
        <>
          <span className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-1">
            <bdi dir="ltr" className="font-mono text-lg [overflow-wrap:anywhere] select-all">
              {shown.code}
            </bdi>
            <CopyButton text={shown.code} label={t("topups.code.copy")} doneLabel={t("topups.code.copied")} />
          </span>
          {shown.serial && (
            <p className="text-xs text-muted">
              {t("topups.code.serial")} <bdi dir="ltr">{shown.serial}</bdi>
            </p>
          )}
          <p className="text-sm text-muted">{t("topups.code.use")}</p>
        </>
      )}
      {!shown && code.isShowable && (
        <>
          <p className="text-sm">{t("topups.code.once")}</p>
          {look.refusal && <Alert kind="danger">{look.refusal.message}</Alert>}
          <Button isBusy={look.isRunning} onClick={() => void look.run()}>
            {t("topups.code.show")}
          </Button>
        </>
      )}
      {!shown && code.seenAt !== null && (
        <p className="text-sm text-muted">
          {t("topups.code.seen")} <LocalTime at={code.seenAt} />
        </p>
      )}
    </Card>
  );
}
