/** Every page of the site by name: the screens that fill a page, and the pages that have no screen or more than one. */
import type { PageName } from "#contract/pages.ts";
import type { LandingProps } from "#contract/site/pages.ts";
import { AcademyPage } from "./academy/academy-page.tsx";
import { LessonPage } from "./academy/lesson-page.tsx";
import { BlogPage } from "./blog-page.tsx";
import { ContentPage } from "./content-page.tsx";
import { ErrorPage } from "./error-page.tsx";
import { HomePage } from "./home/home-page.tsx";
import { EventsPage } from "./events-page.tsx";
import { HelpPage } from "./help-page.tsx";
import { Island } from "./island.tsx";
import type { Page } from "./page.ts";
import { ConverterPage } from "./rates/converter-page.tsx";
import { CountriesPage } from "./rates/countries-page.tsx";
import { CountryPage, isTold } from "./rates/country-page.tsx";
import { CurrenciesPage } from "./rates/currencies-page.tsx";
import { WelcomePage } from "./welcome-page.tsx";
import { SCREENS } from "./screens.ts";
import { StatisticsPage } from "./statistics/statistics-page.tsx";
import { StatusPage } from "./status/status-page.tsx";
import { TradeClosed } from "./trade-closed.tsx";

const WITHOUT_SCREEN: { [P in PageName]?: Page<P> } = {
  home: {
    title: "pages.home.title",
    description: (_, { t }) => t("home.lead"),
    isPublic: true,
    body: (props, setting) => <HomePage {...props} setting={setting} />,
  },
  converter: {
    title: ({ crypto, fiat }, { t }) => t("converter.title", { crypto, fiat }),
    description: ({ crypto, fiat }, { t }) => t("converter.description", { crypto, fiat }),
    isPublic: true,
    body: (props, setting) => <ConverterPage {...props} setting={setting} />,
  },
  currencies: {
    title: "converter.currencies.title",
    description: (_, { t }) => t("converter.currencies.description"),
    isPublic: true,
    body: (props, setting) => <CurrenciesPage {...props} setting={setting} />,
  },
  country: {
    title: ({ name }, { t }) => t("countries.country.title", { country: name }),
    description: ({ name, fiatName, total }, { t }) =>
      t("countries.country.description", { country: name, currency: fiatName, count: total }),
    isPublic: ({ iso, total }) => total > 0 || isTold(iso),
    active: "buy",
    body: (props, setting) => <CountryPage {...props} setting={setting} />,
  },
  countries: {
    title: "countries.title",
    description: (_, { t }) => t("countries.lead"),
    isPublic: true,
    active: "buy",
    body: (props, setting) => <CountriesPage {...props} setting={setting} />,
  },
  statistics: {
    title: "statistics.title",
    description: (_, { t }) => t("statistics.description"),
    isPublic: true,
    body: (props, setting) => <StatisticsPage {...props} setting={setting} />,
  },
  status: {
    title: "status.title",
    description: (_, { t }) => t("status.description"),
    isPublic: true,
    body: (props, setting) => <StatusPage {...props} setting={setting} />,
  },
  landing: {
    title: ({ landing: { title } }) => title,
    body: ({ module, landing }) => (
      <div className="py-8">
        <Island app="landing" route={module} props={{ landing } satisfies LandingProps} />
      </div>
    ),
  },
  content: {
    title: ({ title }) => title,
    description: ({ description }) => description,
    isPublic: true,
    languages: ({ languages }) => languages,
    body: (props, setting) => <ContentPage {...props} setting={setting} />,
  },
  blog: {
    title: "blog.title",
    description: (_, { t }) => t("blog.lead"),
    isPublic: true,
    body: (props, setting) => <BlogPage {...props} setting={setting} />,
  },
  welcome: {
    title: "welcome.title",
    body: (props, setting) => <WelcomePage {...props} setting={setting} />,
  },
  events: {
    title: "events.title",
    description: (_, { t }) => t("events.lead"),
    isPublic: true,
    body: (props, setting) => <EventsPage {...props} setting={setting} />,
  },
  academy: {
    title: "academy.title",
    description: (_, { t }) => t("academy.lead"),
    isPublic: true,
    body: (props, setting) => <AcademyPage {...props} setting={setting} />,
  },
  lesson: {
    title: ({ text }) => text.title,
    description: ({ text }) => text.description,
    isPublic: true,
    languages: ({ text }) => text.languages,
    body: (props, setting) => <LessonPage {...props} setting={setting} />,
  },
  help: {
    title: "help.title",
    description: (_, { t }) => t("help.lead"),
    isPublic: true,
    body: (props, setting) => <HelpPage {...props} setting={setting} />,
  },
  "trade-closed": {
    title: "pages.trade_closed.title",
    body: (_, setting) => <TradeClosed setting={setting} />,
  },
  "error-403": {
    status: 403,
    title: "pages.error_403.title",
    body: (props, setting) => <ErrorPage kind="error_403" setting={setting} {...props} />,
  },
  "error-404": {
    status: 404,
    title: "pages.error_404.title",
    body: (props, setting) => <ErrorPage kind="error_404" setting={setting} {...props} />,
  },
  "error-500": {
    status: 500,
    title: "pages.error_500.title",
    body: (props, setting) => <ErrorPage kind="error_500" setting={setting} {...props} />,
  },
  "error-ip-blocked": {
    status: 451,
    title: "pages.error_ip.title",
    body: (props, setting) => <ErrorPage kind="error_ip" setting={setting} {...props} />,
  },
};

const PAGES: ReadonlyMap<string, Page<PageName>> = new Map([
  ...SCREENS.flatMap(pageOfScreen),
  ...(Object.entries(WITHOUT_SCREEN) as [string, Page<PageName>][]),
]);

/** A screen with a title fills a page that has its name. */
function pageOfScreen({ title, app, route, ...screen }: (typeof SCREENS)[number]): [string, Page<PageName>][] {
  if (title === undefined) return [];
  return [[route, { ...screen, title, body: (props) => <Island app={app} route={route} props={props} /> }]];
}

export function pageOf(name: PageName): Page<PageName> {
  const page = PAGES.get(name);
  if (!page) throw new Error(`there is no page ${name}`);
  return page;
}
