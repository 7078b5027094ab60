/** The ribbon of the demo: its own bank takes the orders, and no money moves. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

export function Simulated({ children }: { children: string }) {
  const t = useT();
  const page = usePage();
  return (
    <Alert
      kind="warning"
      size="sm"
      title={t("ramps.simulated.badge")}
      action={
        <LinkButton look="secondary" size="sm" href={page.href("houseBank", undefined)}>
          {t("ramps.simulated.bank")}
        </LinkButton>
      }
    >
      {children}
    </Alert>
  );
}
