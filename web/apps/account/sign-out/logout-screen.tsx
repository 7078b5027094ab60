/** Asks whether to end the session, for those who come by the address. */
import { useAction } from "#sdk/state/use-action.ts";
import { leave } from "#sdk/state/leave.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AuthCard } from "../sign-in/auth-card.tsx";

export const screen: PageScreen<"logout", typeof LogoutScreen> = {
  title: "auth.logout.title",
  texts: ["auth.logout"],
};

export default function LogoutScreen(_: Record<string, never>) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  const signOut = useAction(async () => {
    const { logout } = await import("#contract/people/sign-in/auth.ts");
    const { data } = await page.call(logout, {});
    await leave(data.redirectTo || "/");
  });
  return (
    <AuthCard title={t("auth.logout.title")} lead={t("auth.logout.lead", { name: session?.username ?? "" })}>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={signOut.isRunning} onClick={() => void signOut.run()}>
          {t("auth.logout.do")}
        </Button>
        <LinkButton look="secondary" href={page.href("userDashboard", undefined)}>
          {t("auth.logout.stay")}
        </LinkButton>
      </div>
    </AuthCard>
  );
}
