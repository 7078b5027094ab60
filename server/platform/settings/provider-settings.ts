/** Settings of external services and files; without them the market uses its own fallback. */
import { isAbsolute } from "node:path";
import * as z from "zod";
import type { SocialProvider } from "../outside/providers/open-id.ts";
import type { OkxKeys } from "../outside/providers/okx.ts";
import type { TwilioSettings } from "../outside/providers/twilio-verify.ts";
import { address, ConfigError, existingFile, oneLine } from "./setting-forms.ts";
import { readSocialProviders } from "./social-settings.ts";

/** A signing key of Zendesk messaging. */
export type ZendeskKey = { readonly id: string; readonly secret: string };

export type ReloadlyKey = {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly api: string;
  readonly auth: string;
};

export type YellowCardKey = { readonly key: string; readonly secret: string | undefined; readonly api: string };

export type DarajaKey = {
  readonly key: string;
  readonly secret: string | undefined;
  readonly passkey: string | undefined;
  readonly shortcode: string | undefined;
  readonly api: string;
};

export type StripeIssuingKey = {
  /** For browsers; it says that the product is there. */
  readonly publishableKey: string;
  readonly key: string | undefined;
  readonly eventsSecret: string | undefined;
  readonly showKey: string | undefined;
  readonly askSecret: string | undefined;
  readonly api: string;
};

export type LndKey = {
  readonly socket: string;
  readonly macaroon: string | undefined;
  readonly cert: string | undefined;
};

export type ProviderConfig = {
  /**
   * PUSH_SERVICE: the origin of a push service in a network of your own, such as one for development. Others are asked
   * at public addresses over HTTPS only, because browsers name them.
   */
  readonly pushService: string | undefined;
  /** TELEGRAM_BOT_TOKEN: of the bot that writes notifications and codes; without it there are none by Telegram. For the workers only. */
  readonly telegramBotToken: string | undefined;
  /** TELEGRAM_API: where the Bot API is; https://api.telegram.org unless you run its server yourself. */
  readonly telegramApi: string;
  /**
   * PLACES_FILE: a database of countries in MaxMind's format (.mmdb) instead of the bundled one, which is as old as
   * its package. ANONYMIZERS_FILE: addresses and ranges of VPNs and Tor, one per line; without it no caller counts as
   * anonymized.
   */
  readonly placesFile: string | undefined;
  readonly anonymizersFile: string | undefined;
  /** TWILIO_KEY, TWILIO_SECRET, TWILIO_VERIFY_SERVICE and TWILIO_API: what carries codes to telephones; without them a real market sends none, and a demo keeps them. For the workers only. */
  readonly twilio: TwilioSettings | undefined;
  /**
   * SUMSUB_APP_TOKEN and SUMSUB_SECRET: documents are checked by Sumsub beside the staff; for the workers only. SUMSUB_LEVEL_ID and
   * SUMSUB_LEVEL_ADDRESS name the levels there. Without them staff alone review.
   */
  readonly sumsub:
    | {
        readonly appToken: string;
        readonly secret: string;
        readonly levels: { readonly id: string; readonly address: string };
      }
    | undefined;
  /** SUMSUB_API: where it is; https://api.sumsub.com unless you run something else that speaks it. */
  readonly sumsubApi: string;
  /** SUMSUB_WEBHOOK_SECRET: by which its webhooks are signed; without it none is taken. For the web. */
  readonly sumsubWebhookSecret: string | undefined;
  /** ZENDESK_KEY_ID and ZENDESK_SECRET: a signing key of Zendesk messaging, whose apps then know users by a token; for the web. Without them support is the market's own alone. */
  readonly zendesk: ZendeskKey | undefined;
  /** RELOADLY_CLIENT_ID, RELOADLY_SECRET: sells top-ups; web needs the first alone, and only the workers get the secrets. RELOADLY_WEBHOOK_SECRET: verifies its webhooks. RELOADLY_API and RELOADLY_AUTH: a sandbox. */
  readonly reloadly: ReloadlyKey | undefined;
  /** YELLOW_CARD_KEY, YELLOW_CARD_SECRET: buys and sells coins by bank transfer and mobile money; web needs the first alone, and only the workers get the secret. YELLOW_CARD_API: a sandbox. */
  readonly yellowCard: YellowCardKey | undefined;
  /** DARAJA_KEY: buys coins by M-Pesa; the web needs it alone. DARAJA_SECRET, DARAJA_PASSKEY and DARAJA_SHORTCODE are for the workers only. DARAJA_API: a sandbox. Not with Yellow Card. */
  readonly daraja: DarajaKey | undefined;
  /** RELOADLY_CARDS_CLIENT_ID, RELOADLY_CARDS_SECRET: sells gift cards, from an account of its own at Reloadly, because a balance that two products spend is in two statements. RELOADLY_CARDS_WEBHOOK_SECRET and RELOADLY_CARDS_API as those of top-ups. */
  readonly reloadlyCards: ReloadlyKey | undefined;
  /** STRIPE_ISSUING_PUBLISHABLE_KEY: virtual cards are made by Stripe Issuing; web and workers need it. STRIPE_ISSUING_SHOW_KEY, a restricted key that may make ephemeral keys, and STRIPE_ISSUING_ASK_SECRET, which signs questions of merchants, are for the web; STRIPE_ISSUING_KEY and STRIPE_ISSUING_EVENTS_SECRET, which signs all other webhooks, for the workers only. STRIPE_ISSUING_API: another address. */
  readonly stripeIssuing: StripeIssuingKey | undefined;
  /** LND_SOCKET: host:port of an LND whose balance is the market's on Lightning; web and signer need it alone. LND_MACAROON, hex, with the rights invoices, offchain and info, and LND_CERT, base64 of its PEM, are for ROLE=lightning. */
  readonly lnd: LndKey | undefined;
  /** OKX_KEY, OKX_SECRET and OKX_PASSPHRASE: a key of the operator's account at OKX that may read and trade, and not withdraw; for the workers only. OKX_API: another address. OKX_SIMULATED=on: its demo trading. */
  readonly okx: OkxKeys | undefined;
  /** SOCIAL_PROVIDERS: a file of JSON that names providers of accounts by which people sign in; without it there are none. For the workers only. */
  readonly social: readonly SocialProvider[];
  /** STATUS_COPY: a folder that gets a copy of the status page for another server; without it there is no copy. For the workers only. */
  readonly statusCopy: string | undefined;
  /** WATCH_LIST: a file with names of sanctioned people, such as the US Treasury's sdn.csv; without it no user is screened, and the demo has an invented one. For web and worker. */
  readonly watchList: string | undefined;
};

