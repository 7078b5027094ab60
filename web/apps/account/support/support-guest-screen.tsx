/** A ticket by the link of an email. Its secret is in the fragment, which browsers do not send. */
import { useEffect, useState } from "react";
import type { TicketThread } from "#contract/reach/support/support.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { chat } from "#ui/icons/shapes.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { Thread, type TicketActs } from "./thread.tsx";

export const screen: PageScreen<"support-guest", typeof SupportGuestScreen> = {
  title: "support.view.ticket",
  texts: [
    "support.view",
    "support.topic",
    "support.status",
    "support.object",
    "support.clock",
    "support.form",
    "support.tickets",
    "support.thread",
    "support.rating",
  ],
};

const ASK_AGAIN_MS = 30_000;

type Opened = { readonly token: string; readonly ticket: TicketThread };

export default function SupportGuestScreen() {
  const page = usePage();
  const t = useT();
  const [opened, open] = useState<Opened | null>(null);
  const [isGone, setGone] = useState(false);
  const find = useAction(
    async (token: string) => {
      const { getGuestTicket } = await import("#contract/reach/support/support.ts");
      open({ token, ticket: (await page.call(getGuestTicket, { body: { token } })).data });
    },
    { quiet: true },
  );
  const { run } = find;
  // Once: the fragment belongs to this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read when the page begins.
  useEffect(() => {
    const token = globalThis.location.hash.slice(1);
    if (/^[\w-]{43}$/.test(token)) void run(token);
    else setGone(true);
  }, []);
  const token = opened?.token;
  // An answer appears while the page is open. What is typed stays.
  useEffect(() => {
    if (token === undefined) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void run(token), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [token, run]);
  const isLost = isGone || (find.refusal !== null && !opened);
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      {opened && (
        <>
          <Alert kind="info" size="sm">
            {t("support.thread.kept")}
          </Alert>
          <Thread
            ticket={opened.ticket}
            token={opened.token}
            acts={actsOf(page.call, opened.token)}
            onChange={(ticket) => open({ ...opened, ticket })}
          />
        </>
      )}
      {isLost && (
        <EmptyState
          shape={chat}
          title={t("support.thread.gone")}
          action={<LinkButton href={page.href("support", undefined)}>{t("support.tickets.write")}</LinkButton>}
        >
          {t("support.thread.gone_text")}
        </EmptyState>
      )}
      {!opened && !isLost && (
        <>
          <p role="status" className="text-sm text-muted">
            {t("support.thread.loading")}
          </p>
          <Skeleton className="h-40" />
        </>
      )}
    </div>
  );
}

function actsOf(call: ReturnType<typeof usePage>["call"], token: string): TicketActs {
  return {
    write: async (written) => {
      const { writeAsGuest } = await import("#contract/reach/support/support.ts");
      return (await call(writeAsGuest, { body: { token, ...written } })).data;
    },
    solve: async () => {
      const { solveAsGuest } = await import("#contract/reach/support/support.ts");
      return (await call(solveAsGuest, { body: { token } })).data;
    },
    rate: async (rating) => {
      const { rateAsGuest } = await import("#contract/reach/support/support.ts");
      return (await call(rateAsGuest, { body: { token, ...rating } })).data;
    },
  };
}
