// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/**
 * The promises about money, each with the guard that keeps it and the test that fails without that guard. A guard is
 * taken away by replacing one piece of text, which must stand in its file exactly once.
 */
import { GUARDS_OF_COMPANIES } from "./guards-of-companies.ts";
import { GUARDS_OF_PLACES } from "./guards-of-places.ts";
import { GUARDS_OF_ACTIVITY } from "./guards-of-activity.ts";
import { GUARDS_OF_AVATARS } from "./guards-of-avatars.ts";
import { GUARDS_OF_CASES } from "./guards-of-cases.ts";
import { GUARDS_OF_STAFF_RIGHTS } from "./guards-of-staff-rights.ts";
import { GUARDS_OF_CLOSING } from "./guards-of-closing.ts";
import { GUARDS_OF_CONSOLE } from "./guards-of-console.ts";
import { GUARDS_OF_JOURNALS } from "./guards-of-journals.ts";
import { GUARDS_OF_DELIVERY } from "./guards-of-delivery.ts";
import { GUARDS_OF_APPEALS } from "./guards-of-appeals.ts";
import { GUARDS_OF_ATTACHMENTS } from "./guards-of-attachments.ts";
import { GUARDS_OF_CHARGEBACKS } from "./guards-of-chargebacks.ts";
import { GUARDS_OF_EVIDENCE } from "./guards-of-evidence.ts";
import { GUARDS_OF_API_KEYS } from "./guards-of-api-keys.ts";
import { GUARDS_OF_PAYMENT_ACCOUNTS } from "./guards-of-payment-accounts.ts";
import { GUARDS_OF_EMAIL_CHANGES } from "./guards-of-email-changes.ts";
import { GUARDS_OF_FACTORS } from "./guards-of-factors.ts";
import { GUARDS_OF_BONDS } from "./guards-of-bonds.ts";
import { GUARDS_OF_OFFER_TERMS } from "./guards-of-offer-terms.ts";
import { GUARDS_OF_SPECIAL_OFFERS } from "./guards-of-special-offers.ts";
import { GUARDS_OF_PROMOTIONS } from "./guards-of-promotions.ts";
import { GUARDS_OF_FEATURED } from "./guards-of-featured.ts";
import { GUARDS_OF_FEES } from "./guards-of-fees.ts";
import { GUARDS_OF_FUNDS } from "./guards-of-funds.ts";
import { GUARDS_OF_FUNCTIONS } from "./guards-of-functions.ts";
import { GUARDS_OF_SOCIAL } from "./guards-of-social.ts";
import { GUARDS_OF_SIGNER } from "./guards-of-signer.ts";
import { GUARDS_OF_GROWTH } from "./guards-of-growth.ts";
import { GUARDS_OF_LEDGER } from "./guards-of-ledger.ts";
import { GUARDS_OF_COLD } from "./guards-of-cold.ts";
import { GUARDS_OF_OWN_DATA } from "./guards-of-own-data.ts";
import { GUARDS_OF_MODERATION } from "./guards-of-moderation.ts";
import { GUARDS_OF_NOTIFICATIONS } from "./guards-of-notifications.ts";
import { GUARDS_OF_PASSWORDS } from "./guards-of-passwords.ts";
import { GUARDS_OF_APPROVALS } from "./guards-of-approvals.ts";
import { GUARDS_OF_PUSH_CODES } from "./guards-of-push-codes.ts";
import { GUARDS_OF_PUZZLES } from "./guards-of-puzzles.ts";
import { GUARDS_OF_QUESTIONS } from "./guards-of-questions.ts";
import { GUARDS_OF_SECOND_STEPS } from "./guards-of-second-steps.ts";
import { GUARDS_OF_PHONES } from "./guards-of-phones.ts";
import { GUARDS_OF_PAGES } from "./guards-of-pages.ts";
import { GUARDS_OF_FLOWS } from "./guards-of-flows.ts";
import { GUARDS_OF_DIVISIONS } from "./guards-of-divisions.ts";
import { GUARDS_OF_RECOVERY } from "./guards-of-recovery.ts";
import { GUARDS_OF_HELD_RECOVERY } from "./guards-of-recovery-held.ts";
import { GUARDS_OF_REMINDERS } from "./guards-of-reminders.ts";
import { GUARDS_OF_RESTRICTIONS } from "./guards-of-restrictions.ts";
import { GUARDS_OF_RETENTION } from "./guards-of-retention.ts";
import { GUARDS_OF_SCREENING } from "./guards-of-screening.ts";
import { GUARDS_OF_VIDEO } from "./guards-of-video.ts";
import { GUARDS_OF_PEOPLE } from "./guards-of-people.ts";
import { GUARDS_OF_BADGES } from "./guards-of-badges.ts";
import { GUARDS_OF_STAFF } from "./guards-of-staff.ts";
import { GUARDS_OF_VERIFICATION } from "./guards-of-verification.ts";
import type { Guard } from "./guard.ts";

