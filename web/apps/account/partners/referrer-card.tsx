/** By whom the reader came; in the first days a code can be entered. */
import { useState } from "react";
import { CODE_MAX } from "#contract/platform/lengths.ts";
import type { PartnerProgram } from "#contract/reach/partner/partner.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = { readonly program: PartnerProgram; readonly onChange: (program: PartnerProgram) => void };

export function ReferrerCard({ program, onChange }: Props) {
  const page = usePage();
  const t = useT();
  const [code, setCode] = useState("");
  const { referredBy, mayEnterUntil } = program;
  const enter = useAction(
    async (entered: string) => {
      const { enterReferralCode } = await import("#contract/reach/partner/partner.ts");
      onChange((await page.call(enterReferralCode, { body: { code: entered } })).data);
    },
    { fields: ["code"] },
  );
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="referrer">
      <h2 id="referrer" className="font-semibold">
        {t("partners.referrer.title")}
      </h2>
      {referredBy?.username && (
        <p className="text-sm">{t("partners.referrer.by", { name: isolated(referredBy.username) })}</p>
      )}
      {referredBy?.fault && (
        <Alert kind="warning">{t(`partners.referrer.refused.${referredBy.fault}`, { code: referredBy.code })}</Alert>
      )}
      {mayEnterUntil === null && !referredBy?.username && (
        <p className="text-sm text-muted">{t("partners.referrer.none")}</p>
      )}
      {mayEnterUntil !== null && (
        <Form className="grid max-w-md gap-3" onSubmit={() => void enter.run(trimmed(code))}>
          <Field
            label={t("partners.referrer.code")}
            error={enter.refusal?.fault("code")}
            hint={
              <>
                {t("partners.referrer.until")} <LocalTime at={mayEnterUntil} />
              </>
            }
          >
            {(ids) => (
              <Input
                {...ids}
                dir="ltr"
                required
                maxLength={CODE_MAX}
                autoComplete="off"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" look="secondary" isBusy={enter.isRunning}>
              {t("partners.referrer.save")}
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
