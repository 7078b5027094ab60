/** What staff give a reason for: joining somebody's ticket, handing one over, looking up the account behind one; and merging. */
import { type ReactNode, useState } from "react";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import type { OpenedTicket, StaffTicketRow } from "#contract/staff/support.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

type ReasonProps = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly fields?: readonly string[];
  readonly children?: (fault: (name: string) => string | undefined) => ReactNode;
  readonly onReason: (reason: string) => Promise<void>;
  readonly onClose: () => void;
};

function ReasonDialog({ title, text, confirm, fields = [], children, onReason, onClose }: ReasonProps) {
  const t = useT();
  const [reason, setReason] = useState("");
  const act = useAction(onReason, { fields: ["reason", ...fields] });
  const isReady = hasLetters(reason, 3);
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => isReady && void act.run(trimmed(reason))}>
        <p className="text-sm text-muted">{text}</p>
        {children?.((name) => act.refusal?.fault(name))}
        <Field label={t("support.staff.reason")} error={act.refusal?.fault("reason")}>
          {(ids) => (
            <Input {...ids} value={reason} maxLength={250} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={act.isRunning}>
          {confirm}
        </Button>
      </Form>
    </Dialog>
  );
}

type JoinProps = {
  readonly row: StaffTicketRow;
  readonly onJoined: (opened: OpenedTicket) => void;
  readonly onClose: () => void;
};

export function JoinDialog({ row: { number, assignee }, onJoined, onClose }: JoinProps) {
  const page = usePage();
  const t = useT();
  const name = assignee ?? "";
  return (
    <ReasonDialog
      title={t("support.staff.join_title", { name, number })}
      text={t("support.staff.join_text", { name })}
      confirm={t("support.staff.join")}
      onClose={onClose}
      onReason={async (reason) => {
        const { takeTicket } = await import("#contract/staff/support.ts");
        const { data } = await page.call(takeTicket, { params: { number }, body: { reason } });
        onClose();
        onJoined(data);
      }}
    />
  );
}

type HandOverProps = { readonly number: string; readonly onDone: () => void; readonly onClose: () => void };

export function HandOverDialog({ number, onDone, onClose }: HandOverProps) {
  const page = usePage();
  const t = useT();
  const [to, setTo] = useState("");
  return (
    <ReasonDialog
      title={t("support.staff.hand_over_title", { number })}
      text={t("support.staff.hand_over_text")}
      confirm={t("support.staff.hand_over")}
      fields={["to"]}
      onClose={onClose}
      onReason={async (reason) => {
        const { handTicketOver } = await import("#contract/staff/support.ts");
        const body = { to: trimmed(to) || null, reason };
        await page.call(handTicketOver, { params: { number }, body });
        page.toast("success", t("support.staff.handed_over"));
        onClose();
        onDone();
      }}
    >
      {(fault) => (
        <Field label={t("support.staff.hand_over_to")} hint={t("support.staff.hand_over_hint")} error={fault("to")}>
          {(ids) => (
            <Input
              {...ids}
              dir="ltr"
              autoComplete="off"
              maxLength={20}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
        </Field>
      )}
    </ReasonDialog>
  );
}

type LookProps = {
  readonly number: string;
  readonly onFound: (person: StaffPerson) => void;
  readonly onClose: () => void;
};

export function LookDialog({ number, onFound, onClose }: LookProps) {
  const page = usePage();
  const t = useT();
  return (
    <ReasonDialog
      title={t("support.staff.look_title", { number })}
      text={t("support.staff.look_text")}
      confirm={t("support.staff.look")}
      onClose={onClose}
      onReason={async (reason) => {
        const { lookAtTicketPerson } = await import("#contract/staff/support.ts");
        onFound((await page.call(lookAtTicketPerson, { params: { number }, body: { reason } })).data);
        onClose();
      }}
    />
  );
}

type MergeProps = {
  readonly opened: OpenedTicket;
  readonly onMerged: (opened: OpenedTicket) => void;
  readonly onClose: () => void;
};

export function MergeDialog({ opened: { number, others }, onMerged, onClose }: MergeProps) {
  const page = usePage();
  const t = useT();
  const able = others.filter(({ isAssigned, status }) => isAssigned && status !== "closed");
  const [into, setInto] = useState(able[0]?.number ?? "");
  const merge = useAction(async (target: string) => {
    const { mergeTicket } = await import("#contract/staff/support.ts");
    const { data } = await page.call(mergeTicket, { params: { number }, body: { into: target } });
    page.toast("success", t("support.staff.merged"));
    onClose();
    onMerged(data);
  });
  return (
    <Dialog isOpen onClose={onClose} title={t("support.staff.merge_title", { number })} closeLabel={t("shell.close")}>
      {able.length === 0 ? (
        <p className="text-sm text-muted">{t("support.staff.merge_none")}</p>
      ) : (
        <Form className="grid gap-4" onSubmit={() => into && void merge.run(into)}>
          <p className="text-sm text-muted">{t("support.staff.merge_text")}</p>
          <Field label={t("support.staff.merge_into")}>
            {(ids) => (
              <Select {...ids} value={into} onChange={(event) => setInto(event.target.value)}>
                {able.map((one) => (
                  <option key={one.number} value={one.number}>
                    {`${one.number} · ${t(`support.topic.${one.topic}`)}`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" wide isBusy={merge.isRunning}>
            {t("support.staff.merge")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
