/**
 * The newcomer's way in, in a demo market: four steps, each with its link. Drawn on the server and folded by the browser
 * itself; the shell keeps in a cookie that it was folded away.
 */
import type { ReactNode } from "react";
import { pathOf } from "#contract/platform/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import type { PageSetting } from "#sdk/screen.ts";

type Props = { robot: string; offerHash: string | null; setting: PageSetting };

export function Tour(props: Props) {
  const { t, isTourFolded } = props.setting;
  return (
    <details
      id="tour"
      open={!isTourFolded}
      className="group mt-4 rounded-xl border border-brand/30 bg-brand-soft px-4 sm:px-5"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        <h2 className="text-base font-semibold text-brand">{t("pages.tour.title")}</h2>
        <Icon shape={chevronDown} className="text-brand group-open:rotate-180" />
      </summary>
      <p className="text-sm text-ink max-sm:hidden">{t("pages.tour.text")}</p>
      <ol className="grid gap-x-6 gap-y-4 pt-2 pb-5 sm:pt-4 sm:grid-cols-2 lg:grid-cols-4">
        <SignIn {...props} />
        <Buy {...props} />
        <Sell {...props} />
        <Both {...props} />
      </ol>
    </details>
  );
}

function Step({ place, title, text, action }: { place: number; title: string; text: ReactNode; action: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 lg:grid-rows-[auto_1fr_auto]">
      <span className="grid size-6 place-items-center rounded-full bg-brand text-2xs font-bold text-on-brand">
        {place}
      </span>
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="col-start-2 text-sm">{text}</p>
      {action && <p className="col-start-2 pt-1">{action}</p>}
    </li>
  );
}

const LINK = "font-semibold text-brand underline";

function SignIn({ setting: { t, locale, session } }: Props) {
  const link = (path: string) => (chunks: ReactNode[]) => (
    <a key={path} href={path} className={LINK}>
      {chunks}
    </a>
  );
  const words = {
    inbox: link(pathOf(locale, "demoInbox", undefined)),
    login: link(pathOf(locale, "login", undefined)),
  };
  return (
    <Step
      place={1}
      title={t("pages.tour.one_title")}
      text={session ? t("pages.tour.one_done", { name: session.username }) : t.rich("pages.tour.one_text", words)}
      action={
        session ? null : (
          <LinkButton size="sm" href={pathOf(locale, "register", undefined)}>
            {t("pages.tour.one_do")}
          </LinkButton>
        )
      }
    />
  );
}

function Buy({ robot, offerHash, setting: { t, locale } }: Props) {
  const href = offerHash
    ? pathOf(locale, "viewOffer", { hash: offerHash })
    : pathOf(locale, "user", { username: robot });
  return (
    <Step
      place={2}
      title={t("pages.tour.two_title")}
      text={t("pages.tour.two_text", { robot })}
      action={
        <LinkButton look="secondary" size="sm" href={href}>
          {t("pages.tour.two_do")}
        </LinkButton>
      }
    />
  );
}

function Sell({ setting: { t, locale } }: Props) {
  return (
    <Step
      place={3}
      title={t("pages.tour.three_title")}
      text={t("pages.tour.three_text")}
      action={
        <LinkButton look="secondary" size="sm" href={`${pathOf(locale, "createOffer", undefined)}?type=sell`}>
          {t("pages.tour.three_do")}
        </LinkButton>
      }
    />
  );
}

function Both({ setting: { t, locale } }: Props) {
  return (
    <Step
      place={4}
      title={t("pages.tour.four_title")}
      text={t("pages.tour.four_text")}
      action={
        <LinkButton look="secondary" size="sm" href={pathOf(locale, "login", undefined)}>
          {t("pages.tour.four_do")}
        </LinkButton>
      }
    />
  );
}