export const PROVIDER_SETTINGS = {
  PUSH_SERVICE: address("http:", "https:").optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{30,60}$/, "must be a bot's token, as BotFather shows it")
    .optional(),
  TELEGRAM_API: address("http:", "https:").default("https://api.telegram.org"),
  PLACES_FILE: existingFile.optional(),
  ANONYMIZERS_FILE: existingFile.optional(),
  TWILIO_KEY: z
    .string()
    .regex(/^(SK|AC)[0-9a-f]{32}$/i, "must be the SID of an API key (SK…) or of the account (AC…)")
    .optional(),
  TWILIO_SECRET: oneLine.optional(),
  TWILIO_VERIFY_SERVICE: z
    .string()
    .regex(/^VA[0-9a-f]{32}$/i, "must be the SID of a Verify service (VA…)")
    .optional(),
  TWILIO_API: address("http:", "https:").default("https://verify.twilio.com"),
  SUMSUB_APP_TOKEN: oneLine.optional(),
  SUMSUB_SECRET: oneLine.optional(),
  SUMSUB_LEVEL_ID: oneLine.default("id-and-selfie"),
  SUMSUB_LEVEL_ADDRESS: oneLine.default("proof-of-address"),
  SUMSUB_API: address("http:", "https:").default("https://api.sumsub.com"),
  SUMSUB_WEBHOOK_SECRET: oneLine.optional(),
  ZENDESK_KEY_ID: oneLine.optional(),
  ZENDESK_SECRET: oneLine.optional(),
  RELOADLY_CLIENT_ID: oneLine.optional(),
  RELOADLY_SECRET: oneLine.optional(),
  RELOADLY_WEBHOOK_SECRET: oneLine.optional(),
  RELOADLY_API: address("http:", "https:").default("https://topups.reloadly.com"),
  RELOADLY_CARDS_CLIENT_ID: oneLine.optional(),
  RELOADLY_CARDS_SECRET: oneLine.optional(),
  RELOADLY_CARDS_WEBHOOK_SECRET: oneLine.optional(),
  RELOADLY_CARDS_API: address("http:", "https:").default("https://giftcards.reloadly.com"),
  RELOADLY_AUTH: address("http:", "https:").default("https://auth.reloadly.com"),
  YELLOW_CARD_KEY: oneLine.optional(),
  YELLOW_CARD_SECRET: oneLine.optional(),
  YELLOW_CARD_API: address("http:", "https:").default("https://api.yellowcard.io"),
  OKX_KEY: oneLine.optional(),
  OKX_SECRET: oneLine.optional(),
  OKX_PASSPHRASE: oneLine.optional(),
  OKX_API: address("http:", "https:").default("https://www.okx.com"),
  OKX_SIMULATED: z.enum(["on", "off"]).default("off"),
  DARAJA_KEY: oneLine.optional(),
  DARAJA_SECRET: oneLine.optional(),
  DARAJA_PASSKEY: oneLine.optional(),
  DARAJA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, "must be a paybill number of 5 to 7 digits")
    .optional(),
  DARAJA_API: address("http:", "https:").default("https://api.safaricom.co.ke"),
  STRIPE_ISSUING_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_[A-Za-z0-9_]+$/, "must be a publishable key (pk_test_… or pk_live_…)")
    .optional(),
  STRIPE_ISSUING_KEY: oneLine.optional(),
  STRIPE_ISSUING_EVENTS_SECRET: oneLine.optional(),
  STRIPE_ISSUING_SHOW_KEY: oneLine.optional(),
  STRIPE_ISSUING_ASK_SECRET: oneLine.optional(),
  STRIPE_ISSUING_API: address("http:", "https:").default("https://api.stripe.com"),
  LND_SOCKET: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, "must be host:port")
    .optional(),
  LND_MACAROON: z
    .string()
    .regex(/^(?:[0-9a-f]{2})+$/i, "must be hex digits")
    .optional(),
  LND_CERT: oneLine.optional(),
  SOCIAL_PROVIDERS: existingFile.optional(),
  STATUS_COPY: z.string().refine(isAbsolute, "must be an absolute path").optional(),
  WATCH_LIST: existingFile.optional(),
};
const SETTINGS = z.object(PROVIDER_SETTINGS);
type Given = z.infer<typeof SETTINGS>;

