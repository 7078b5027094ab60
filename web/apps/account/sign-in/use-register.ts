/** The form of a new account, and its one call. */
import { useEffect, useState } from "react";
import type { register } from "#contract/people/sign-in/auth.ts";
import type { BodyOf, ReplyOf } from "#contract/platform/endpoint.ts";
import type { RegisterProps } from "#contract/people/pages.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { type PageKit, usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { isDeclined } from "#sdk/declined.ts";
import { forgetPerson, type KeptPerson, keptPerson } from "./kept-person.ts";
import { leaveTo } from "./leave-to.ts";

export const FIELDS = ["email", "password", "username", "referral_code"] as const;
type Field = (typeof FIELDS)[number];
type Form = Record<Field, string>;

export function useRegister({ referralCode, next }: RegisterProps) {
  const page = usePage();
  const [form, setForm] = useState<Form>({
    email: "",
    password: "",
    username: "",
    referral_code: referralCode ?? "",
  });
  const [person, setPerson] = useState<KeptPerson | null>(null);
  useEffect(() => {
    const kept = keptPerson();
    if (!kept) return;
    setPerson(kept);
    setForm((form) => ({ ...form, email: kept.email }));
  }, []);
  const action = useAction(
    async (form: Form) => {
      const { username, referral_code: code, password } = form;
      const source = sessionStorage.getItem("source_id");
      const [name, referral] = [trimmed(username), trimmed(code)];
      const data = await send(page, {
        password,
        email: trimmed(form.email),
        locale: page.locale,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(name ? { username: name } : {}),
        ...(referral ? { referral_code: referral } : {}),
        ...(source ? { source_id: source } : {}),
      }).catch((error: unknown) => {
        // The provider's data has expired: the form continues without it.
        if (isSpent(error)) setPerson(null);
        throw error;
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
    person,
    change: (field: Field, value: string) => setForm({ ...form, [field]: value }),
    submit: () => action.run(form),
    isRunning: action.isRunning,
    refusal: action.refusal,
    fault: (field: Field) => action.refusal?.fault(field),
  };
}

/** It is too old, or connected to another account. */
const isSpent = (error: unknown) => isDeclined(error) && ["social.gone", "social.taken"].includes(error.code);

/** With what a provider has just said, where there is that. */
async function send(page: PageKit, body: BodyOf<typeof register>): Promise<ReplyOf<typeof register>> {
  const person = keptPerson();
  if (!person) {
    const { register: call } = await import("#contract/people/sign-in/auth.ts");
    return (await page.call(call, { body })).data;
  }
  const { registerBySocial } = await import("#contract/people/sign-in/social.ts");
  try {
    const { data } = await page.call(registerBySocial, { params: { provider: person.provider }, body });
    forgetPerson(person);
    return data;
  } catch (error) {
    if (isSpent(error)) forgetPerson();
    throw error;
  }
}
