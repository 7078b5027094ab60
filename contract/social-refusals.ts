/** Why signing in by an account elsewhere, or connecting one, is refused. */
export const SOCIAL_REFUSALS = {
  "social.unknown_provider": { status: 404, text: "Signing in with this provider is not offered here." },
  "social.away": {
    status: 503,
    text: "The provider does not answer right now. Please try again, or use your password.",
  },
  "social.gone": { status: 422, text: "This attempt has expired or belongs to another browser. Please begin again." },
  "social.denied": { status: 422, text: "The provider says that you did not agree. You can begin again." },
  "social.wrong": { status: 422, text: "What the provider answered could not be verified. Please begin again." },
  "social.email_known": {
    status: 409,
    text: "There is an account with this email. Sign in with your password, then connect the provider in the settings.",
  },
  "social.taken": { status: 409, text: "This is connected to another account already." },
  "social.known": { status: 409, text: "An account with this provider is connected already. Disconnect it first." },
  "social.none": { status: 409, text: "This is not connected." },
} as const;
