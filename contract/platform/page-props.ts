/** The props of each page. A page's island gets them on `data-location`, so they travel in the document: views only. */
import type { IdDocument } from "../compliance/verification-names.ts";
import type { ApiKey } from "../people/api-keys.ts";
import type { BankAccount, MobileWallet } from "../market/trades/payment-accounts.ts";
import type { SignInRequest } from "../people/sign-in-approvals.ts";
import type { OfferType } from "../market/offers/offer-fields.ts";
import type { getDataExport } from "../compliance/own-data.ts";
import type { listActivity } from "../people/activity.ts";
import type { listSessions } from "../people/auth.ts";
import type { ChatMessage, ChatState } from "../market/trades/chat.ts";
import type { LEDGER_SHOWS, StaffLedger } from "../staff/staff-ledger.ts";
import type { ConsoleFlag, ConsoleSetting } from "../staff/console.ts";
import type { MetaOf, ReplyOf } from "./endpoint.ts";
import type { FeedbackListed } from "../market/trades/feedback.ts";
import type { FlagName } from "../reference/flag-names.ts";
import type { DemoCode } from "../demo/demo-codes.ts";
import type { InboxMail } from "../demo/inbox.ts";
import type { LevelsInfo } from "../compliance/levels.ts";
import type { TraderProgram } from "../market/offers/trader-program.ts";
import type { MissingProof, WalletBlock } from "../products/wallet-blocks.ts";
import type { CorporateAccount } from "../compliance/companies.ts";
import type { VerificationStanding } from "../compliance/verification.ts";
import type { ChatAcceptance } from "../reach/messenger-names.ts";
import type { GiftCard, listGiftCards } from "../market/trades/gift-cards.ts";
import type { ListingProps } from "../market/offers/listing-page.ts";
import type { ContentProps } from "../site/content.ts";
import type { CryptoCode } from "../money/money.ts";
import type { Area } from "../reach/notification-channels.ts";
import type { MyOffersPageProps, OfferFormPageProps } from "../market/offers/my-offers-page.ts";
import type { NameVisibility } from "../people/name-visibility.ts";
import type { listUserOffers, OfferCard, OfferView } from "../market/offers/offers.ts";
import type { UserProfile } from "../people/accounts.ts";
import type { PhoneView } from "../people/phones.ts";
import type { SocialAccounts } from "../people/social.ts";
import type { StaffCaseProps, StaffDisputesProps } from "../market/disputes/dispute-appeals.ts";
import type { OwnRestriction } from "../compliance/restrictions.ts";
import type {
  StaffAnnouncementsProps,
  StaffAuditProps,
  StaffErrorsProps,
  StaffOffersProps,
  StaffSendOutsProps,
  StaffVerificationsProps,
  StaffRecoveriesProps,
  StaffRestrictionsProps,
} from "../staff/staff-page-props.ts";
import type { StaffDesk } from "../staff/staff.ts";
import type { listFavoriteOffers } from "../market/offers/favorites.ts";
import type { ChartRange, CryptoFiatRate, RateState } from "../money/rates.ts";
import type { LinkedSendOut, WalletBalances, WalletCurrency, WalletTransaction } from "../products/wallet.ts";
import type { HISTORY_FILTERS } from "../market/trades/trade-statuses.ts";
import type { ActiveTrade, HistoryRow, listTrades, TradeView } from "../market/trades/trades.ts";
import type { Receipt } from "../market/trades/receipts.ts";

/** Days of a price as they were kept, oldest first; none are added between them. */
export type PriceHistory = {
  crypto: CryptoCode;
  fiat: string;
  range: ChartRange;
  source: "live" | "recorded";
  points: { date: string; rate: string }[];
};

