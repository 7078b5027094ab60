/** The ribbon of the demo: its own bank takes the orders, and no money moves. */
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

export function Simulated({ children }: { children: string }) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  return (
    <Alert
      kind="warning"
      size="sm"
      title={t("ramps.simulated.badge")}
      action={
        session && (
          <LinkButton look="secondary" size="sm" href={page.href("houseBank", undefined)}>
            {t("ramps.simulated.bank")}
          </LinkButton>
        )
      }
    >
      {children}
    </Alert>
  );
}
