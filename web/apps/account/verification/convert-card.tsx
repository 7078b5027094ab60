/** Makes an account a company's, or a person's again, and goes where the answer says. */
import { useState } from "react";
import { CONVERTED_REDIRECT_MS } from "#contract/compliance/company-names.ts";
import { isDeclined } from "#sdk/declined.ts";
import { leaveTo } from "../sign-in/leave-to.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

type Props = { readonly isCorporate: boolean; readonly onPersonal: () => void };

export function ConvertCard({ isCorporate, onPersonal }: Props) {
  const page = usePage();
  const t = useT();
  const [isAsking, ask] = useState(false);
  const way = isCorporate ? "to_personal" : "to_corporate";
  const goTo = async (redirect: string) => {
    await new Promise((resolve) => setTimeout(resolve, CONVERTED_REDIRECT_MS));
    await leaveTo(page, redirect);
  };
  const convert = useAction(
    async (corporate: boolean) => {
      const calls = await import("#contract/compliance/companies.ts");
      try {
        if (corporate) {
          await page.call(calls.convertToPersonal, {});
          ask(false);
          page.toast("success", t("verification.company.now_personal"));
          return onPersonal();
        }
        const { data } = await page.call(calls.convertToCorporate, {});
        ask(false);
        page.toast("success", t("verification.company.now_corporate"));
        await goTo(data.redirect);
      } catch (error) {
        if (!isDeclined(error) || typeof error.context.redirect !== "string") throw error;
        ask(false);
        page.toast("error", error.message);
        await goTo(error.context.redirect);
      }
    },
    { quiet: false },
  );
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="text-lg font-semibold">{t(`verification.company.${way}.title`)}</h2>
      <p className="text-sm text-muted">{t(`verification.company.${way}.text`)}</p>
      <Button look="secondary" className="justify-self-start" isBusy={convert.isRunning} onClick={() => ask(true)}>
        {t(`verification.company.${way}.button`)}
      </Button>
      <Dialog
        isOpen={isAsking}
        isSheet
        onClose={() => ask(false)}
        title={t(`verification.company.${way}.title`)}
        closeLabel={t("shell.close")}
        footer={
          <>
            <Button look="quiet" onClick={() => ask(false)}>
              {t("verification.company.cancel")}
            </Button>
            <Button isBusy={convert.isRunning} onClick={() => void convert.run(isCorporate)}>
              {t(`verification.company.${way}.button`)}
            </Button>
          </>
        }
      >
        <p className="text-sm">{t(`verification.company.${way}.ask`)}</p>
      </Dialog>
    </Card>
  );
}
