/** The code of the user who invited the reader. One that is wrong is named beside the field and stops no registration. */
import { useEffect, useState } from "react";
import { CODE_MAX } from "#contract/platform/lengths.ts";
import type { CODE_STATES } from "#contract/reach/partner/names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";

type State = (typeof CODE_STATES)[number];
const STILL_MS = 600;

export function ReferralField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const state = useCodeState(trimmed(value));
  const isWrong = state === "unknown" || state === "look_alike";
  return (
    <Field
      label={t("auth.register.referral")}
      error={isWrong ? t(`auth.register.referral_state.${state}`) : undefined}
      hint={state === "known" ? t("auth.register.referral_state.known") : undefined}
    >
      {(ids) => (
        <Input
          {...ids}
          dir="ltr"
          autoComplete="off"
          maxLength={CODE_MAX}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Asked once the reader has stopped typing; null while nothing is known. */
function useCodeState(code: string): State | null {
  const page = usePage();
  const [known, setKnown] = useState<{ code: string; state: State } | null>(null);
  useEffect(() => {
    if (code === "") return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      void (async () => {
        const { checkReferralCode } = await import("#contract/reach/partner/partner.ts");
        const { data } = await page.call(checkReferralCode, { params: { code }, signal: asking.signal });
        setKnown({ code, state: data.state });
      })().catch(() => undefined);
    }, STILL_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [code, page]);
  return known?.code === code ? known.state : null;
}
