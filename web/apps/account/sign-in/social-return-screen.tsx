/** The browser comes back from a provider of accounts: signed in, asked for the second step, or asked what to do with it. */
import { useEffect, useRef, useState } from "react";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { SocialReturnProps } from "#contract/people/pages.ts";
import { LOCALES } from "#contract/platform/locales.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import type { finishSocial } from "#contract/people/sign-in/social.ts";
import { isDeclined } from "#sdk/declined.ts";
import { leaveInPlace } from "#sdk/state/leave.ts";
import { type PageKit, usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AuthCard } from "./auth-card.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { keepPerson } from "./kept-person.ts";
import { takeLocale } from "./go-to-provider.ts";
import { leaveTo } from "./leave-to.ts";
import { SecondStep } from "./second-step.tsx";

export const screen: PageScreen<"social-return", typeof SocialReturnScreen> = {
  title: ({ provider }, { t }) => t("auth.social.coming", { name: provider.title }),
  texts: ["auth", "proof"],
};

type End = ReplyOf<typeof finishSocial>;

const MOST_TRIES = 3;

export default function SocialReturnScreen({ provider: { id, title }, holdHours }: SocialReturnProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [end, setEnd] = useState<End | null>(null);
  const [over, setOver] = useState<{ readonly why: string | null } | null>(null);
  const isTaken = useRef(false);
  const { run, refusal } = useAction(
    async (answer: string) => {
      const said = await ask(page, { provider: id, answer });
      if (said.outcome === "register" && said.person) {
        keepPerson({ ...said.person, provider: id });
        await leaveTo(page, page.href("register", undefined));
      } else if (said.outcome === "signed_in") await leaveTo(page, said.redirectTo);
      else setEnd(said);
    },
    { quiet: true },
  );
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const { pathname, search } = globalThis.location;
    const begunIn = takeLocale();
    const locale = LOCALES.find((known) => known === begunIn) ?? page.locale;
    if (locale !== page.locale) {
      leaveInPlace(localized(locale, splitLocale(pathname).rest) + search);
      return;
    }
    // The returned code works once, and is removed from the history.
    globalThis.history.replaceState(null, "", pathname);
    if (search.length > 1) void run(search);
    else setOver({ why: null });
  }, [page.locale, run]);
  const why = refusal?.message ?? (over && (over.why ?? t("auth.social.over")));
  if (end?.secondFactor && why === null)
    return <SecondStep asked={end.secondFactor} next={end.redirectTo} onBack={(said) => setOver({ why: said })} />;
  if (end?.connect && why === null) return <ConnectForm connect={end.connect} holdHours={holdHours} />;
  return (
    <AuthCard title={t("auth.social.coming", { name: title })}>
      {why === null ? (
        <div className="flex items-center gap-3 text-sm text-muted">
          <Spinner />
          {t("auth.social.waiting", { name: title })}
        </div>
      ) : (
        <>
          <Alert kind={refusal ? "danger" : "info"}>{why}</Alert>
          <LinkButton className="justify-self-start" href={page.href(session ? "accountSecurity" : "login", undefined)}>
            {t("auth.social.again")}
          </LinkButton>
        </>
      )}
    </AuthCard>
  );
}

type Answer = { readonly provider: string; readonly answer: string };

/** Where many come back at once, it is asked some times more: the provider's answer is kept. */
async function ask(page: PageKit, { provider, answer }: Answer, tries = 1): Promise<End> {
  const { finishSocial: call } = await import("#contract/people/sign-in/social.ts");
  try {
    return (await page.call(call, { params: { provider }, body: { answer } })).data;
  } catch (error) {
    if (tries >= MOST_TRIES || !isDeclined(error) || error.code !== "auth.busy") throw error;
    return ask(page, { provider, answer }, tries + 1);
  }
}
