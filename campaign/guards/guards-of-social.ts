/** What is promised of accounts elsewhere. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0590-social-accounts.sql";
const HERE = "server/people/social-accounts";
const TEST = `${HERE}/social.test.ts`;
const BROWSER = "an attempt is this browser's: what came back for another, or to something else, signs nobody in";
const ONCE = "an attempt works once and for ten minutes";
const CONNECTS = "an account elsewhere is connected by a proof of just that, is told, and holds what leaves for a day";
const TRUSTED = "a trusted provider's word confirms an email: only the one it confirmed";

export const GUARDS_OF_SOCIAL: readonly Guard[] = [
  {
    promise: "what a provider brings back is taken in the browser that began",
    file: MADE,
    text: "known.state_hash <> state_hash or ",
    without: "",
    test: TEST,
    only: BROWSER,
  },
  {
    promise: "what a provider says is signed by it",
    file: "server/platform/outside/open-id.ts",
    text: "  client.enableNonRepudiationChecks(made);\n",
    without: "",
    test: TEST,
    only: "a word that the provider did not sign is refused",
  },
  {
    promise: "no attempt lasts longer, whatever the web writes",
    file: MADE,
    text: "  constraint social_attempts_ends_soon check (expires_at <= began_at + interval '15 minutes'),\n",
    without: "",
    test: TEST,
    only: "an attempt that the web makes lasts no longer than a quarter of an hour",
  },
  {
    promise: "a sign-in by an account elsewhere counts once",
    file: MADE,
    text: "  update social_attempts attempt set status = 'used', person_sealed = null where attempt.id = known.id;\n  return person;\n",
    without: "  return person;\n",
    test: TEST,
    only: "of two calls with one answer one signs in",
  },
  {
    promise: "an attempt to sign in elsewhere ends after ten minutes",
    file: `${HERE}/begin.ts`,
    text: "const MINUTES = 10;",
    without: "const MINUTES = 30;",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "an account elsewhere is connected by a proof of just that",
    file: MADE,
    text: "  if not found then return 'unproved'; end if;\n  outcome :=",
    without: "  outcome :=",
    test: TEST,
    only: CONNECTS,
  },
  {
    promise: "a new way to sign in holds what leaves",
    file: MADE,
    text: "  insert into send_out_holds (user_id, reason, began_at, ends_at)\n  values (user_id, 'new_sign_in', at, until);\n",
    without: "",
    test: TEST,
    only: CONNECTS,
  },
  {
    promise: "what somebody brought back connects to nobody else's account",
    file: MADE,
    text: "known.user_id is distinct from user_id or ",
    without: "",
    test: TEST,
    only: "what somebody brought back connects to nobody else's account",
  },
  {
    promise: "an account elsewhere is disconnected by a proof",
    file: MADE,
    text: "  if not found then return 'unproved'; end if;\n  delete from social_accounts account",
    without: "  delete from social_accounts account",
    test: TEST,
    only: "disconnecting takes a proof, and nobody signs in by it afterwards",
  },
  {
    promise: "a new password ends the other ways in",
    file: MADE,
    text: "delete from social_accounts where user_id = new.user_id returning provider",
    without: "delete from social_accounts where false returning provider",
    test: TEST,
    only: "a new password disconnects them",
  },
  {
    promise: "an account elsewhere is in the place of the password, and not of the second step",
    file: "server/people/auth/log-in.ts",
    text: "return { userId, at, step: await stepAfter(verifier, { userId, isNewDevice, isShared, caller }) };",
    without:
      "return { userId, at, step: isNewDevice && isShared ? await stepAfter(verifier, { userId, isNewDevice, isShared, caller }) : null };",
    test: TEST,
    only: "whoever has a second step is asked for it after an account elsewhere, too",
  },
  {
    promise: "only a provider that the operator trusts with it confirms an email",
    file: `${HERE}/ask-providers.ts`,
    text: "desk.provider.confirmsEmail && told.isEmailVerified",
    without: "told.isEmailVerified",
    test: TEST,
    only: "a newcomer registers by it with the form as always, and signs in by it; the email waits for its code",
  },
  {
    promise: "an email that a provider has not confirmed counts for nothing",
    file: `${HERE}/ask-providers.ts`,
    text: "desk.provider.confirmsEmail && told.isEmailVerified",
    without: "desk.provider.confirmsEmail",
    test: TEST,
    only: TRUSTED,
  },
  {
    promise: "a provider's word confirms no other email than its own",
    file: `${HERE}/register.ts`,
    text: "attempt.is_trusted && isSame && ",
    without: "attempt.is_trusted && ",
    test: TEST,
    only: TRUSTED,
  },
  {
    promise: "no digest is made for a newcomer whom no provider has named",
    file: `${HERE}/register.ts`,
    text: "  await preparing.db.read((tx) => attemptOf(tx, asked));\n",
    without: "",
    test: TEST,
    only: "a newcomer registers by it with the form as always, and signs in by it; the email waits for its code",
  },
  {
    promise: "a slow provider keeps nobody of another from signing in",
    file: `${HERE}/ask-providers.ts`,
    text: "void attend(",
    without: "await attend(",
    test: TEST,
    only: "whoever comes from another provider does not wait for one that is slow",
  },
  {
    promise: "an equal email connects nothing",
    file: `${HERE}/finish.ts`,
    text: '  if (isKnown) throw new Refusal("social.email_known");\n',
    without: "",
    test: TEST,
    only: "an equal email connects nothing: a trusted provider's person is told to sign in, others learn nothing",
  },
  {
    promise: "attempts to sign in by an account elsewhere are bounded by network where they begin",
    file: `${HERE}/begin.ts`,
    text: "  await countSocialBegin(tx, caller.ip);\n",
    without: "  if (caller.ip === '') await countSocialBegin(tx, caller.ip);\n",
    test: `${HERE}/bounds.test.ts`,
    only: "attempts by an account elsewhere are bounded by network",
  },
  {
    promise: "what comes back from a provider is bounded by network",
    file: `${HERE}/finish.ts`,
    text: "    const counted = await db.tx((tx) => countSocialAnswer(tx, caller.ip));",
    without: "    const counted = { ids: [] as bigint[], subject: countSocialAnswer.name };",
    test: `${HERE}/bounds.test.ts`,
    only: "what comes back is bounded by network",
  },
  {
    promise: "an attempt by an account elsewhere that is brought back again takes no count away",
    file: `${HERE}/finish.ts`,
    text: '    if (outcome === "returned") await db.tx',
    without: "    await db.tx",
    test: `${HERE}/bounds.test.ts`,
    only: "what comes back is bounded by network",
  },
];
