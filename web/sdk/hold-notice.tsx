/** Until when nothing can be sent, after a change in how one signs in or confirms. */
import { Alert } from "#ui/alert.tsx";
import { LocalTime } from "./local-time.tsx";
import { useT } from "./page-kit.ts";

export function HoldNotice({ until }: { until: string | null | undefined }) {
  const t = useT();
  if (!until) return null;
  return (
    <Alert kind="warning" size="sm">
      {t("proof.held")} <LocalTime at={until} />.
    </Alert>
  );
}
