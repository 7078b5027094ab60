/** Canned replies in each language, with their preview; senior staff write them. */
import { useState } from "react";
import { languageName, LOCALES } from "#contract/platform/locales.ts";
import type { StaffSupportRepliesProps } from "#contract/staff/pages.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import type { CannedReplies, CannedReply } from "#contract/staff/support.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { chat } from "#ui/icons/shapes.ts";
import { ReplyEditor } from "./reply-editor.tsx";
import { NAV_TEXTS } from "../console/console-nav.tsx";
import { SupportFrame } from "./support-frame.tsx";

export const screen: PageScreen<"staff-support-replies", typeof RepliesScreen> = {
  title: "support.staff.edit.title",
  texts: ["support.staff", ...NAV_TEXTS],
};

const EMPTY: CannedReply = { key: "", locale: "en", title: "", body: "" };

export default function RepliesScreen({ replies: first }: StaffSupportRepliesProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [replies, setReplies] = useState<CannedReplies>(first);
  const [edited, edit] = useState<CannedReply | null>(null);
  const mayWrite = holdsRight(session?.roles ?? [], "support_texts");
  const remove = useAction(
    async (key: string, locale: CannedReply["locale"]) => {
      const { removeCannedReply } = await import("#contract/staff/support.ts");
      setReplies((await page.call(removeCannedReply, { body: { key, locale } })).data);
      page.toast("success", t("support.staff.edit.removed"));
    },
    { lane: (key, locale) => `${key}:${locale}` },
  );
  return (
    <SupportFrame title={t("support.staff.edit.title")} here="replies">
      <p className="max-w-3xl text-sm text-muted">{t("support.staff.edit.about")}</p>
      {mayWrite && !edited && (
        <Button className="justify-self-start" onClick={() => edit(EMPTY)}>
          {t("support.staff.edit.new")}
        </Button>
      )}
      {edited && (
        <ReplyEditor
          key={`${edited.key}:${edited.locale}`}
          first={edited}
          onSaved={(saved) => {
            setReplies(saved);
            edit(null);
          }}
          onClose={() => edit(null)}
        />
      )}
      {replies.length === 0 && <EmptyState shape={chat} title={t("support.staff.edit.none")} />}
      {[...Map.groupBy(replies, ({ key }) => key)].map(([key, same]) => {
        const missing = LOCALES.filter((locale) => !same.some((one) => one.locale === locale));
        return (
          <Card key={key} className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5" data-reply={key}>
            <h2 className="flex flex-wrap items-center gap-2 font-semibold">
              <bdi className="font-mono text-sm">{key}</bdi>
              {missing.length > 0 && (
                <Badge tone="warn">
                  {t("support.staff.edit.missing", { languages: missing.map(languageName).join(", ") })}
                </Badge>
              )}
            </h2>
            {same.map((one) => (
              <section key={one.locale} lang={one.locale} className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
                <h3 className="font-medium">
                  <bdi>{languageName(one.locale)}</bdi>: <bdi>{one.title}</bdi>
                </h3>
                <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {one.body}
                </p>
                <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
                  <bdi>{one.changedBy}</bdi> <LocalTime at={one.changedAt} />
                  {mayWrite && (
                    <>
                      <Button size="sm" look="quiet" onClick={() => edit(one)}>
                        {t("support.staff.edit.change")}
                      </Button>
                      <Button
                        size="sm"
                        look="quiet"
                        isBusy={remove.isRunningIn(`${one.key}:${one.locale}`)}
                        onClick={() => void remove.run(one.key, one.locale)}
                      >
                        {t("support.staff.edit.remove")}
                      </Button>
                    </>
                  )}
                </p>
              </section>
            ))}
          </Card>
        );
      })}
    </SupportFrame>
  );
}
