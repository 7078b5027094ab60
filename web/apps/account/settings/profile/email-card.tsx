/** Where mails go, whether that is confirmed, and another address in its place. */
import { type ComponentType, useState } from "react";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { SettingsCard } from "../settings-card.tsx";

type DialogProps = {
  readonly holdHours: number;
  readonly onDone: (email: string) => void;
  readonly onClose: () => void;
};

type Props = { email: string; isConfirmed: boolean; holdHours: number };

export function EmailCard({ email: first, isConfirmed: wasConfirmed, holdHours }: Props) {
  const page = usePage();
  const t = useT();
  const [email, setEmail] = useState(first);
  const [Changing, setChanging] = useState<ComponentType<DialogProps> | null>(null);
  // It may have been confirmed since the page was made.
  const isConfirmed = useSession()?.isEmailConfirmed ?? wasConfirmed;
  const open = () =>
    import("./change-email-dialog.tsx").then(({ ChangeEmailDialog }) => setChanging(() => ChangeEmailDialog));
  return (
    <SettingsCard title={t("account.email.title")} lead={t("account.email.lead")}>
      <p className="flex flex-wrap items-center gap-3">
        <bdi className="font-medium break-all">{email}</bdi>
        <Badge tone={isConfirmed ? "good" : "warn"}>
          {t(isConfirmed ? "account.email.confirmed" : "account.email.open")}
        </Badge>
        {isConfirmed ? (
          <Button size="sm" look="secondary" onClick={() => void open()}>
            {t("account.email.change")}
          </Button>
        ) : (
          <LinkButton size="sm" look="secondary" href={page.href("confirmEmail", undefined)}>
            {t("account.email.confirm")}
          </LinkButton>
        )}
      </p>
      {Changing && (
        <Changing
          holdHours={holdHours}
          onClose={() => setChanging(null)}
          onDone={(now) => {
            setEmail(now);
            setChanging(null);
            page.toast("success", t("account.email.changed"));
          }}
        />
      )}
    </SettingsCard>
  );
}
