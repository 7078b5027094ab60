/** Puts off what reminds of the company's documents. */
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";

type Props = { readonly until: string | null; readonly onPostponed: () => void };

export function PostponeButton({ until, onPostponed }: Props) {
  const page = usePage();
  const t = useT();
  const postpone = useAction(async () => {
    const { postponeCompanyVerification } = await import("#contract/compliance/companies.ts");
    await page.call(postponeCompanyVerification, {});
    onPostponed();
  });
  if (until !== null)
    return (
      <p className="text-sm text-muted">
        {t("verification.company.postponed")} <LocalTime at={until} dateOnly />
      </p>
    );
  return (
    <Button look="quiet" className="justify-self-start" isBusy={postpone.isRunning} onClick={() => void postpone.run()}>
      {t("verification.company.postpone")}
    </Button>
  );
}