export type HomeProps = {
  /** Five each, best first: what a visitor may buy from (owners sell) and sell to (owners buy). */
  buy: OfferCard[];
  sell: OfferCard[];
  /** Active offers where a visitor may buy and sell; people with an active offer; methods with one. */
  counts: { buy: number; sell: number; traders: number; methods: number };
  cryptoCode: CryptoCode;
  fiatCode: string;
  /** In a demo market: whom to buy from, and at which offer; null where no demo runs. */
  tour: { robot: string; offerHash: string | null } | null;
  /** The market price of one coin each. */
  rates: { code: CryptoCode; price: string; fiatCode: string; state: RateState }[];
  chart: PriceHistory;
};

export type OfferPageProps = {
  offer: OfferView;
  /** The owner's received feedback, the first page. */
  feedback: FeedbackListed;
  /** From ?fiat-min= or ?fiatAmount=, when numeric. */
  fiatAmount: string | null;
};

export type ErrorProps = { requestId: string };

export type LoginProps = {
  /** A path of ours to go to afterwards. */
  next: string | null;
  /** In a demo market: who can be played, with the password that all of them have. */
  demoUsers: { username: string; email: string; role: string; password: string }[];
  /** By whom else one may sign in. */
  providers: { id: string; title: string }[];
};
/** The browser comes back from this one. */
/** How long transfers are on hold once it is connected. */
export type SocialReturnProps = { provider: { id: string; title: string }; holdHours: number };
export type RegisterProps = {
  /** Nobody registers from a closed one. */
  countries: { iso: string; name: string; isClosed: boolean }[];
  countryIso: string | null;
  referralCode: string | null;
  next: string | null;
  /** By whom else one may register. */
  providers: { id: string; title: string }[];
};
export type VerifyEmailProps = {
  email: string;
  /** Until another code may be asked for. */
  waitSec: number;
  next: string | null;
};
/** `to` is what was searched for; `addresses` are all that have mails, the newest first. */
export type DemoCodesPageProps = { codes: DemoCode[] };
export type InboxPageProps = { mails: InboxMail[]; to: string; addresses: string[] };

export type TradePageProps = {
  trade: TradeView;
  messages: ChatMessage[];
  chat: ChatState;
  /** Came by the address of the dispute: its question is asked at once. */
  opensDispute: boolean;
  /** The most letters with which one is opened. */
  disputeLetters: number;
  /** The reader may make the other side an offer. */
  mayMakeSpecial: boolean;
  /** To staff: who has the open case. */
  caseTakenBy: string | null;
};
export type ReceiptPageProps = { receipt: Receipt };

/** The values that a link filled into the send page, and its ignored parts. */
export type SendLink = {
  address: string | null;
  amount: string | null;
  unusable: ("currency" | "address" | "amount")[];
  /** The purpose in a payment link. */
  note: string | null;
  /** Why a payment link or an address was left out, with the name of a network, a coin or a parameter. */
  why: { readonly fault: "network" | "coin" | "parameter"; readonly name: string } | null;
};

export type WalletPageProps = {
  /** Why the reader's wallet is blocked. */
  blockReasons: readonly WalletBlock[];
  /** The remedies of ID_REQUIRED. */
  missingProofs: readonly MissingProof[];
  balances: WalletBalances;
  /** The price of one of each coin in the reader's currency. */
  rates: Pick<CryptoFiatRate, "cryptoCurrencyCode" | "fiatRate">[];
  /** The same over a month, oldest day first. */
  trends: { code: CryptoCode; points: PriceHistory["points"] }[];
  currencies: WalletCurrency[];
  transactions: WalletTransaction[];
  panel: "receive" | "send" | "convert";
  code: CryptoCode;
  /** Null where the address of the page asks for nothing. */
  sendLink: SendLink | null;
};

export type CancelTransferProps = {
  token: string;
  /** Null for a link that nobody sent. */
  transfer: LinkedSendOut | null;
};

