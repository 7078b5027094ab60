/** Asks for a code by one of its ways; apart from the field, because it is needed when a person presses. */
import type { PageKit } from "#sdk/page-kit.ts";
import type { CodesFor } from "#sdk/calls/use-proof.ts";

export type By = "sms" | "call" | "push" | "telegram" | "email";

export async function sendBy(page: PageKit, by: By, { kind, id }: NonNullable<CodesFor>) {
  if (kind === "sign_in") {
    const { sendSignInCode } = await import("#contract/people/sign-in/sign-in.ts");
    return page.call(sendSignInCode, { body: { by } });
  }
  const calls = await import("#contract/people/sign-in/two-factor.ts");
  const query = { kind, id };
  if (by === "push") return page.call(calls.pushPhoneCode, { query });
  if (by === "telegram") return page.call(calls.sendTelegramCode, { query });
  if (by === "sms") return page.call(calls.sendTextCode, { query });
  return by === "call" ? page.call(calls.callPhoneCode, { query }) : page.call(calls.sendMailCode, { query });
}