const TRADES = "server/market/trades";
const CUSTODY = "server/money/custody";
const WALLET = "server/products/wallet";
const OF_CUSTODY = "server/migrations/0134-custody-functions.sql";

export const GUARDS: readonly Guard[] = [
  {
    promise: "a trade is decided by one at a time: its row is locked before anything is decided",
    file: `${TRADES}/rows.ts`,
    text: "      order by id\n      for update`,\n    tx.readClock(),",
    without: "      order by id`,\n    tx.readClock(),",
    test: `${TRADES}/races.test.ts`,
  },
  {
    promise: "after a wait for a lock the deadline is judged by the clock of then",
    file: `${TRADES}/rows.ts`,
    text: "      for update`,\n    tx.readClock(),\n",
    without: "      for update`,\n",
    test: `${TRADES}/deadlines.test.ts`,
  },
  {
    promise: "a broken invariant of the ledger halts trades and money out",
    file: "server/outward/staff/check-books.ts",
    text: "    for (const name of STOPPED) await halt(tx, { name, reason, takesTwo: true });\n",
    without: "",
    test: "server/outward/staff/check-books.test.ts",
  },
  {
    promise: "the record of a request key is written in the transaction of its effect",
    file: "server/platform/http/answer.ts",
    text: "    keepAnswers(tx, [{ key, answer }]);\n",
    without: "    void db.tx(async (other) => keepAnswers(other, [{ key, answer }])).catch(() => undefined);\n",
    test: "server/platform/http/idempotency.test.ts",
  },
  {
    promise: "the record of a request key is written in the transaction of a grouped effect",
    file: "server/platform/http/group.ts",
    text: "      return key && answer && isAnswerKept(answer) ? [{ key, answer }] : [];\n",
    without: "      return [];\n",
    test: `${TRADES}/trades.test.ts`,
    only: "twenty releases",
  },
  {
    promise: "an error of a node that passes does not put a deposit aside",
    file: `${CUSTODY}/scan-ethereum.ts`,
    text: "error instanceof NodeError && NO_STATE.has(error.code)",
    without: "error instanceof NodeError",
    test: `${CUSTODY}/passing-errors.test.ts`,
    only: "deposit",
  },
  {
    promise: "an error of a node that passes does not end a send-out",
    file: `${CUSTODY}/pay-ethereum.ts`,
    text: "error instanceof NodeError && REVERTED.has(error.code)",
    without: "error instanceof NodeError",
    test: `${CUSTODY}/passing-errors.test.ts`,
    only: "send-out",
  },
  {
    promise: "what was signed stands in the signer's journal as a whole line or not at all",
    file: "server/signer/signed-journal.ts",
    text: "    ftruncateSync(file, size);\n",
    without: "",
    test: "server/signer/signed-journal.test.ts",
  },
  {
    promise: "one request key has one effect while the first call is under way",
    file: "server/platform/http/idempotency.ts",
    text: '  if (!lock?.mine) throw new Refusal("idempotency.in_flight");\n',
    without: "",
    test: "server/platform/http/http.test.ts",
    only: "fifty calls",
  },
  {
    promise: "one process leads",
    file: "server/platform/workers.ts",
    text: "    if (!rows[0]?.won || post.stopped) return;\n",
    without: "    if (rows.length === 0 || post.stopped) return;\n",
    test: "server/platform/workers.test.ts",
    only: "of two processes",
  },
  {
    promise: "signed bytes are kept before anybody sees them, and only they are shown",
    file: `${CUSTODY}/pay.ts`,
    text: '    await movePayment(tx, payment.id, "sign", signed);\n',
    without: '    await movePayment(tx, payment.id, "sign", { txid: signed.txid });\n',
    test: `${CUSTODY}/ethereum.test.ts`,
    only: "an ether send-out leaves",
  },
  {
    promise: "what has bytes is never dropped",
    file: `${CUSTODY}/payment-moves.ts`,
    text: '  { verb: "cancel", from: "pending", to: "cancelled", outcome: null },',
    without:
      '  { verb: "cancel", from: "pending", to: "cancelled", outcome: null },\n  { verb: "cancel", from: "broadcast", to: "cancelled", outcome: null },',
    test: `${CUSTODY}/payment.test.ts`,
  },
  {
    promise: "the signer signs one plan under one id",
    file: "server/signer/sign-payment.ts",
    text: '  if (before) throw new SignerRefusal("signer.other_plan", "another payment was signed under this id");\n',
    without: "",
    test: "server/signer/signer.test.ts",
  },
  {
    promise: "the signer pays whom the ledger's record names",
    file: "server/signer/policy.ts",
    text: "  if (record.destination !== facts.destination) {",
    without: "  if (record.destination === undefined) {",
    test: "server/signer/signer.test.ts",
  },
  {
    promise: "a quote of a send-out is taken once",
    file: `${WALLET}/create-send-out.ts`,
    text: '  if (quote.is_taken) throw new Refusal("wallet.quote_taken");\n',
    without: "",
    test: `${CUSTODY}/send-outs-ethereum.test.ts`,
    only: "taken once",
  },
  {
    promise: "a quote of a send-out is its asker's own",
    file: `${WALLET}/send-out-rows.ts`,
    text: "    where hash = ${hash} and user_id = ${userId}`;",
    without: "    where hash = ${hash}`;",
    test: `${CUSTODY}/send-outs-ethereum.test.ts`,
    only: "taken once",
  },
  {
    promise: "a quote of a conversion is taken once",
    file: "server/migrations/0140-proofs-of-cancels.sql",
    text: "      when exists (select from conversions taken where taken.quote_id = quote.id) then 'taken'\n",
    without: "",
    test: `${WALLET}/conversions.test.ts`,
    only: "of many takers",
  },
  {
    promise: "no money leaves without a fresh proof",
    file: "server/migrations/0620-recovery-by-staff.sql",
    text: "    and proofs.spent_at is null and proofs.expires_at > market_now()\n",
    without: "",
    test: "server/signer/prove.test.ts",
  },
  {
    promise: "nobody proves what is another's",
    file: "server/signer/proof-rows.ts",
    text: "trade.seller_id = asked.user_id and trade.status",
    without: "trade.status",
    test: "server/signer/prove.test.ts",
    only: "a release is proved by the seller",
  },
  {
    promise: "a send-out is signed as its user has proved it",
    file: "server/signer/policy.ts",
    text: '  if (!record.isProved) throw new SignerRefusal("signer.no_proof", "its user has not proved this send-out");\n',
    without: "",
    test: "server/signer/policy.test.ts",
    only: "a plan is allowed",
  },
  {
    promise: "the signer compares so many wrong passwords a day",
    file: "server/signer/passwords.ts",
    text: "    if (failures >= MOST_FAILURES && passwordHash !== undefined) {\n",
    without: "    if (failures > 2 * MOST_FAILURES && passwordHash !== undefined) {\n",
    test: "server/signer/passwords.test.ts",
    only: "so many wrong passwords",
  },
  {
    promise: "a trade is moved by its sides only",
    file: `${TRADES}/trade.ts`,
    text: '  if (trade.buyer_id === userId) return "buyer";\n',
    without: '  if (trade.seller_id !== userId) return "buyer";\n',
    test: `${TRADES}/trades.test.ts`,
    only: "a stranger",
  },
  {
    promise: "a seller's verbs are the seller's",
    file: `${TRADES}/trade.ts`,
    text: "  const mine = ofVerb.filter((transition) => transition.by.includes(actor));\n",
    without: "  const mine = ofVerb;\n",
    test: `${TRADES}/trade.test.ts`,
  },
  {
    promise: "an unsafe call carries the token of its own session",
    file: "server/platform/http/csrf.ts",
    text: " &&\n        sameText(token, tokenOf(seed))",
    without: "",
    test: "campaign/authorization/matrix.test.ts",
    only: "an unsafe call",
  },
  {
    promise: "a call from another site is refused",
    file: "server/platform/http/csrf.ts",
    text: "        (origin !== undefined && !origins.has(origin)) ||\n",
    without: "",
    test: "server/platform/http/http.test.ts",
    only: "from another site",
  },
  {
    promise: "a picture is drawn anew before it is kept",
    file: "server/market/chat/clean-upload.ts",
    text: "  return { mimeType, bytes: whole, thumbnail };",
    without: "  return { mimeType, bytes, thumbnail };",
    test: "server/market/chat/uploads.test.ts",
  },
  {
    promise: "a picture's pixels have a limit",
    file: "server/platform/file-work/picture-work.ts",
    text: '  if (width * height > most) throw new FileRefused("upload.picture_pixels", { width, height });\n',
    without: "",
    test: "server/market/chat/uploads.test.ts",
    only: "a hundred megapixels",
  },
  {
    promise: "a deposit that a reorganisation took is taken back once",
    file: OF_CUSTODY,
    text: "    where deposits.id = ids[number] and deposits.status = 'credited' and deposits.round = rounds[number]\n",
    without: "    where deposits.id = ids[number] and false\n",
    test: `${CUSTODY}/ethereum.test.ts`,
    only: "a reorganisation takes ether back",
  },
  {
    promise: "a node that falls behind takes nothing back",
    file: `${CUSTODY}/scan-ethereum.ts`,
    text: "  if (tip < scanned && (await isBehind(db, rail, tip))) return false;\n",
    without: "",
    test: `${CUSTODY}/send-outs-ethereum.test.ts`,
    only: "a node that falls behind",
  },
  {
    promise: "a bitcoin node that reads its blocks again takes nothing back",
    file: `${CUSTODY}/scan-bitcoin.ts`,
    text: "  if (tip < scanned && (await isBehind(db, node, tip))) return false;\n",
    without: "",
    test: `${CUSTODY}/deposits-bitcoin.test.ts`,
    only: "a node that reads its blocks again",
  },
  {
    promise: "a part that failed by itself tells nobody afterwards of what it left for later",
    file: "server/platform/db.ts",
    text: "        await Promise.allSettled(waited.slice(before.waited));\n",
    without: "",
    test: "server/platform/db.test.ts",
    only: "a part that is undone",
  },
  {
    promise: "what an ended trade took of a cap goes back once",
    file: "server/market/trades/update-offers.ts",
    text: '  "trade.cancel": "given back",\n',
    without: '  "trade.cancel": "given back",\n  "trade.open": "given back",\n',
    test: "server/market/trades/update-offers.test.ts",
    only: "the sum of a trade",
  },
  {
    promise: "a part that failed by itself leaves nothing behind",
    file: "server/platform/db.ts",
    text: "        await ask(ROLLBACK_PART, []);\n        events.length = before.events;\n",
    without: "        await ask(ROLLBACK_PART, []);\n",
    test: "server/platform/db.test.ts",
    only: "a part that fails",
  },
  {
    promise: "a stale rate stops new trades",
    file: "server/money/rates/rate-of.ts",
    text: '  if (rate.state === "stale") throw new Refusal("rates.stale", context);\n',
    without: "",
    test: "server/money/rates/rates.test.ts",
  },
  {
    promise: "a live channel's token dies with its session",
    file: "server/platform/http/live-hub.ts",
    text: '  if (!isOpen) return send(reader, { op: "denied", channel, reason: "access" });\n',
    without: "",
    test: "server/platform/http/live-hub.test.ts",
    only: "a token outlives",
  },
  ...GUARDS_OF_LEDGER,
  ...GUARDS_OF_CASES,
  ...GUARDS_OF_STAFF_RIGHTS,
  ...GUARDS_OF_DELIVERY,
  ...GUARDS_OF_FUNCTIONS,
  ...GUARDS_OF_FUNDS,
  ...GUARDS_OF_PAGES,
  ...GUARDS_OF_FACTORS,
  ...GUARDS_OF_PASSWORDS,
  ...GUARDS_OF_APPROVALS,
  ...GUARDS_OF_PUSH_CODES,
  ...GUARDS_OF_PUZZLES,
  ...GUARDS_OF_QUESTIONS,
  ...GUARDS_OF_SECOND_STEPS,
  ...GUARDS_OF_PHONES,
  ...GUARDS_OF_ACTIVITY,
  ...GUARDS_OF_CLOSING,
  ...GUARDS_OF_OWN_DATA,
  ...GUARDS_OF_RETENTION,
  ...GUARDS_OF_AVATARS,
  ...GUARDS_OF_MODERATION,
  ...GUARDS_OF_FEES,
  ...GUARDS_OF_BONDS,
  ...GUARDS_OF_OFFER_TERMS,
  ...GUARDS_OF_SPECIAL_OFFERS,
  ...GUARDS_OF_PROMOTIONS,
  ...GUARDS_OF_FEATURED,
  ...GUARDS_OF_API_KEYS,
  ...GUARDS_OF_APPEALS,
  ...GUARDS_OF_CHARGEBACKS,
  ...GUARDS_OF_EVIDENCE,
  ...GUARDS_OF_ATTACHMENTS,
  ...GUARDS_OF_PAYMENT_ACCOUNTS,
  ...GUARDS_OF_EMAIL_CHANGES,
  ...GUARDS_OF_SOCIAL,
  ...GUARDS_OF_NOTIFICATIONS,
  ...GUARDS_OF_RECOVERY,
  ...GUARDS_OF_HELD_RECOVERY,
  ...GUARDS_OF_REMINDERS,
  ...GUARDS_OF_SIGNER,
  ...GUARDS_OF_COLD,
  ...GUARDS_OF_GROWTH,
  ...GUARDS_OF_RESTRICTIONS,
  ...GUARDS_OF_VERIFICATION,
  ...GUARDS_OF_COMPANIES,
  ...GUARDS_OF_PLACES,
  ...GUARDS_OF_STAFF,
  ...GUARDS_OF_BADGES,
  ...GUARDS_OF_PEOPLE,
  ...GUARDS_OF_VIDEO,
  ...GUARDS_OF_SCREENING,
  ...GUARDS_OF_CONSOLE,
  ...GUARDS_OF_JOURNALS,
  ...GUARDS_OF_DIVISIONS,
  ...GUARDS_OF_FLOWS,
];
