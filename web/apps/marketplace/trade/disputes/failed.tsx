/** A part of the trade whose script or data is not there. */
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export function Loading() {
  const t = useT();
  return (
    <Card className="p-5 text-sm text-muted" aria-busy="true">
      {t("trade.room.loading")}
    </Card>
  );
}

export function Failed({ onAgain }: { onAgain: () => void }) {
  const t = useT();
  return (
    <Card className="grid justify-items-start gap-3 p-5">
      <Alert kind="danger">{t("shell.error.generic")}</Alert>
      <Button look="secondary" size="sm" onClick={onAgain}>
        {t("trade.room.again")}
      </Button>
    </Card>
  );
}