export type DashboardProps = {
  active: ActiveTrade[];
  /** Hashes of those that wait for the reader and run out soon. */
  alarmed: string[];
  /** Ended ones, newest first, at most five. */
  recent: HistoryRow[];
  offers: { sell: number; buy: number; on: number; most: number };
};

export type GiftCardsPageProps = {
  cards: GiftCard[];
  pagination: MetaOf<typeof listGiftCards>;
  methods: { slug: string; name: string }[];
  currencies: { code: string; name: string }[];
  /** The reader's own offers to buy coins for cards of the vault. */
  offers: { hash: string; crypto: CryptoCode; currency: string; method: string }[];
};

export type { FormMethod, MyOffersPageProps, OfferFormPageProps } from "../market/offers/my-offers-page.ts";

type People = { people: { username: string; avatarUrl: string }[]; total: number };
/** How long transfers are on hold after another password. */
export type ResetPasswordProps = { holdHours: number };
/** Null for a link that we did not write. */
export type StopEmailsProps = { token: string; area: Area | null };

export type SettingsPageProps = {
  username: string;
  /** The username can be chosen anew once. */
  renamesLeft: number;
  email: string;
  isEmailConfirmed: boolean;
  fullName: string;
  bio: string;
  currency: string;
  timezone: string;
  /** Null for a company, which is seen by its registered name. */
  nameVisibility: NameVisibility | null;
  currencies: { code: string; name: string }[];
  sessions: ReplyOf<typeof listSessions>;
  /** The newest; null as the key when there is no more. */
  activity: { lines: ReplyOf<typeof listActivity>; next: number | null };
  phone: PhoneView;
  /** The account is due to close then. */
  closesAt: string | null;
  dataExport: ReplyOf<typeof getDataExport>;
  /** Accounts elsewhere, by which one signs in. */
  social: SocialAccounts;
  /** How long transfers are on hold after each. */
  mostBio: number;
  holdHours: { newPassword: number; newFactor: number; lostFactor: number };
  acceptsChat: ChatAcceptance;
  /** The latest ten each, with how many there are. */
  trusted: People;
  blocked: People;
};

export type HistoryFilter = (typeof HISTORY_FILTERS)[number];
export type TradesPageProps = {
  filters: { status: HistoryFilter; role: "buyer" | "seller" | null; crypto: CryptoCode | null; partner: string };
  rows: HistoryRow[];
  meta: MetaOf<typeof listTrades>;
};

export type ProfileProps = {
  user: UserProfile;
  tab: OfferType;
  offersPage: number;
  offers: { items: OfferCard[]; meta: MetaOf<typeof listUserOffers> };
  filters: { rating: "positive" | "negative" | null; role: "buyer" | "seller" | null };
  feedback: FeedbackListed;
};

export type FavoritesProps = {
  offers: ReplyOf<typeof listFavoriteOffers>;
  meta: MetaOf<typeof listFavoriteOffers>;
};

export type VerificationPageProps = {
  standings: VerificationStanding[];
  /** Why the reader's wallet is blocked. */
  blockReasons: readonly WalletBlock[];
  /** The remedies of ID_REQUIRED. */
  missingProofs: readonly MissingProof[];
  isCorporate: boolean;
  /** With the documents of identity that are accepted, and whether people of it do nothing without one. */
  countries: { iso3: string; name: string; documents: readonly IdDocument[]; isRequired: boolean }[];
  /** The country that most likely issued the reader's documents. */
  documentCountry: string;
  firstName: string;
  lastName: string;
};
export type CompanyPageProps = Pick<VerificationPageProps, "countries" | "documentCountry"> & {
  account: CorporateAccount;
  /** Of the company. */
  standing: VerificationStanding;
  /** Its representative is verified. */
  isIdVerified: boolean;
};
/** Unused is what the reader may still trade, in their own currency; a volume of null is no limit. */
export type LevelPageProps = { info: LevelsInfo; unused: { volume: string | null; fiat: string } };
export type ApiKeysProps = { keys: ApiKey[] };
/** The choices of the form of an account. */
export type PaymentChoices = {
  countries: { id: number; iso: string; name: string; currencyId: number | null }[];
  currencies: { id: number; code: string; name: string }[];
  /** Those of the reader, to begin with. */
  countryId: number;
  currencyId: number;
};
export type PaymentsPageProps = PaymentChoices & {
  accounts: BankAccount[];
  wallets: MobileWallet[];
  /** Payment methods of mobile money that are open. */
  methods: { id: number; name: string }[];
};
export type TraderProgramProps = { program: TraderProgram };

