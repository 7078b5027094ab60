/** A person of a demo market confirms a telephone number, as they would with the text that came. */
import { confirmPhone, sendPhoneCode } from "#contract/people/phones.ts";
import type { TestApp, TestClient } from "../app.ts";

/** Sends a code there; returns it as the telephone shows it. */
export async function askForPhoneCode(app: TestApp, client: TestClient, phone: string): Promise<string> {
  await app.runJob("send-phone-codes");
  const body = { phone, isCitizenshipConsentAccepted: true };
  const asked = await client.call(sendPhoneCode, { body });
  if (asked.code !== "") throw new Error(asked.code);
  await app.runJob("send-phone-codes");
  const { rows } = await app.owner.query("select body_text from inbox_texts where to_number = $1 order by id desc", [
    phone,
  ]);
  return /\d{6}/.exec(rows[0]?.body_text ?? "")?.[0] ?? "none came";
}

export async function giveTestPhone(app: TestApp, client: TestClient, phone: string): Promise<void> {
  const confirmed = await client.call(confirmPhone, { body: { phoneCode: await askForPhoneCode(app, client, phone) } });
  if (confirmed.code !== "") throw new Error(confirmed.code);
}
