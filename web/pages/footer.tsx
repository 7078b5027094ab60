/** The foot of every page. */
import { BRAND } from "#contract/platform/brand.ts";
import { MENUS, type MenuLinks } from "#contract/site/content.ts";
import type { OutsideLinks } from "#contract/site/outside-links.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { Logo } from "#ui/pictures/logo.tsx";

type Props = { readonly kit: PageKit; readonly menus: MenuLinks; readonly links: OutsideLinks };

export function Footer({ kit, menus, links }: Props) {
  const { t, href, flags } = kit;
  const columns = [
    {
      title: t("pages.footer.trade"),
      links: [
        { label: t("pages.footer.buy", { crypto: "BTC" }), href: href("offersSearch", { side: "buy", crypto: "BTC" }) },
        {
          label: t("pages.footer.buy", { crypto: "USDT" }),
          href: href("offersSearch", { side: "buy", crypto: "USDT" }),
        },
        {
          label: t("pages.footer.sell", { crypto: "BTC" }),
          href: href("offersSearch", { side: "sell", crypto: "BTC" }),
        },
        {
          label: t("pages.footer.sell", { crypto: "ETH" }),
          href: href("offersSearch", { side: "sell", crypto: "ETH" }),
        },
        { label: t("pages.footer.countries"), href: href("countriesLanding", undefined) },
        { label: t("pages.footer.converter"), href: href("anyConverter", undefined) },
        { label: t("pages.footer.gift_cards"), href: href("giftCardsLanding", undefined) },
        { label: t("pages.footer.silent_pool"), href: href("silentPool", undefined) },
        { label: t("pages.footer.otc"), href: href("otcDeskLanding", undefined) },
        ...(flags.isLightningEnabled
          ? [{ label: t("pages.footer.lightning"), href: href("lightningLanding", undefined) }]
          : []),
      ],
    },
    ...MENUS.map((menu) => ({
      title: t(`pages.footer.${menu}`),
      links: [
        ...menus[menu].map(({ title, href: path }) => ({ label: title, href: path })),
        ...(menu === "company"
          ? [
              { label: t("help.title"), href: href("help", undefined) },
              { label: t("academy.title"), href: href("academy", undefined) },
              { label: t("blog.title"), href: href("blog", undefined) },
              { label: t("pages.footer.support"), href: href("support", undefined) },
              { label: t("pages.footer.statistics"), href: href("statistics", undefined) },
              { label: t("pages.footer.status"), href: href("statusPage", undefined) },
            ]
          : []),
      ],
    })),
  ];
  return (
    <footer className="mt-12 border-t border-line bg-raised">
      {menus.help.length > 0 && <HelpLinks kit={kit} links={menus.help} />}
      <div className="mx-auto grid max-w-page grid-cols-2 gap-x-4 gap-y-8 px-4 py-10 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-3 max-lg:col-span-2">
          <Logo name={BRAND} />
          <p className="max-w-xs text-sm text-muted">{t("pages.footer.promise")}</p>
          {(["social", "founder"] as const).map(
            (whose) =>
              links[whose].length > 0 && (
                <Outside key={whose} title={t(`pages.footer.${whose}`)} links={links[whose]} />
              ),
          )}
        </div>
        {columns.map((column) => (
          <nav
            key={column.title}
            aria-label={column.title}
            className="grid content-start gap-1 max-lg:nth-3:row-span-2"
          >
            <p className="pb-2 text-sm font-semibold">{column.title}</p>
            {column.links.map((link) => (
              <a
                key={link.href}
                href={link.href}
                className="flex min-h-9 items-center text-sm text-muted hover:text-ink max-md:min-h-11"
              >
                {link.label}
              </a>
            ))}
          </nav>
        ))}
      </div>
      <div className="mx-auto max-w-page px-4">
        <p className="border-t border-line py-4 text-xs text-muted">{t("pages.footer.risk")}</p>
      </div>
    </footer>
  );
}

/** Articles about what the page is for. */
function HelpLinks({ kit, links }: Pick<Props, "kit"> & { readonly links: Props["menus"]["help"] }) {
  return (
    <nav aria-label={kit.t("help.page")} className="border-b border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 px-4 py-2 text-sm">
        <p className="font-semibold">{kit.t("help.page")}</p>
        {links.map((link) => (
          <a
            key={link.href}
            href={link.href}
            lang={link.lang}
            className="flex min-h-9 items-center text-muted underline hover:text-ink max-md:min-h-11"
          >
            {link.title}
          </a>
        ))}
      </div>
    </nav>
  );
}

function Outside({ title, links }: { readonly title: string; readonly links: OutsideLinks["social"] }) {
  return (
    <nav aria-label={title} className="flex flex-wrap items-center gap-x-4 text-sm">
      <p className="w-full font-semibold">{title}</p>
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          rel="me noopener"
          className="flex min-h-9 items-center text-muted hover:text-ink max-md:min-h-11"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
