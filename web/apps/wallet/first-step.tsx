/** What level 1 still asks of the reader before the wallet does anything, with the way there and back. */
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { stepHref } from "#sdk/sign-in-first.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

export function FirstStep() {
  const page = usePage();
  const t = useT();
  const session = useSession();
  if (!session || (session.isEmailConfirmed && session.isNamed)) return null;
  const step = session.isEmailConfirmed ? "name" : "email";
  const href = stepHref(page, step === "name" ? "accountName" : "confirmEmail", page.href("wallet", undefined));
  return (
    <Alert
      kind="warning"
      action={
        <LinkButton size="sm" look="secondary" href={href}>
          {t(`wallet.first.${step}_act`)}
        </LinkButton>
      }
    >
      {t(`wallet.first.${step}`)}
    </Alert>
  );
}
