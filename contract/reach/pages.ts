/** The pages of reach: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { MetaOf, ReplyOf } from "../platform/endpoint.ts";
import type { PolicyLine } from "../people/policy-names.ts";
import type { AmbassadorView, AssignedNewcomer, LevelReward } from "./ambassadors.ts";
import type { AmbassadorLevel } from "./ambassador-names.ts";
import type { ChatStanding, Conversation, DirectMessage, listConversations } from "./messenger/messenger.ts";
import type { ChatFolder, ChatOrigin } from "./messenger/names.ts";
import type { listWebhookDeliveries, Webhook } from "./webhooks/webhooks.ts";
import type { SupportTopic, SupportView } from "./support/names.ts";
import type { FeatureList, ObjectChoice, SupportObject, TicketRow, TicketThread } from "./support/support.ts";
import type { PartnerBalance, PartnerDay, PartnerProgram, PartnerRate, PartnerReward } from "./partner/partner.ts";
import type { Area } from "./notification-channels.ts";

/** Null for a link that we did not write. */
export type StopEmailsProps = { token: string; area: Area | null };

export type WebhookPageProps = {
  webhook: Webhook;
  /** The latest tries. */
  log: ReplyOf<typeof listWebhookDeliveries>;
};

export type SupportProps = {
  view: SupportView;
  /** Empty for who is signed out. */
  tickets: TicketRow[];
  /** Where the next page of tickets begins; null at the end. */
  next: string | null;
  /** What of the reader's own a ticket can be about. */
  objects: ObjectChoice[];
  features: FeatureList | null;
  /** From the address. */
  chosen: { topic: SupportTopic | ""; object: SupportObject | null };
};

export type SupportTicketProps = { ticket: TicketThread };

export type MessagesPageProps = {
  folder: ChatFolder;
  found: ReplyOf<typeof listConversations>;
  counts: MetaOf<typeof listConversations>;
  /** Older conversations begin behind this place; "" for the latest. */
  after: string;
};

export type ConversationPageProps = {
  conversation: Conversation;
  /** The newest. */
  messages: DirectMessage[];
  hasMore: boolean;
};

export type NewMessagePageProps = {
  username: string;
  avatarUrl: string | null;
  origin: ChatOrigin;
  standing: ChatStanding;
};

export type PartnerProgramProps = {
  program: PartnerProgram;
  /** The newest, and where the next page begins. */
  rewards: PartnerReward[];
  next: string | null;
  days: PartnerDay[];
  terms: PolicyLine[];
};

export type ShareProfileProps = { username: string; profileLink: string; link: string; pictureUrl: string };

export type PartnerLandingProps = { rates: PartnerRate[]; claimUsd: number; holdDays: number };

export type AmbassadorProps = {
  rewards: LevelReward[];
  days: number;
  /** Null for visitors, and where the program is not for the reader. */
  own: AmbassadorView | null;
  newcomers: AssignedNewcomer[];
  /** Where the next page of newcomers begins; null at the end. */
  next: string | null;
};

export type AssignPageProps = { id: string; username: string; level: AmbassadorLevel };

/** Of the dashboard; null where the program is not for the reader. */
export type RewardsSummary = { balances: PartnerBalance[]; signUps: number } | null;

export const REACH_PAGES = {
  "partner-program": definePage<PartnerProgramProps>()({ partnerProgram: "/trader-settings/partner-program" }),
  "share-profile": definePage<ShareProfileProps>()({ shareProfile: "/trader-settings/share-profile" }),
  "partner-landing": definePage<PartnerLandingProps>()({ partnerProgramLanding: "/partner-program" }),
  ambassador: definePage<AmbassadorProps>()({ ambassadorProgramLanding: "/ambassador-program" }),
  "assign-ambassador": definePage<AssignPageProps>()({ assignAmbassador: "/assign-ambassador/:id" }),
  support: definePage<SupportProps>()({
    support: "/support",
    supportTickets: "/support/tickets",
    supportIdeas: "/support/ideas",
  }),
  "support-ticket": definePage<SupportTicketProps>()({ supportTicket: "/support/tickets/:number" }),
  "support-guest": definePage<Record<string, never>>()({ supportGuest: "/support/guest" }),
  "account-webhooks": definePage<WebhookPageProps>()({
    accountWebhooks: "/account/webhooks",
    webhookManual: "/account/webhooks#how-to",
  }),
  "stop-emails": definePage<StopEmailsProps>()({ stopEmails: "/unsubscribe" }),
  messages: definePage<MessagesPageProps>()({ messages: "/messages", messenger: "/messenger" }),
  "new-message": definePage<NewMessagePageProps>()({ newMessage: "/messages/new?to=:username&from=:origin" }),
  conversation: definePage<ConversationPageProps>()({ viewConversation: "/messages/:hash" }),
};
