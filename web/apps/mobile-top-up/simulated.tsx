/** The ribbon of the demo: its own company takes the orders, and no phone gets airtime. */
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";

/** `isShort` leaves out what its numbers do. */
export function Simulated({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  return (
    <Alert kind="warning" size="sm" title={t("topups.simulated.badge")}>
      {t(isShort ? "topups.simulated.short" : "topups.simulated.text")}
    </Alert>
  );
}