export type RecoveredAccountProps = { holdHours: number };
/** Null where nobody is signed in, or nobody recovers their account. */
export type StopRecoveryProps = { waitsUntil: string | null };

export type StaffDeskProps = { desk: StaffDesk };
export type StaffSettingsProps = {
  settings: ConsoleSetting[];
  /** Search, filter and the open one ("" is none), from the address. */
  filters: { q: string; show: "all" | "changed"; name: string };
};
export type StaffLedgerProps = {
  ledger: StaffLedger;
  filters: { show: (typeof LEDGER_SHOWS)[number]; before: string };
};
/** `who` is "" where the address names nobody. */
export type StaffFlagsProps = { flags: ConsoleFlag[]; name: FlagName | null; who: string };
export type SignInsProps = { requests: readonly SignInRequest[] };

export type OwnRestrictionsProps = { restrictions: OwnRestriction[] };

export type PageProps = {
  wallet: WalletPageProps;
  "cancel-transfer": CancelTransferProps;
  "stop-emails": StopEmailsProps;
  trade: TradePageProps;
  receipt: ReceiptPageProps;
  dashboard: DashboardProps;
  trades: TradesPageProps;
  "offer-form": OfferFormPageProps;
  "my-offers": MyOffersPageProps;
  "gift-cards": GiftCardsPageProps;
  settings: SettingsPageProps;
  profile: ProfileProps;
  favorites: FavoritesProps;
  "staff-desk": StaffDeskProps;
  "staff-settings": StaffSettingsProps;
  "staff-flags": StaffFlagsProps;
  "staff-ledger": StaffLedgerProps;
  "staff-errors": StaffErrorsProps;
  "staff-audit": StaffAuditProps;
  "staff-send-outs": StaffSendOutsProps;
  "staff-announcements": StaffAnnouncementsProps;
  "staff-restrictions": StaffRestrictionsProps;
  "staff-offers": StaffOffersProps;
  "account-restrictions": OwnRestrictionsProps;
  "account-sign-ins": SignInsProps;
  "account-api-keys": ApiKeysProps;
  "account-payments": PaymentsPageProps;
  "account-verification": VerificationPageProps;
  "account-company": CompanyPageProps;
  "account-level": LevelPageProps;
  "trader-program": TraderProgramProps;
  "staff-verifications": StaffVerificationsProps;
  "recover-account": Record<string, never>;
  "recovered-account": RecoveredAccountProps;
  "stop-recovery": StopRecoveryProps;
  "staff-recoveries": StaffRecoveriesProps;
  "staff-disputes": StaffDisputesProps;
  "staff-case": StaffCaseProps;
  "trade-closed": Record<string, never>;
  home: HomeProps;
  listing: ListingProps;
  offer: OfferPageProps;
  login: LoginProps;
  register: RegisterProps;
  "social-return": SocialReturnProps;
  "forgot-password": Record<string, never>;
  "undo-email": Record<string, never>;
  "reset-password": ResetPasswordProps;
  "verify-email": VerifyEmailProps;
  inbox: InboxPageProps;
  "demo-codes": DemoCodesPageProps;
  content: ContentProps;
  "error-403": ErrorProps;
  "error-404": ErrorProps;
  "error-500": ErrorProps;
  "error-ip-blocked": ErrorProps;
};
