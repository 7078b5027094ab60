/** Emails that this machine stored instead of sending: by address, with the code of six digits for copying. */
import type { InboxPageProps } from "#contract/demo/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { bell } from "#ui/icons/shapes.ts";
import { Input } from "#ui/forms/input.tsx";
import { ChipLink } from "#ui/chip.tsx";
import { MailCard } from "./mail-card.tsx";
import { useMails } from "./use-mails.ts";

export const screen: PageScreen<"inbox", typeof InboxScreen> = {
  title: "inbox.title",
  texts: ["inbox"],
};

export default function InboxScreen(props: InboxPageProps) {
  const t = useT();
  const page = usePage();
  const mails = useMails(props);
  const base = page.href("demoInbox", undefined);
  return (
    <div className="mx-auto grid max-w-2xl gap-5 py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("inbox.title")}</h1>
        <p className="text-sm text-muted">{t("inbox.lead")}</p>
      </header>
      <form method="get" action={base} className="grid grid-cols-[1fr_auto] items-end gap-3">
        <Field label={t("inbox.search")}>
          {(ids) => (
            <Input
              {...ids}
              name="to"
              type="search"
              dir="ltr"
              autoComplete="off"
              defaultValue={props.to}
              maxLength={254}
            />
          )}
        </Field>
        <Button type="submit">{t("inbox.find")}</Button>
      </form>
      {props.addresses.length > 1 && (
        <nav aria-label={t("inbox.search")} className="flex flex-wrap gap-2">
          {["", ...props.addresses].map((address) => (
            <ChipLink
              key={address}
              isOn={address === props.to}
              href={address ? `${base}?to=${encodeURIComponent(address)}` : base}
            >
              <bdi className="truncate">{address || t("inbox.all")}</bdi>
            </ChipLink>
          ))}
        </nav>
      )}
      {mails.length === 0 ? (
        <EmptyState shape={bell} title={t(props.to ? "inbox.none_found" : "inbox.none")}>
          {t("inbox.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-3" aria-live="polite">
          {mails.map((mail, place) => (
            <li key={mail.id}>
              <MailCard mail={mail} isOpen={place === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
