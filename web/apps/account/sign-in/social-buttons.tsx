/** The providers for signing in and registering, if the operator has configured any. */
import type { LoginProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { goToProvider } from "./go-to-provider.ts";

type Props = { readonly providers: LoginProps["providers"]; readonly next: string | null };

export function SocialButtons({ providers, next }: Props) {
  const t = useT();
  const page = usePage();
  const begin = useAction(
    async (provider: string) => {
      const { beginSocialSignIn } = await import("#contract/people/sign-in/social.ts");
      const { data } = await page.call(beginSocialSignIn, { params: { provider }, body: next ? { next } : {} });
      await goToProvider(page, data.location);
    },
    { quiet: true },
  );
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t("auth.social.or")}
      </p>
      {begin.refusal && <Alert kind="danger">{begin.refusal.message}</Alert>}
      {providers.map(({ id, title }) => (
        <Button key={id} look="secondary" size="lg" wide isBusy={begin.isRunning} onClick={() => void begin.run(id)}>
          {t("auth.social.with", { name: title })}
        </Button>
      ))}
    </div>
  );
}
