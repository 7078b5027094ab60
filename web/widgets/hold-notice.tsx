/** Until when nothing can be sent, after a change in how one signs in or confirms. */
import { Alert } from "#ui/alert.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";

export function HoldNotice({ until }: { until: string | null | undefined }) {
  const t = useT();
  if (!until) return null;
  return (
    <Alert kind="warning" size="sm">
      {t("proof.held")} <LocalTime at={until} />.
    </Alert>
  );
}
