/**
 * Recovery for a user who lost the mailbox and every factor: the account, then two pictures, then the status. The secret of the case
 * is in the fragment, which browsers do not send, so that the page can be opened again.
 */
import { useEffect, useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { AskForm } from "./recovery/ask-form.tsx";
import { CaseState } from "./recovery/case-state.tsx";
import type { OpenCase } from "./recovery/open-case.ts";
import { ContactSupport } from "#widgets/contact-support.tsx";
import { PicturesForm } from "./recovery/pictures-form.tsx";

export const screen: PageScreen<"recover-account", typeof RecoverScreen> = {
  title: "recovery.ask.title",
  texts: [
    "recovery",
    "support.contact",
    "support.problem_closed_account",
    "verification.side",
    "verification.hint",
    "verification.picture",
  ],
};

export default function RecoverScreen() {
  const page = usePage();
  const t = useT();
  const [open, setOpen] = useState<OpenCase | null>(null);
  const find = useAction(
    async (behind: string) => {
      const { confirmRecovery, viewRecovery } = await import("#contract/compliance/recovery/recovery.ts");
      const token = behind.replace(/^confirm\./, "");
      const { data: state } =
        token === behind
          ? await page.call(viewRecovery, { body: { secret: token } })
          : await page.call(confirmRecovery, { body: { token } });
      setOpen({ secret: token, state });
    },
    { quiet: true },
  );
  const { run } = find;
  // Once: the fragment belongs to this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when the page begins.
  useEffect(() => {
    const behind = globalThis.location.hash.slice(1);
    if (behind) void run(behind);
  }, []);
  const begin = (begun: OpenCase) => {
    globalThis.history.replaceState(null, "", `#${begun.secret}`);
    setOpen(begun);
  };
  return (
    <div className="mx-auto max-w-lg py-8 sm:py-14">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-5 sm:p-8" aria-labelledby="recover-title">
        <header className="grid gap-2">
          <h1 id="recover-title" className="text-2xl font-bold tracking-tight">
            {t("recovery.ask.title")}
          </h1>
          {!open && <p className="text-sm text-muted">{t("recovery.ask.lead")}</p>}
        </header>
        {find.refusal && <Alert kind="danger">{find.refusal.message}</Alert>}
        {!open && !find.isRunning && <AskForm onBegun={begin} />}
        {open?.state.status === "started" && <PicturesForm open={open} onChange={setOpen} />}
        {open && open.state.status !== "started" && <CaseState state={open.state} />}
        <ContactSupport problem="closed_account" />
        <LinkButton look="quiet" size="sm" className="justify-self-start" href={page.href("login", undefined)}>
          {t("recovery.ask.back")}
        </LinkButton>
      </Card>
    </div>
  );
}
