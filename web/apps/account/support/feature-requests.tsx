/** Wishes for the product: one's own, and those that others may vote for, most votes first. */
import { useState } from "react";
import type { FeatureStatus } from "#contract/reach/support/names.ts";
import { FEATURE_TEXT_MAX } from "#contract/reach/support/names.ts";
import type { FeatureList, FeatureRequest } from "#contract/reach/support/support.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { Icon } from "#ui/icon.tsx";
import { star, thumbUp } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";

const TONES: Readonly<Record<FeatureStatus, Tone>> = {
  new: "warn",
  open: "info",
  planned: "brand",
  done: "good",
  declined: "neutral",
};

export function FeatureRequests({ first }: { readonly first: FeatureList }) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [rows, setRows] = useState(first.rows);
  const vote = useAction(
    async (id: string, isVoted: boolean) => {
      const { voteForFeature } = await import("#contract/reach/support/support.ts");
      const { data } = await page.call(voteForFeature, { params: { id }, body: { isVoted } });
      setRows((known) => known.map((row) => (row.id === id ? data : row)));
    },
    { lane: (id) => id },
  );
  const base = page.href("supportIdeas", undefined);
  return (
    <>
      <p className="text-sm text-muted">{t("support.ideas.lead")}</p>
      {session ? (
        <RequestForm onSent={(row) => setRows([row, ...rows])} />
      ) : (
        <p className="text-sm">
          <a className="inline-flex min-h-11 items-center underline" href={page.href("login", undefined)}>
            {t("support.ideas.sign_in")}
          </a>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState shape={star} title={t("support.ideas.none")} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} onVote={session ? (isVoted) => void vote.run(row.id, isVoted) : null} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        label={t("support.view.ideas")}
        place={null}
        back={null}
        on={first.next ? { href: `${base}?after=${first.next}`, label: t("support.ideas.next") } : null}
      />
    </>
  );
}

type RowProps = { readonly row: FeatureRequest; readonly onVote: ((isVoted: boolean) => void) | null };

function Row({ row, onVote }: RowProps) {
  const t = useT();
  const mayVote = onVote !== null && (row.status === "open" || row.status === "planned");
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 p-4 text-sm" data-feature={row.id}>
      <div className="grid gap-2">
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {row.text}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <Badge tone={TONES[row.status]}>{t(`support.ideas.status.${row.status}`)}</Badge>
          {row.isMine && <span>{t("support.ideas.mine")}</span>}
          <span>{t("support.ideas.votes", { count: row.votes })}</span>
        </p>
      </div>
      {mayVote && (
        <Button
          look={row.isVoted ? "primary" : "secondary"}
          aria-pressed={row.isVoted}
          onClick={() => onVote(!row.isVoted)}
        >
          <Icon shape={thumbUp} size={16} />
          {t(row.isVoted ? "support.ideas.voted" : "support.ideas.vote")}
        </Button>
      )}
    </Card>
  );
}

function RequestForm({ onSent }: { readonly onSent: (row: FeatureRequest) => void }) {
  const page = usePage();
  const t = useT();
  const [text, setText] = useState("");
  const send = useAction(
    async (words: string) => {
      const { requestFeature } = await import("#contract/reach/support/support.ts");
      onSent((await page.call(requestFeature, { body: { text: words } })).data);
      setText("");
      page.toast("success", t("support.ideas.sent"));
    },
    { fields: ["text"] },
  );
  const isReady = hasLetters(text, 10);
  return (
    <Card className="p-5">
      <Form className="grid gap-3" onSubmit={() => isReady && void send.run(trimmed(text))}>
        <Field label={t("support.ideas.text")} error={send.refusal?.fault("text")}>
          {(ids) => (
            <TextArea
              {...ids}
              dir="auto"
              maxLength={FEATURE_TEXT_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="justify-self-start" disabled={!isReady} isBusy={send.isRunning}>
          {t("support.ideas.send")}
        </Button>
      </Form>
    </Card>
  );
}
