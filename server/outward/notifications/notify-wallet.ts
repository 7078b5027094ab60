/** Coins that come and go, told to their owner: in the page, and by mail when they are final or leave. */
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/db.ts";
import { sendNotice } from "./send-notice.ts";

type Wording = { readonly kind: string; readonly subject: string; readonly sentence: string; readonly byMail: boolean };

const WORDINGS: Readonly<Record<string, Wording>> = {
  "wallet.deposit_seen": {
    kind: "deposit_pending",
    subject: "Coins are on their way to you",
    sentence: "A deposit was seen on the chain. It counts when it is final.",
    byMail: false,
  },
  "wallet.deposit_credited": {
    kind: "deposit_confirmed",
    subject: "Your deposit is in your wallet",
    sentence: "Your deposit is final and in your balance.",
    byMail: true,
  },
  "wallet.deposit_reverted": {
    kind: "deposit_reverted",
    subject: "A deposit was taken back by the chain",
    sentence: "The chain was reorganised and your deposit is not in it any more. If it comes back, it counts again.",
    byMail: true,
  },
  "wallet.send_out.reserved": {
    kind: "send_out_started",
    subject: "Coins are leaving your wallet",
    sentence:
      "A send-out from your wallet was ordered. If that was not you, change your password and write to us at once.",
    byMail: true,
  },
  "wallet.send_out.completed": {
    kind: "send_out_completed",
    subject: "Your send-out has arrived",
    sentence: "Your send-out is final on the chain.",
    byMail: true,
  },
  "wallet.send_out.failed": {
    kind: "send_out_failed",
    subject: "Your send-out did not go through",
    sentence: "Your send-out failed. The wallet says why, and what is back in your balance.",
    byMail: true,
  },
};

type Change = { userId: string; cryptoCurrencyCode: string; amount: string; status?: string };

export async function notifyWallet(tx: Tx, event: StoredEvent): Promise<void> {
  const { userId, cryptoCurrencyCode, amount, status } = event.payload as Change;
  const wording = WORDINGS[status ? `${event.type}.${status}` : event.type];
  if (!wording) return;
  const crypto = `${amount} ${cryptoCurrencyCode}`;
  await sendNotice(tx, event, {
    userId: BigInt(userId),
    kind: wording.kind,
    subject: event.subject,
    details: { crypto },
    link: "/wallet",
    ...(wording.byMail
      ? { mail: { subject: `${wording.subject}: ${crypto}`, sentence: wording.sentence, facts: `Amount: ${crypto}` } }
      : {}),
  });
}
