/** The form of a new account, and its one call. */
import { useState } from "react";
import type { RegisterProps } from "#contract/page-props.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { leaveTo } from "./leave-to.ts";

export const FIELDS = [
  "email",
  "password",
  "username",
  "first_name",
  "last_name",
  "birth_date",
  "country_iso",
] as const;
type Field = (typeof FIELDS)[number];

export function useRegister({ countryIso, referralCode, next }: RegisterProps) {
  const page = usePage();
  const [form, setForm] = useState<Record<Field, string>>({
    email: "",
    password: "",
    username: "",
    first_name: "",
    last_name: "",
    birth_date: "",
    country_iso: countryIso ?? "",
  });
  const action = useAction(
    async (form: Record<Field, string>) => {
      const { register } = await import("#contract/auth.ts");
      const { username, ...rest } = form;
      const name = username.trim();
      const { data } = await page.call(register, {
        body: {
          ...rest,
          email: form.email.trim(),
          locale: page.locale,
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(name ? { username: name } : {}),
          ...(referralCode ? { referral_code: referralCode } : {}),
        },
      });
      // The address to go to afterwards waits until the email is confirmed.
      const target = data.redirectTo || page.href("confirmEmail", undefined);
      await leaveTo(
        page,
        next ? `${target}${target.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}` : target,
      );
    },
    { quiet: true },
  );
  return {
    form,
    change: (field: Field, value: string) => setForm({ ...form, [field]: value }),
    submit: () => action.run(form),
    isRunning: action.isRunning,
    refusal: action.refusal,
    fault: (field: Field) => action.refusal?.fault(field),
  };
}

export type RegisterForm = ReturnType<typeof useRegister>;
