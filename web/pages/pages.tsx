/** Every page of the site by name. A page of islands only is a few lines; pages of text stand in static/. */
import { Island } from "./island.tsx";
import type { PageTable } from "./page.ts";
import { ErrorPage } from "./error-page.tsx";
import { AboutPage } from "./static/about.tsx";
import { FeesPage } from "./static/fees.tsx";
import { PrivacyPage } from "./static/privacy.tsx";
import { TermsPage } from "./static/terms.tsx";

export const PAGES: PageTable = {
  home: {
    title: (_, { t }) => t("pages.home.title"),
    description: (_, { t }) => t("home.lead"),
    body: (props) => <Island app="marketplace" route="home" props={props} />,
  },
  about: { title: (_, { t }) => t("pages.about.title"), body: (_, { t }) => <AboutPage t={t} /> },
  "terms-of-service": { title: (_, { t }) => t("pages.terms.title"), body: (_, { t }) => <TermsPage t={t} /> },
  "privacy-policy": { title: (_, { t }) => t("pages.privacy.title"), body: (_, { t }) => <PrivacyPage t={t} /> },
  fees: { title: (_, { t }) => t("pages.fees.title"), body: (_, { t }) => <FeesPage t={t} /> },
  "error-404": {
    status: 404,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_404.title"),
    body: (props, setting) => <ErrorPage kind="error_404" setting={setting} {...props} />,
  },
  "error-500": {
    status: 500,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_500.title"),
    body: (props, setting) => <ErrorPage kind="error_500" setting={setting} {...props} />,
  },
  "error-ip-blocked": {
    status: 403,
    isPrivate: true,
    title: (_, { t }) => t("pages.error_ip.title"),
    body: (props, setting) => <ErrorPage kind="error_ip" setting={setting} {...props} />,
  },
};
