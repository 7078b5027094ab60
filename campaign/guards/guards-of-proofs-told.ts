// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is told of levels, companies and documents to those whom it is about, and tokens of the provider (migrations 0860 to 0865). */
import type { Guard } from "./guard.ts";

const ASKED = "server/migrations/0860-levels-asked-for.sql";
const HELD = "server/migrations/0862-why-offers-are-held.sql";
const LINES = "server/migrations/0863-lines-above-pages.sql";
const TOKENS = "server/migrations/0865-provider-tokens.sql";
const TOKEN_ROWS = "server/outward/verification/provider-token-rows.ts";

const LEVELS = { test: "server/outward/levels/levels.test.ts", only: "a requirement that staff meet" };
const COMPANIES = { test: "server/outward/verification/companies.test.ts", only: "until the earlier day" };
const OFFERS = "server/people/accounts/kyc-actions.test.ts";
const PROVIDER = "server/outward/verification/provider.test.ts";
const TAKEN_OVER = { test: PROVIDER, only: "a web that is taken over writes no token" };
const BANNERS = { test: "server/outward/pages/banners.test.ts", only: "open pages hear" };

export const GUARDS_OF_PROOFS_TOLD: readonly Guard[] = [
  {
    promise: "a level that was asked for is told to whom it was asked for",
    file: ASKED,
    text: "change.user_id = level_asked_for.user_id and change.kind",
    without: "change.kind",
    ...LEVELS,
  },
  {
    promise: "a role that was asked for is no level",
    file: ASKED,
    text: " and change.kind = 'set_level' and",
    without: " and",
    ...LEVELS,
  },
  {
    promise: "a level that was confirmed waits for nobody",
    file: ASKED,
    text: " and change.confirmed_at is null",
    without: "",
    ...LEVELS,
  },
  {
    promise: "a level that nobody confirmed in time waits no longer",
    file: ASKED,
    text: "\n    and change.expires_at > market_now()",
    without: "",
    ...LEVELS,
  },
  {
    promise: "the day that a first reviewer read is kept",
    file: "server/migrations/0861-ends-of-companies.sql",
    text: "    values (shown.id, staff_id, at, expires_on)'],",
    without: "    values (shown.id, staff_id, at, null)'],",
    ...COMPANIES,
  },
  {
    promise: "papers of a company count until the earlier day",
    file: "server/migrations/0897-approvals-that-count.sql",
    text: "      select min(given.expires_on) from counted_approvals(shown.id) given)']",
    without: "      select max(given.expires_on + 4000) from counted_approvals(shown.id) given)']",
    ...COMPANIES,
  },
  {
    promise: "offers are held for a missing proof and for a closed country, each by its own name",
    file: HELD,
    text: "after || ', ''identity''::text, ''place''::text')",
    without: "after)",
    test: OFFERS,
    only: "are held with a reason of their own",
  },
  {
    promise: "offers of before are told what holds them",
    file: HELD,
    text: "case when 'BLOCKED_IN_LOCATION' = any (blocked.reasons) then 'place' else 'identity' end",
    without: "'identity'",
    test: OFFERS,
    only: "offers that were held as of a restricted account",
  },
  {
    promise: "a restriction that stands stays what holds an offer",
    file: HELD,
    text: `
  and not exists (
    select from user_restrictions restriction
    where restriction.user_id = offers.owner_id and restriction.lifted_at is null)`,
    without: "",
    test: OFFERS,
    only: "offers that were held as of a restricted account",
  },
  {
    promise: "the process that tells open pages reads what staff ask for",
    file: LINES,
    text: "grant select on verification_demands to parley_worker;\n",
    without: "",
    ...BANNERS,
  },
  {
    promise: "the process that tells open pages reads what is left of tries, and whether there is a phone",
    file: LINES,
    text: "grant execute on function verification_tries_left, has_confirmed_phone to parley_worker;\n",
    without: "",
    ...BANNERS,
  },
  {
    promise: "which documents a country has takes two administrators",
    file: "server/migrations/0864-documents-by-country.sql",
    text: "   '[]', true);",
    without: "   '[]', false);",
    test: "server/reference/settings/setting-rules.test.ts",
    only: "the rules of the database are those of the code",
  },
  {
    promise: "a country has documents that there are",
    file: "server/migrations/0864-documents-by-country.sql",
    text: ':(passport|id_card|driving_licence|residence_permit)$"',
    without: ':.*$"',
    test: "server/reference/settings/setting-rules.test.ts",
    only: "a value that does not fit",
  },
  {
    promise: "of a country only the documents beside it are taken",
    file: "server/outward/verification/countries.ts",
    text: "!isNamed || named.includes(`${iso}:${document}`)",
    without: "!isNamed || named.length > 0",
    test: "server/outward/verification/countries.test.ts",
  },
  {
    promise: "the web writes no token",
    file: TOKENS,
    text: "grant select, insert (verification_id, asked_at, next_try_at), delete on provider_tokens to parley_web;",
    without: "grant select, insert, update, delete on provider_tokens to parley_web;",
    ...TAKEN_OVER,
  },
  {
    promise: "the web does not say that there is a provider",
    file: TOKENS,
    text: "grant select on document_provider to parley_web;",
    without: "grant select, insert, update on document_provider to parley_web;",
    ...TAKEN_OVER,
  },
  {
    promise: "a token has an end",
    file: TOKENS,
    text: "  expires_at      timestamptz,\n  check ((token_sealed is null) = (expires_at is null))\n",
    without: "  expires_at      timestamptz\n",
    ...TAKEN_OVER,
  },
  {
    promise: "there is one provider",
    file: TOKENS,
    text: "default 1 check (id = 1)",
    without: "default 1",
    ...TAKEN_OVER,
  },
  {
    promise: "a token goes with its document",
    file: TOKENS,
    text: "references verifications on delete cascade,\n  asked_at",
    without: "references verifications,\n  asked_at",
    ...TAKEN_OVER,
  },
  {
    promise: "a token lies sealed",
    file: "server/outward/verification/provider-tokens.ts",
    text: "tokenSealed: seal(token, placeOf(externalUserId))",
    without: "tokenSealed: Buffer.from(token)",
    test: PROVIDER,
    only: "a person takes a token",
  },
  {
    promise: "a token that has ended is not given",
    file: TOKEN_ROWS,
    text: " and fetched.expires_at > ${tx.now}",
    without: "",
    test: PROVIDER,
    only: "a person takes a token",
  },
  {
    promise: "a provider that no worker has seen lately gives no tokens",
    file: TOKEN_ROWS,
    text: "    where seen_at > ${tx.now}::timestamptz - interval '5 minutes'`;",
    without: "`;",
    test: PROVIDER,
    only: "there are tokens of documents",
  },
  {
    promise: "a token is of a document that is open",
    file: "server/outward/verification/provider-tokens.ts",
    text: '  if (row.status !== "started" && row.status !== "pending") throw new Refusal("verification.over");\n',
    without: "",
    test: PROVIDER,
    only: "there are tokens of documents",
  },
];
