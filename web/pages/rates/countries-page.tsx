/** All countries in which bitcoin is traded, by continent. */
import type { CountriesProps } from "#contract/site/country-pages.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { countText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";

type Country = CountriesProps["continents"][number]["countries"][number];

export function CountriesPage({ continents, setting }: CountriesProps & { setting: PageSetting }) {
  const { t } = setting;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <header className="grid max-w-2xl gap-2">
        <h1 className="text-3xl font-bold tracking-tight">{t("countries.title")}</h1>
        <p className="text-muted">{t("countries.lead")}</p>
        <p className="text-sm text-muted">{t("countries.numbers")}</p>
      </header>
      {continents.map(({ name, countries }) => (
        <section key={name} className="grid gap-3" aria-label={name}>
          <h2 className="text-lg font-semibold">{name}</h2>
          <ul className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
            {countries.map((country) => (
              <li key={country.slug} className="border-b border-line">
                <CountryLink country={country} setting={setting} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function CountryLink({ country, setting: { t, locale } }: { country: Country; setting: PageSetting }) {
  const { slug, name, flagUrl, fiatCode, offers } = country;
  return (
    <a
      href={pathOf(locale, "countryLanding", { country: slug })}
      className="flex min-h-11 items-center gap-3 py-1 text-sm hover:text-brand"
    >
      {flagUrl && <img src={flagUrl} alt="" width={20} height={15} loading="lazy" className="h-[15px] w-5 shrink-0" />}
      <span className="min-w-0 grow font-medium">{name}</span>
      <bdi className="text-xs text-muted">{fiatCode}</bdi>
      <span className="min-w-8 text-end text-xs text-muted tabular-nums">
        {countText(locale, offers)}
        <span className="sr-only"> {t("countries.offers", { count: offers })}</span>
      </span>
    </a>
  );
}
