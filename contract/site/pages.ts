/** The pages of the site itself: the props of their screens, which travel in the document, and their addresses. */
import { definePage } from "../define-page.ts";
import type { OfferCard } from "../market/offers/offers.ts";
import type { CryptoCode } from "../money/money.ts";
import type { PriceHistory } from "../money/price-history.ts";
import type { RateState } from "../money/rates.ts";
import type { AcademyProps, LessonProps } from "./academy.ts";
import type { ContentProps } from "./content.ts";
import type { CountriesProps, CountryProps } from "./country-pages.ts";
import type { MarketStatistics, TraderStatistics } from "./statistics.ts";
import type { STATISTIC_DAYS } from "./statistics-names.ts";
import type { Status } from "./status.ts";
import type { HelpArea } from "./help-search.ts";
import type { Landing } from "./landing.ts";
import type { LandingModule } from "./landing-modules.ts";

export type ErrorProps = { requestId: string };

export type ConverterProps = {
  crypto: CryptoCode;
  fiat: string;
  /** The market price of one coin; null while none is known. */
  rate: { price: string; asOf: string; state: RateState } | null;
  chart: PriceHistory;
  /** Codes for the buttons of one click. */
  fast: readonly string[];
  popular: { code: string; name: string }[];
  /** All others, by name. */
  currencies: { code: string; name: string }[];
  /** Five each, best first: what a visitor may buy from, and sell to. */
  buy: OfferCard[];
  sell: OfferCard[];
  /** The visitor has just chosen this currency on the page of another. */
  isCurrencyChanged: boolean;
};

export const CURRENCY_ORDERS = ["name", "rate", "day", "week"] as const;

export type CurrencyLine = {
  code: string;
  name: string;
  /** In this currency: a dollar, a bitcoin, a tether. */
  perUsd: string;
  perBtc: string;
  perUsdt: string;
  /** By how much the price of a bitcoin has changed; null where that day is not known. */
  dayPct: string | null;
  weekPct: string | null;
  /** Prices of a bitcoin, oldest first. */
  days: { date: string; rate: string }[];
};

export type CurrenciesProps = {
  lines: CurrencyLine[];
  query: string;
  order: (typeof CURRENCY_ORDERS)[number];
  asOf: string | null;
  state: RateState | null;
};

export type StatisticsProps = {
  period: (typeof STATISTIC_DAYS)[number];
  found: MarketStatistics;
  traders: TraderStatistics;
};
export type HelpLine = {
  title: string;
  description: string;
  href: string;
  /** The text is English, and the reader's language another. */
  isEnglish: boolean;
  /** How many found it helpful and how many did not; null but for staff. */
  votes: { yes: number; no: number } | null;
};

export type HelpProps = {
  query: string;
  /** Null while nothing is looked for. */
  found: HelpLine[] | null;
  areas: { area: HelpArea; lines: HelpLine[] }[];
};

export type BlogProps = {
  /** The newest first. */
  posts: { title: string; description: string; href: string; posted: string; isEnglish: boolean }[];
};

type EventLine = {
  title: string;
  description: string;
  href: string;
  isEnglish: boolean;
  /** Days in universal time, both included. */
  begins: string;
  ends: string;
};

export type EventsProps = { now: EventLine[]; soon: EventLine[]; past: EventLine[] };

/** Of a link in an email about incidents: null for one that we did not write, or whose address is gone. */
export type IncidentMailProps = { token: string; asks: "confirm" | "stop" | null };

/** Of a module as it is embedded. Without `landing` it asks for the blocks of its route. */
export type LandingProps = { landing?: Landing; route?: LandingModule };
export type LandingPageProps = { module: LandingModule; landing: Landing };

export const SITE_PAGES = {
  help: definePage<HelpProps>()({ help: "/help" }),
  /** The embedded app `landing` on a page of its own. */
  landing: definePage<LandingPageProps>()({ landing: "/landing/:module" }),
  content: definePage<ContentProps>()({ changelog: "/changelog" }),
  academy: definePage<AcademyProps>()({ academy: "/academy" }),
  /** At the address of its text, such as /academy/spot-a-scam. */
  lesson: definePage<LessonProps>()({}),
  events: definePage<EventsProps>()({ events: "/events" }),
  blog: definePage<BlogProps>()({ blog: "/blog" }),
  converter: definePage<ConverterProps>()({
    converter: "/calculator/:pair",
    /** Leads to bitcoin in the visitor's currency. */
    anyConverter: "/calculator",
  }),
  currencies: definePage<CurrenciesProps>()({ currencies: "/currencies" }),
  country: definePage<CountryProps>()({ countryLanding: "/buy/bitcoin/:country" }),
  countries: definePage<CountriesProps>()({ countriesLanding: "/buy/bitcoin" }),
  statistics: definePage<StatisticsProps>()({
    statistics: "/statistics",
    /** The same page: it is whole for those who may see everything. */
    ceoDashboard: "/ceo-dashboard",
  }),
  status: definePage<Status>()({ statusPage: "/status" }),
  "incident-mail": definePage<IncidentMailProps>()({ incidentMail: "/status/emails" }),
  "error-403": definePage<ErrorProps>()({}),
  "error-404": definePage<ErrorProps>()({}),
  "error-500": definePage<ErrorProps>()({}),
  "error-ip-blocked": definePage<ErrorProps>()({}),
};
