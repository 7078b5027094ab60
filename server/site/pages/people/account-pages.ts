/** Pages of joining and signing in, and the local inbox. */
import { PATHS } from "#contract/platform/paths.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { CODE_FORM } from "#contract/reach/partner/names.ts";
import { ownPath } from "#contract/platform/own-path.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { findUserById, openPersonal } from "../../../people/accounts/index.ts";
import { emailCodeWaitSec } from "../../../people/auth/index.ts";
import { offeredProviders } from "../../../people/social-accounts/index.ts";
import { readStopLink } from "../../../reach/notifications/index.ts";

const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true } as const;

const nextOf = ({ query }: PageContext) => ownPath(query.next);

async function loadLogin(context: PageContext): Promise<Shown> {
  if (context.viewer) return { redirectTo: nextOf(context) ?? "/dashboard" };
  const demoUsers = context.isDemo ? DEMO_PEOPLE.map((person) => ({ ...person, password: DEMO_PASSWORD })) : [];
  return { page: "login", props: { next: nextOf(context), demoUsers, providers: await offeredProviders(context.tx) } };
}

async function loadRegister(context: PageContext): Promise<Shown> {
  if (context.viewer) return { redirectTo: "/dashboard" };
  const code = context.query.referralCode ?? context.visitor.referralCode ?? "";
  const props = {
    referralCode: CODE_FORM.test(code) ? code : null,
    next: nextOf(context),
    providers: await offeredProviders(context.tx),
  };
  return { page: "register", props };
}

/** The provider's answer is in the address, and only the page reads it. */
async function loadSocialReturn({ tx, params }: PageContext): Promise<Shown> {
  const provider = (await offeredProviders(tx)).find(({ id }) => id === params.provider);
  if (!provider) throw new Refusal("request.not_found");
  const settings = await readSettings(tx, ["auth.new_factor_hold_hours"]);
  return { page: "social-return", props: { provider, holdHours: settings["auth.new_factor_hold_hours"] } };
}

async function loadVerifyEmail(context: PageContext): Promise<Shown> {
  const viewer = needViewer(context.viewer);
  const user = await findUserById(context.tx, viewer.userId);
  if (!user || user.email_confirmed_at) return { redirectTo: nextOf(context) ?? "/" };
  return {
    page: "verify-email",
    props: {
      email: openPersonal(user).email,
      waitSec: await emailCodeWaitSec(context.tx, viewer.userId),
      next: nextOf(context),
    },
  };
}

async function loadResetPassword({ tx }: PageContext): Promise<Shown> {
  const settings = await readSettings(tx, ["auth.new_password_hold_hours"]);
  return { page: "reset-password", props: { holdHours: settings["auth.new_password_hold_hours"] } };
}

/** Shows what a link from an email would stop; only the button, or a mail program's own, changes anything. */
async function loadStopEmails({ tx, query }: PageContext): Promise<Shown> {
  const token = query.token ?? "";
  return { page: "stop-emails", props: { token, area: (await readStopLink(tx, token))?.area ?? null } };
}

/** A reader without an account comes to the offer after the registration, others at once. */
async function loadRegistrationOffer({ viewer, params }: PageContext): Promise<Shown> {
  const offer = PATHS.viewOffer.replace(":hash", params.hash ?? "");
  return { redirectTo: viewer ? offer : `${PATHS.register}?next=${encodeURIComponent(offer)}` };
}

/** It asks first: a link alone, which anybody may send, ends no session. */
async function loadLogout({ viewer }: PageContext): Promise<Shown> {
  return viewer ? { page: "logout", props: {} } : { redirectTo: PATHS.home };
}

export const accountPages: readonly PageRoute[] = [
  { path: PATHS.login, policy: OPEN, load: loadLogin },
  { path: PATHS.register, policy: { auth: "public", rateLimit: "read" }, load: loadRegister, isByReferral: true },
  {
    path: PATHS.registrationOfferPage,
    policy: { ...OPEN, objects: { hash: { kind: "offer", relations: ["anybody"] } } },
    load: loadRegistrationOffer,
  },
  { path: PATHS.logout, policy: OPEN, load: loadLogout },
  { path: PATHS.socialReturn, policy: OPEN, load: loadSocialReturn },
  { path: PATHS.forgotPassword, policy: OPEN, load: async () => ({ page: "forgot-password", props: {} }) },
  { path: PATHS.resetPassword, policy: OPEN, load: loadResetPassword },
  { path: PATHS.undoEmail, policy: OPEN, load: async () => ({ page: "undo-email", props: {} }) },
  { path: PATHS.stopEmails, policy: OPEN, load: loadStopEmails },
  { path: PATHS.confirmEmail, policy: { auth: "session", rateLimit: "read" }, load: loadVerifyEmail },
];
