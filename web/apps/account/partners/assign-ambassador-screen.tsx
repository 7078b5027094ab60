/** The link of an ambassador: a newcomer names them, once. */
import { useState } from "react";
import { listingPath } from "#contract/market/offers/listing/paths.ts";
import { localized } from "#contract/platform/localized.ts";
import type { AssignPageProps } from "#contract/reach/pages.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";

export const screen: PageScreen<"assign-ambassador", typeof AssignAmbassadorScreen> = {
  title: "ambassadors.assign.title",
  texts: ["ambassadors.assign", "ambassadors.levels", "refusals"],
  isPublic: true,
};

export default function AssignAmbassadorScreen({ id, username, level }: AssignPageProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [isDone, setDone] = useState(false);
  const name = isolated(username);
  const back = page.href("assignAmbassador", { id });
  const assign = useAction(
    async () => {
      const { assignAmbassador } = await import("#contract/reach/ambassadors.ts");
      await page.call(assignAmbassador, { params: { id } });
      setDone(true);
    },
    { quiet: true },
  );
  return (
    <div className="mx-auto grid w-full max-w-lg gap-5 py-8">
      <Card className="grid gap-4 p-6">
        <h1 className="text-2xl font-bold tracking-tight">{t("ambassadors.assign.title")}</h1>
        <p className="flex flex-wrap items-center gap-2">
          <a className="font-semibold underline" href={page.href("user", { username })}>
            <bdi>{username}</bdi>
          </a>
          <Badge tone="brand">{t(`ambassadors.levels.${level}`)}</Badge>
        </p>
        <p className="text-sm text-muted">{t("ambassadors.assign.lead", { name })}</p>
        {isDone ? (
          <>
            <Alert kind="success">{t("ambassadors.assign.done", { name })}</Alert>
            <div>
              <LinkButton href={localized(page.locale, listingPath({ side: "buy", crypto: "BTC" }))}>
                {t("ambassadors.assign.go")}
              </LinkButton>
            </div>
          </>
        ) : session ? (
          <>
            {assign.refusal && <Alert kind="danger">{assign.refusal.message}</Alert>}
            <div>
              <Button isBusy={assign.isRunning} onClick={() => void assign.run()}>
                {t("ambassadors.assign.confirm", { name })}
              </Button>
            </div>
          </>
        ) : (
          <div className="flex flex-wrap gap-2">
            <LinkButton href={`${page.href("register", undefined)}?next=${encodeURIComponent(back)}`}>
              {t("ambassadors.assign.register")}
            </LinkButton>
            <LinkButton look="secondary" href={signInHref(page, back)}>
              {t("ambassadors.assign.sign_in")}
            </LinkButton>
          </div>
        )}
      </Card>
    </div>
  );
}
