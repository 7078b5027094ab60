/** The pages of the staff: the props of their screens, which travel in the document, and their addresses. Queues get a page of rows, and each filter from the address, "" without a value. */
import { definePage } from "../define-page.ts";
import type { RecoveryQueue } from "../compliance/recovery/names.ts";
import type { RecoveriesQueue } from "../compliance/recovery/recovery.ts";
import type { RestrictionQueue, RestrictionsQueue } from "../compliance/restrictions.ts";
import type { DecidedHits, ScreeningPage } from "../compliance/screening.ts";
import type { TradingNameQueue } from "../compliance/trading-name-names.ts";
import type { TradingNameList } from "../compliance/trading-names.ts";
import type { VerificationQueue, VerificationsQueue } from "../compliance/verification/verification.ts";
import type { StaffCaseProps, StaffDisputesProps } from "../market/disputes/appeals.ts";
import type { OfferQueue } from "../market/offers/moderation-names.ts";
import type { OffersQueue } from "../market/offers/moderation.ts";
import type { ERROR_STATES } from "../platform/errors/error-names.ts";
import type { ErrorList } from "../platform/errors/error-reports.ts";
import type { FlagName } from "../reference/flag-names.ts";
import type { OrderList } from "../products/providers/order-names.ts";
import type { StaffStore } from "../products/store/gift-card-store.ts";
import type { CardList } from "../products/cards/staff-card-names.ts";
import type { StaffCards } from "../products/cards/staff-cards.ts";
import type { ProviderOrders } from "../products/providers/orders.ts";
import type { AnnouncementPage } from "./announcements.ts";
import type { AuditLog } from "./audit.ts";
import type { ConsoleFlag, ConsoleSetting } from "./console.ts";
import type { AdvicePage, HouseExposure } from "./exposure.ts";
import type { StaffCluster } from "./cluster.ts";
import type { StaffLightning } from "./lightning.ts";
import type { HeldSendOuts } from "./held-send-outs.ts";
import type { LEDGER_SHOWS, StaffLedger } from "./ledger.ts";
import type { ReplyOf } from "../platform/endpoint.ts";
import type { listMessageReports } from "../reach/messenger/messenger.ts";
import type { listStaffWebhooks } from "../reach/webhooks/webhooks.ts";
import type { PartnerCase, PartnerRates } from "../reach/partner/partner.ts";
import type { StaffAmbassador, StaffApplication } from "../reach/ambassadors.ts";
import type { StaffOtcRequest } from "../market/otc/otc.ts";
import type { OTC_LISTS } from "../market/otc/names.ts";
import type { APPLICATION_LISTS } from "../reach/ambassador-names.ts";
import type { CASE_LISTS } from "../reach/partner/case-names.ts";
import type { Incident } from "../site/status.ts";
import type { StatusPart } from "../site/status-names.ts";
import type { StaffQueue } from "./queues.ts";
import type { StaffDesk } from "./staff.ts";
import type { SupportQueue } from "./support-queues.ts";
import type { CannedReplies, StaffFeatures, StaffTickets } from "./support.ts";
import type { FeatureStatus } from "../reach/support/names.ts";

export type StaffDeskProps = {
  desk: StaffDesk;
  /** What waits in each queue that the reader may read. */
  queues: StaffQueue[];
  /** For discounts, by name. */
  methods: { id: number; name: string }[];
};

export type StaffSettingsProps = {
  settings: ConsoleSetting[];
  /** Search, filter and the open one ("" is none), from the address. */
  filters: { q: string; show: "all" | "changed"; name: string };
};

export type StaffLedgerProps = {
  ledger: StaffLedger;
  filters: { show: (typeof LEDGER_SHOWS)[number]; before: string };
};

/** Null where this market has no node. */
export type StaffClusterProps = { found: StaffCluster };
export type StaffLightningProps = { found: StaffLightning | null };
/** `after` is "" on the first page of the advice. */
export type StaffExposureProps = { exposure: HouseExposure; advice: AdvicePage; after: string };

/** `who` is "" where the address names nobody. */
export type StaffFlagsProps = { flags: ConsoleFlag[]; name: FlagName | null; who: string };

export type StaffAnnouncementsProps = {
  found: AnnouncementPage;
  /** Of the status page, those that this market has. */
  parts: StatusPart[];
  filters: { state: string; kind: string; who: string; after: string };
};

/** Incidents of 90 days, and the parts that this market has. */
export type StaffIncidentsProps = { incidents: Incident[]; parts: StatusPart[] };

export type StaffErrorsProps = {
  state: (typeof ERROR_STATES)[number];
  found: ErrorList;
  filters: { source: string; about: string; after: string };
};

export type StaffAuditProps = {
  log: AuditLog;
  filters: { act: string; by: string; about: string; from: string; to: string; before: string };
};

export type StaffSendOutsProps = {
  found: HeldSendOuts;
  filters: { why: string; coin: string; who: string; after: string };
};

export type StaffWebhooksProps = { found: ReplyOf<typeof listStaffWebhooks>; after: string };

export type StaffSupportProps = {
  queue: SupportQueue;
  found: StaffTickets;
  filters: {
    mine: string;
    topic: string;
    priority: string;
    lang: string;
    who: string;
    number: string;
    after: string;
  };
};

export type StaffSupportRepliesProps = { replies: CannedReplies };

export type StaffSupportIdeasProps = { status: FeatureStatus; found: StaffFeatures; after: string };

