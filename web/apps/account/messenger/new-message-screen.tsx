/** A first message to another user; where none may be sent it says why. */
import { useState } from "react";
import type { NewMessagePageProps } from "#contract/reach/pages.ts";
import { DIRECT_MESSAGE_MAX_CHARS } from "#contract/reach/messenger/names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { UserChip } from "#ui/user-chip.tsx";

export const screen: PageScreen<"new-message", typeof NewMessageScreen> = {
  title: ({ username }, { t }) => t("messenger.new.title", { name: username }),
  texts: ["messenger"],
};

export default function NewMessageScreen({ username, avatarUrl, origin, standing }: NewMessagePageProps) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const name = isolated(username);
  const send = useAction(
    async (words: string) => {
      const { startConversation } = await import("#contract/reach/messenger/messenger.ts");
      const { data } = await page.call(startConversation, {
        body: { username, created_from: origin, text: words },
      });
      await page.go("viewConversation", { hash: data.conversation.id });
    },
    { fields: ["text"] },
  );
  const profile = page.href("user", { username });
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <h1 className="text-2xl font-bold tracking-tight">{t("messenger.new.title", { name })}</h1>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
        <UserChip name={username} face={avatarUrl} href={profile} size={48} />
        {standing.obstacle !== null ? (
          <>
            <Alert kind="warning">{t(`messenger.obstacle.${standing.obstacle}`)}</Alert>
            <LinkButton look="secondary" href={profile}>
              {t("messenger.new.back")}
            </LinkButton>
          </>
        ) : (
          <Form className="grid gap-4" onSubmit={() => trimmed(text) !== "" && void send.run(trimmed(text))}>
            <p className="text-sm text-muted">{t("messenger.new.lead_stranger", { name })}</p>
            <Field label={t("messenger.new.write")} error={send.refusal?.fault("text")}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={5}
                  maxLength={DIRECT_MESSAGE_MAX_CHARS}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" disabled={trimmed(text) === ""} isBusy={send.isRunning}>
              {t("messenger.new.send")}
            </Button>
          </Form>
        )}
      </Card>
    </div>
  );
}
