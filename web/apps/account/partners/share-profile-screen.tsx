/** The own profile to send to others: a picture with a code, and links. */
import type { ShareProfileProps } from "#contract/reach/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { LinkCard } from "./link-card.tsx";

export const screen: PageScreen<"share-profile", typeof ShareProfileScreen> = {
  title: "partners.profile.title",
  texts: ["partners.profile", "partners.link", "partners.nav"],
};

export default function ShareProfileScreen({ username, profileLink, link, pictureUrl }: ShareProfileProps) {
  const page = usePage();
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-xl gap-1">
          <h1 className="text-2xl font-bold tracking-tight">{t("partners.profile.title")}</h1>
          <p className="text-sm text-muted">{t("partners.profile.lead")}</p>
        </div>
        <LinkButton look="secondary" size="sm" href={page.href("partnerProgram", undefined)}>
          {t("partners.nav")}
        </LinkButton>
      </header>
      <Card className="grid justify-items-start gap-4 p-5">
        <img
          src={pictureUrl}
          alt={t("partners.profile.picture")}
          width={1200}
          height={630}
          className="h-auto w-full max-w-2xl rounded-xl border border-line"
        />
        <a
          href={pictureUrl}
          download={`${username}.png`}
          className="inline-flex min-h-11 items-center rounded-md px-2 text-sm font-medium text-brand underline"
        >
          {t("partners.profile.download")}
        </a>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <LinkCard title={t("partners.profile.profile_link")} link={profileLink} label={t("partners.profile.qr")} />
        <LinkCard title={t("partners.profile.invite_link")} link={link} label={t("partners.link.qr")} />
      </div>
    </div>
  );
}
