/** One mail: what it is about, its code if it has one, and the whole text when it is opened. */
import type { InboxMail } from "#contract/demo/inbox.ts";
import { isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

export function MailCard({ mail, isOpen }: { mail: InboxMail; isOpen: boolean }) {
  const t = useT();
  // A call says each digit by itself.
  const text = mail.channel === "call" ? mail.text.replaceAll(/(?<=\d), (?=\d)/g, "") : mail.text;
  // Addresses of coins have digits, too.
  const code = /(?<!\w)\d{6}(?!\w)/.exec(`${mail.subject}\n${text}`)?.[0];
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          <bdi>{mail.channel === "email" ? mail.subject : t(`inbox.${mail.channel}`)}</bdi>
        </h2>
        <span className="text-xs text-muted">
          <LocalTime at={mail.at} />
        </span>
        <p className="w-full text-sm break-all text-muted">{t("inbox.to", { address: isolated(mail.to) })}</p>
      </header>
      {code && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-brand-soft px-4 py-2">
          <span className="sr-only">{t("inbox.code")}</span>
          <strong dir="ltr" className="text-3xl font-bold tracking-[0.2em] tabular-nums">
            {code}
          </strong>
          <CopyButton text={code} label={t("inbox.copy")} doneLabel={t("inbox.copied")} />
        </div>
      )}
      <details open={isOpen} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-brand">
          <Icon shape={chevronDown} className="group-open:rotate-180" />
          {t("inbox.open")}
        </summary>
        <p dir="auto" className="pt-2 text-sm leading-relaxed break-words whitespace-pre-line">
          {mail.text.trim()}
        </p>
      </details>
    </Card>
  );
}
