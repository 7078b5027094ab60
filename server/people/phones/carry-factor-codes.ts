/** Codes that the signer has made: as a text or a call to the confirmed number, or by email, saying what they confirm. */
import { factorCodesWait } from "./factor-code-rows.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { amountText } from "#contract/money/money-text.ts";
import type { Job } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { findUserById, languageOf, letterTo } from "../accounts/index.ts";
import { type About, type FactorCode, noteSentCode, takeFactorCodes, writeFactorText } from "./factor-code-rows.ts";
import { sealCode } from "./marks.ts";

const AT_ONCE = 50;

export const factorCodeJob: Job = {
  name: "carry-factor-codes",
  everyMs: 300,
  due: factorCodesWait,
  async run({ db, log }) {
    for (;;) {
      const count = await db.tx(async (tx) => {
        const codes = await takeFactorCodes(tx, AT_ONCE);
        for (const code of codes) {
          if (await carry(tx, code)) continue;
          await noteSentCode(tx, code.sent_code_id, "dropped");
          log.warn({ code: String(code.id) }, "a code had nowhere to go, or went past the limits");
        }
        return codes.length;
      });
      if (count < AT_ONCE) return;
    }
  },
};

async function carry(
  tx: Tx,
  { id, user_id: userId, channel, code, about, sent_code_id: sentCode }: FactorCode,
): Promise<boolean> {
  const user = await findUserById(tx, userId);
  if (!user) return false;
  const lang = languageOf(user);
  const what = aboutText(about, lang);
  if (channel !== "email")
    return writeFactorText(tx, {
      userId,
      channel,
      codeSealed: sealCode(code, user.external_id),
      about: what,
      sentCode,
    });
  await queueMail(
    tx,
    letterTo(user, {
      subject: textOf("codes.confirm.subject", lang, { code }),
      paragraphs: [textOf("codes.confirm.text", lang, { code, what }), textOf("codes.confirm.warning", lang)],
      // A code older than the delivery status has no status to report.
      dedupeKey: sentCode === null ? `factor-code:${id}` : `sent-code:${sentCode}`,
    }),
  );
  return true;
}

/** The subject of the code, as the signer read it. */
export function aboutText({ kind, id, sendOut, conversion, order }: About, lang: Locale): string {
  const coins = (amount: string, code: string) => amountText(lang, `${amount} ${code}`);
  const sent = sendOut && { address: sendOut.address, sent: coins(sendOut.amount, sendOut.cryptoCurrencyCode) };
  const converted = conversion && {
    given: coins(conversion.fromAmount, conversion.from),
    got: coins(conversion.toAmount, conversion.to),
  };
  const ordered = order && {
    given: coins(order.total, order.cryptoCurrencyCode),
    got: coins(order.amount, order.currencyCode),
  };
  return textOf(`codes.about.${kind}`, lang, { id, ...sent, ...converted, ...ordered });
}
