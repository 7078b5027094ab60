/** The ribbon of the demo: its own company takes the orders, and no phone gets airtime but the one on its page. */
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

/** `isShort` leaves out what its numbers do. */
export function Simulated({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  return (
    <Alert
      kind="warning"
      size="sm"
      title={t("topups.simulated.badge")}
      action={
        session && (
          <LinkButton look="secondary" size="sm" href={page.href("housePhone", undefined)}>
            {t("topups.simulated.phone")}
          </LinkButton>
        )
      }
    >
      {t(isShort ? "topups.simulated.short" : "topups.simulated.text")}
    </Alert>
  );
}
