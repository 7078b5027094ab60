/** A trader's public page: what he is known for, what others say, what he offers. */
import type { ProfileProps } from "#contract/market/pages.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { signInHref } from "#sdk/sign-in-first.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { ProfileFeedback } from "./feedback.tsx";
import { ProfileHead } from "./head.tsx";
import { ProfileNumbers } from "./numbers.tsx";
import { ProfileOffers } from "./offers.tsx";
import { useRelation } from "./use-relation.ts";

export const screen: PageScreen<"profile", typeof ProfileScreen> = {
  title: ({ user }, { t }) => t("profile.title", { name: user.username }),
  description: ({ user }, { t }) => t("profile.description", { name: user.username, count: user.totalTrades }),
  texts: ["profile", "messenger.button", "offers", "rules.card", "catalog.tags"],
  isPublic: true,
};

export default function ProfileScreen(props: ProfileProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const { user } = props;
  const relation = useRelation(user);
  return (
    <div className="grid gap-6 py-6">
      <ProfileHead user={user} relation={session && !user.isSelf ? relation : null} />
      {relation.isBlocked && (
        <Alert kind="warning" title={t("profile.blocked_title")}>
          {t("profile.blocked_text")}
        </Alert>
      )}
      {!session && (
        <Alert kind="info">
          {t("profile.sign_in_hint")}{" "}
          <a className="font-semibold underline" href={signInHref(page, page.url)}>
            {t("profile.sign_in")}
          </a>
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <ProfileNumbers user={user} />
        <div className="grid min-w-0 gap-6">
          <ProfileOffers {...props} />
          <ProfileFeedback {...props} />
        </div>
      </div>
    </div>
  );
}