export function providersFrom(set: Given): ProviderConfig {
  return {
    pushService: set.PUSH_SERVICE && new URL(set.PUSH_SERVICE).origin,
    telegramBotToken: set.TELEGRAM_BOT_TOKEN,
    telegramApi: set.TELEGRAM_API.replace(/\/$/, ""),
    placesFile: set.PLACES_FILE,
    anonymizersFile: set.ANONYMIZERS_FILE,
    twilio: twilioOf(set),
    ...sumsubOf(set),
    zendesk: zendeskOf(set),
    reloadly: reloadlyOf(set),
    yellowCard: yellowCardOf(set),
    daraja: darajaOf(set),
    reloadlyCards: reloadlyCardsOf(set),
    okx: okxOf(set),
    stripeIssuing: stripeIssuingOf(set),
    lnd:
      set.LND_SOCKET === undefined
        ? undefined
        : { socket: set.LND_SOCKET, macaroon: set.LND_MACAROON, cert: set.LND_CERT },
    social: readSocialProviders(set.SOCIAL_PROVIDERS),
    statusCopy: set.STATUS_COPY,
    watchList: set.WATCH_LIST,
  };
}

function twilioOf({ TWILIO_KEY: key, TWILIO_SECRET: secret, TWILIO_VERIFY_SERVICE: service, TWILIO_API: api }: Given) {
  if (key === undefined && secret === undefined && service === undefined) return undefined;
  if (key === undefined || secret === undefined || service === undefined)
    throw new ConfigError(
      "Parley does not start: TWILIO_KEY, TWILIO_SECRET and TWILIO_VERIFY_SERVICE go together, or none of them.",
    );
  return { key, secret, service, api: api.replace(/\/$/, "") };
}

function reloadlyOf(set: Given): ProviderConfig["reloadly"] {
  if (set.RELOADLY_CLIENT_ID === undefined) return undefined;
  return {
    clientId: set.RELOADLY_CLIENT_ID,
    secret: set.RELOADLY_SECRET,
    webhookSecret: set.RELOADLY_WEBHOOK_SECRET,
    api: set.RELOADLY_API.replace(/\/$/, ""),
    auth: set.RELOADLY_AUTH.replace(/\/$/, ""),
  };
}

