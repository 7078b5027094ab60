// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/**
 * The promises about money, each with the guard that keeps it and the test that fails without that guard. A guard is
 * taken away by replacing one piece of text, which must stand in its file exactly once.
 */
export type Guard = {
  readonly promise: string;
  readonly file: string;
  readonly text: string;
  readonly without: string;
  readonly test: string;
  /** The tests of that file that are asked, by name; all when left out. */
  readonly only?: string;
};

const TRADES = "server/market/trades";
const LEDGER = "server/money/ledger";
const WALLET = "server/products/wallet";

export const GUARDS: readonly Guard[] = [
  {
    promise: "a trade is decided by one at a time: its row is locked before anything is decided",
    file: `${TRADES}/rows.ts`,
    text: "    order by id\n    for update`;\n  await tx.readClock();",
    without: "    order by id`;\n  await tx.readClock();",
    test: `${TRADES}/races.test.ts`,
  },
  {
    promise: "after a wait for a lock the deadline is judged by the clock of then",
    file: `${TRADES}/rows.ts`,
    text: "    for update`;\n  await tx.readClock();",
    without: "    for update`;",
    test: `${TRADES}/deadlines.test.ts`,
  },
  {
    promise: "escrow leaves once: a second exit of the same round is refused by the ledger",
    file: `${LEDGER}/post.ts`,
    text: '  if (existing.has(key)) return "duplicate";\n',
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a journal of one kind and subject exists once, in the table too",
    file: "server/migrations/0001-ledger.sql",
    text: "  at      timestamptz not null,\n  unique (kind, subject)\n",
    without: "  at      timestamptz not null\n",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "accounts are locked before a balance is decided on",
    file: "server/migrations/0001-ledger.sql",
    text: "  order by account.id\n  for update;",
    without: "  order by account.id;",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "accounts are locked in one order",
    file: "server/migrations/0001-ledger.sql",
    text: "  order by account.id\n  for update;",
    without: "  order by random()\n  for update;",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "nobody is overdrawn by a decision",
    file: `${LEDGER}/post.ts`,
    text: '  for (const units of after.values()) if (units < 0n) return "insufficient";\n',
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "the application's role cannot write a posting",
    file: "server/migrations/0001-ledger.sql",
    text: "assert not has_table_privilege('parley_app', 'ledger_accounts', 'update'), 'the application may not change balances';\n  assert not has_table_privilege('parley_app', 'postings', 'insert'), 'the application posts through ledger_post only';",
    without: "execute 'grant insert, update, delete on ledger_accounts, journals, postings to parley_app';",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a posting is never changed, by nobody",
    file: "server/migrations/0001-ledger.sql",
    text: "create trigger postings_append_only before update or delete or truncate on postings\n  for each statement execute function refuse_change();\n",
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a changed balance is found by the check of the books",
    file: `${LEDGER}/invariants.ts`,
    text: '  { id: "I3", find: balancesEqualPostings },\n',
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "money that is made or lost is found by the check of the books",
    file: `${LEDGER}/invariants.ts`,
    text: '  { id: "I1", find: sumsToZero },\n',
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a broken promise of the books halts money out",
    file: "server/outward/staff/check-books.ts",
    text: '      await halt(tx, { name: "money_out", reason: `${first.invariant}: ${first.detail}`.slice(0, 300) });\n',
    without: "",
    test: "server/outward/staff/check-books.test.ts",
  },
  {
    promise: "the record of a request key is written in the transaction of its effect",
    file: "server/platform/http/answer.ts",
    text: "    await keepAnswers(tx, [{ key, answer }]);\n",
    without: "    void db.tx((other) => keepAnswers(other, [{ key, answer }])).catch(() => undefined);\n",
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
    promise: "one request key has one effect while the first call is under way",
    file: "server/platform/http/idempotency.ts",
    text: '  if (!lock?.mine) throw new Refusal("idempotency.in_flight");\n',
    without: "",
    test: "server/platform/http/http.test.ts",
    only: "fifty calls",
  },
  {
    promise: "events are written in the transaction of what they tell",
    file: "server/platform/db.ts",
    text: '    if (events.length > 0) await insertEvents(client, events, tx.now);\n    await client.query("commit");\n',
    without:
      '    await client.query("commit");\n    if (events.length > 0) await insertEvents(client, events, tx.now);\n',
    test: "server/platform/dispatcher.test.ts",
  },
  {
    promise: "consumers write in the transaction that marks the event as told",
    file: "server/platform/dispatcher.ts",
    text: "      for (const event of events) await tell(tx, event);\n",
    without: "      for (const event of events) await db.tx((other) => tell(other, event));\n",
    test: "server/platform/dispatcher.test.ts",
    only: "a connection that breaks",
  },
  {
    promise: "two who tell events do not tell the same one",
    file: "server/platform/dispatcher.ts",
    text: "    limit ${limit}\n    for update skip locked`;",
    without: "    limit ${limit}`;",
    test: "server/platform/dispatcher.test.ts",
    only: "two who tell",
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
    file: `${WALLET}/pay.ts`,
    text: '    await movePayment(tx, payment.id, "sign", signed);\n',
    without: '    await movePayment(tx, payment.id, "sign", { txid: signed.txid });\n',
    test: `${WALLET}/ethereum.test.ts`,
    only: "an ether send-out leaves",
  },
  {
    promise: "what has bytes is never dropped",
    file: `${WALLET}/payment.ts`,
    text: '  { verb: "drop", from: ["planned"], to: "dropped" },',
    without: '  { verb: "drop", from: ["planned", "signed"], to: "dropped" },',
    test: `${WALLET}/payment.test.ts`,
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
    test: `${WALLET}/send-outs-ethereum.test.ts`,
    only: "taken once",
  },
  {
    promise: "a quote of a send-out is its asker's own",
    file: `${WALLET}/create-send-out.ts`,
    text: "    where hash = ${hash} and user_id = ${userId}`;",
    without: "    where hash = ${hash}`;",
    test: `${WALLET}/send-outs-ethereum.test.ts`,
    only: "taken once",
  },
  {
    promise: "a quote of a conversion is taken once",
    file: `${WALLET}/convert.ts`,
    text: '  if (!taken) throw new Refusal("wallet.quote_taken");\n',
    without: "",
    test: `${WALLET}/conversions.test.ts`,
    only: "of many takers",
  },
  {
    promise: "no money leaves without a fresh proof",
    file: "server/people/auth/proofs.ts",
    text: '    return isFresh ? undefined : new Refusal("auth.password_proof");\n',
    without: '    return isFresh || session ? undefined : new Refusal("auth.password_proof");\n',
    test: `${TRADES}/trades.test.ts`,
    only: "a release asks for the password",
  },
  {
    promise: "a trade is moved by its sides only",
    file: `${TRADES}/move-trade.ts`,
    text: '  if (trade.buyer_id === userId) return "buyer";\n',
    without: '  if (trade.seller_id !== userId) return "buyer";\n',
    test: `${TRADES}/trades.test.ts`,
    only: "a stranger",
  },
  {
    promise: "a seller's verbs are the seller's",
    file: `${TRADES}/trade.ts`,
    text: "  const mine = ofVerb.filter((move) => move.by.includes(actor));\n",
    without: "  const mine = ofVerb;\n",
    test: `${TRADES}/trade.test.ts`,
  },
  {
    promise: "an unsafe call carries the token of its own session",
    file: "server/platform/http/csrf.ts",
    text: "        !sameText(token, tokenOf(seed));",
    without: '        token === "";',
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
    text: "    return { mimeType, bytes: whole, thumbnail };",
    without: "    return { mimeType, bytes, thumbnail };",
    test: "server/market/chat/uploads.test.ts",
  },
  {
    promise: "a picture's pixels have a limit",
    file: "server/market/chat/clean-upload.ts",
    text: "limitInputPixels: MOST_PIXELS",
    without: "limitInputPixels: false",
    test: "server/market/chat/uploads.test.ts",
    only: "bomb",
  },
  {
    promise: "a deposit that a reorganisation took is taken back once",
    file: `${WALLET}/deposit.ts`,
    text: "    where id = ${deposit.id} and status = 'credited' and round = ${deposit.round}\n    returning id`;",
    without: "    where id = ${deposit.id} and false\n    returning id`;",
    test: `${WALLET}/ethereum.test.ts`,
    only: "a reorganisation takes ether back",
  },
  {
    promise: "a node that falls behind takes nothing back",
    file: `${WALLET}/scan-ethereum.ts`,
    text: "  if (tip < scanned && (await isBehind(db, rail, tip))) return false;\n",
    without: "",
    test: `${WALLET}/send-outs-ethereum.test.ts`,
    only: "a node that falls behind",
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
];