export type StaffMessageReportsProps = {
  queue: "waiting" | "closed";
  found: ReplyOf<typeof listMessageReports>;
  after: string;
};

export type StaffVerificationsProps = {
  queue: VerificationQueue;
  found: VerificationsQueue;
  screening: ScreeningPage;
  /** Where what was decided is looked at: of names on the sanctions list too. */
  decidedHits: DecidedHits | null;
  filters: { kind: string; country: string; who: string; after: string; hits: string; waits: string };
};

export type StaffTradingNamesProps = {
  queue: TradingNameQueue;
  found: TradingNameList;
  filters: { who: string; after: string };
};

export type StaffRecoveriesProps = {
  queue: RecoveryQueue;
  found: RecoveriesQueue;
  filters: { who: string; code: string; after: string };
};

export type StaffRestrictionsProps = {
  queue: RestrictionQueue;
  found: RestrictionsQueue;
  filters: { state: string; reason: string; who: string; after: string };
};

export type StaffOffersProps = {
  queue: OfferQueue;
  found: OffersQueue;
  filters: { who: string; coin: string; fiat: string; reason: string; state: string; after: string };
};

export type StaffPartnersProps = {
  show: (typeof CASE_LISTS)[number];
  cases: PartnerCase[];
  next: string | null;
  after: string;
  rates: PartnerRates;
  /** Another share that its cost is asked of: the tier, and percent. */
  thought: { tier: string; percent: string };
};

export type StaffOtcProps = {
  show: (typeof OTC_LISTS)[number];
  requests: StaffOtcRequest[];
  next: string | null;
  after: string;
};

export type StaffAmbassadorsProps = {
  show: (typeof APPLICATION_LISTS)[number];
  applications: StaffApplication[];
  next: string | null;
  after: string;
  ambassadors: StaffAmbassador[];
  /** The name after which the next ones begin; null at the end. */
  more: string | null;
};

export type StaffOrdersProps = {
  show: OrderList;
  found: ProviderOrders;
  before: string;
  /** Of the gift card store; null where nothing is sold. */
  store: StaffStore | null;
};

export type StaffCardsProps = {
  show: CardList;
  /** Null where this market has no card issuer. */
  found: StaffCards | null;
  before: string;
};

export const STAFF_PAGES = {
  "staff-desk": definePage<StaffDeskProps>()({ staffDesk: "/staff/desk" }),
  "staff-disputes": definePage<StaffDisputesProps>()({ staffDisputes: "/staff/disputes" }),
  "staff-case": definePage<StaffCaseProps>()({}),
  "staff-restrictions": definePage<StaffRestrictionsProps>()({ staffRestrictions: "/staff/restrictions" }),
  "staff-offers": definePage<StaffOffersProps>()({ staffOffers: "/staff/offers" }),
  "staff-verifications": definePage<StaffVerificationsProps>()({ staffVerifications: "/staff/verifications" }),
  "staff-trading-names": definePage<StaffTradingNamesProps>()({ staffTradingNames: "/staff/trading-names" }),
  "staff-recoveries": definePage<StaffRecoveriesProps>()({ staffRecoveries: "/staff/recoveries" }),
  "staff-settings": definePage<StaffSettingsProps>()({ staffSettings: "/staff/settings" }),
  "staff-flags": definePage<StaffFlagsProps>()({ staffFlags: "/staff/flags" }),
  "staff-ledger": definePage<StaffLedgerProps>()({ staffLedger: "/staff/ledger" }),
  "staff-lightning": definePage<StaffLightningProps>()({ staffLightning: "/staff/lightning" }),
  "staff-exposure": definePage<StaffExposureProps>()({ staffExposure: "/staff/exposure" }),
  "staff-cluster": definePage<StaffClusterProps>()({ staffCluster: "/staff/cluster" }),
  "staff-errors": definePage<StaffErrorsProps>()({ staffErrors: "/staff/errors" }),
  "staff-webhooks": definePage<StaffWebhooksProps>()({ staffWebhooks: "/staff/webhooks" }),
  "staff-support": definePage<StaffSupportProps>()({ staffSupport: "/staff/support" }),
  "staff-support-replies": definePage<StaffSupportRepliesProps>()({ staffSupportReplies: "/staff/support/replies" }),
  "staff-support-ideas": definePage<StaffSupportIdeasProps>()({ staffSupportIdeas: "/staff/support/ideas" }),
  "staff-message-reports": definePage<StaffMessageReportsProps>()({ staffMessageReports: "/staff/message-reports" }),
  "staff-send-outs": definePage<StaffSendOutsProps>()({ staffSendOuts: "/staff/send-outs" }),
  "staff-partners": definePage<StaffPartnersProps>()({ staffPartners: "/staff/partners" }),
  "staff-otc": definePage<StaffOtcProps>()({ staffOtc: "/staff/otc" }),
  "staff-ambassadors": definePage<StaffAmbassadorsProps>()({ staffAmbassadors: "/staff/ambassadors" }),
  "staff-orders": definePage<StaffOrdersProps>()({ staffOrders: "/staff/orders" }),
  "staff-cards": definePage<StaffCardsProps>()({ staffCards: "/staff/cards" }),
  "staff-audit": definePage<StaffAuditProps>()({ staffAudit: "/staff/audit" }),
  "staff-announcements": definePage<StaffAnnouncementsProps>()({ staffAnnouncements: "/staff/announcements" }),
  "staff-incidents": definePage<StaffIncidentsProps>()({ staffIncidents: "/staff/incidents" }),
};