function yellowCardOf(set: Given): ProviderConfig["yellowCard"] {
  if (set.YELLOW_CARD_KEY === undefined) return undefined;
  return { key: set.YELLOW_CARD_KEY, secret: set.YELLOW_CARD_SECRET, api: set.YELLOW_CARD_API.replace(/\/$/, "") };
}

function darajaOf(set: Given): ProviderConfig["daraja"] {
  const { DARAJA_KEY: key, DARAJA_SECRET: secret, DARAJA_PASSKEY: passkey, DARAJA_SHORTCODE: shortcode } = set;
  if (key === undefined) return undefined;
  if (set.YELLOW_CARD_KEY !== undefined)
    throw new ConfigError(
      "Parley does not start: a market buys coins through DARAJA_KEY or YELLOW_CARD_KEY, not both.",
    );
  if (secret !== undefined && (passkey === undefined || shortcode === undefined))
    throw new ConfigError("Parley does not start: DARAJA_SECRET needs DARAJA_PASSKEY and DARAJA_SHORTCODE beside it.");
  return { key, secret, passkey, shortcode, api: set.DARAJA_API.replace(/\/$/, "") };
}

function reloadlyCardsOf(set: Given): ProviderConfig["reloadlyCards"] {
  if (set.RELOADLY_CARDS_CLIENT_ID === undefined) return undefined;
  if (set.RELOADLY_CARDS_CLIENT_ID === set.RELOADLY_CLIENT_ID)
    throw new ConfigError("Parley does not start: RELOADLY_CARDS_CLIENT_ID needs an account of its own at Reloadly.");
  return {
    clientId: set.RELOADLY_CARDS_CLIENT_ID,
    secret: set.RELOADLY_CARDS_SECRET,
    webhookSecret: set.RELOADLY_CARDS_WEBHOOK_SECRET,
    api: set.RELOADLY_CARDS_API.replace(/\/$/, ""),
    auth: set.RELOADLY_AUTH.replace(/\/$/, ""),
  };
}

function okxOf({ OKX_KEY: key, OKX_SECRET: secret, OKX_PASSPHRASE: passphrase, ...set }: Given) {
  if (key === undefined && secret === undefined && passphrase === undefined) return undefined;
  if (key === undefined || secret === undefined || passphrase === undefined)
    throw new ConfigError(
      "Parley does not start: OKX_KEY, OKX_SECRET and OKX_PASSPHRASE go together, or none of them.",
    );
  return { key, secret, passphrase, api: set.OKX_API.replace(/\/$/, ""), isSimulated: set.OKX_SIMULATED === "on" };
}

function stripeIssuingOf(set: Given): ProviderConfig["stripeIssuing"] {
  const publishableKey = set.STRIPE_ISSUING_PUBLISHABLE_KEY;
  if (publishableKey === undefined) return undefined;
  if ((set.STRIPE_ISSUING_KEY === undefined) !== (set.STRIPE_ISSUING_EVENTS_SECRET === undefined))
    throw new ConfigError(
      "Parley does not start: STRIPE_ISSUING_KEY and STRIPE_ISSUING_EVENTS_SECRET go together, or neither of them.",
    );
  return {
    publishableKey,
    key: set.STRIPE_ISSUING_KEY,
    eventsSecret: set.STRIPE_ISSUING_EVENTS_SECRET,
    showKey: set.STRIPE_ISSUING_SHOW_KEY,
    askSecret: set.STRIPE_ISSUING_ASK_SECRET,
    api: set.STRIPE_ISSUING_API.replace(/\/$/, ""),
  };
}

function zendeskOf({ ZENDESK_KEY_ID: id, ZENDESK_SECRET: secret }: Given): ZendeskKey | undefined {
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined || secret === undefined)
    throw new ConfigError("Parley does not start: ZENDESK_KEY_ID and ZENDESK_SECRET go together, or neither of them.");
  return { id, secret };
}

/** Off unless both its token and its secret are there. */
function sumsubOf(set: Given): Pick<ProviderConfig, "sumsub" | "sumsubApi" | "sumsubWebhookSecret"> {
  const { SUMSUB_APP_TOKEN: appToken, SUMSUB_SECRET: secret } = set;
  const levels = { id: set.SUMSUB_LEVEL_ID, address: set.SUMSUB_LEVEL_ADDRESS };
  return {
    sumsub: appToken && secret ? { appToken, secret, levels } : undefined,
    sumsubApi: set.SUMSUB_API.replace(/\/$/, ""),
    sumsubWebhookSecret: set.SUMSUB_WEBHOOK_SECRET,
  };
}
