/** Restricts an account: which state of those that the reader's role may set, why, a note for the staff, and until when. */
import { useState } from "react";
import {
  RESTRICTION_REASONS,
  type RestrictionReason,
  type RestrictionState,
  statesOf,
} from "#contract/compliance/restriction-names.ts";
import type { StaffPerson, StaffRestriction } from "#contract/compliance/restrictions.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { ReviewField } from "./review-field.tsx";

type Props = {
  readonly person: StaffPerson;
  readonly onDone: (row: StaffRestriction) => void;
  readonly onClose: () => void;
};

type Wish = { state: RestrictionState; reason_code: RestrictionReason; note: string; review_days: number };

function useRestrict({ person, onDone, onClose }: Props) {
  const page = usePage();
  const t = useT();
  return useAction(
    async (typed: Typed, wish: Wish) => {
      const [{ prove }, { restrictUser }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/restrictions.ts"),
      ]);
      await prove(page, typed, { kind: "restrict", id: person.username, state: wish.state });
      onDone((await page.call(restrictUser, { body: { username: person.username, ...wish } })).data);
      page.toast("success", t("restrictions.staff.dialog.done_restrict"));
      onClose();
    },
    { fields: ["state", "reason_code", "note", "review_days", ...PROOF_FIELDS] },
  );
}

export function RestrictDialog(props: Props) {
  const t = useT();
  const proof = useProof();
  const [state, setState] = useState<RestrictionState | "">("");
  const [reason_code, setReason] = useState<RestrictionReason | "">("");
  const [note, setNote] = useState("");
  const [review_days, setDays] = useState(14);
  const act = useRestrict(props);
  const isReady = state !== "" && reason_code !== "" && hasLetters(note, 3) && proof.typed !== null;
  const submit = () =>
    state && reason_code && isReady && proof.typed
      ? void act.run(proof.typed, { state, reason_code, note: trimmed(note), review_days })
      : undefined;
  return (
    <Dialog
      isOpen
      isSheet
      onClose={props.onClose}
      title={t("restrictions.staff.dialog.restrict", { name: props.person.username })}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={submit}>
        <StateField {...props} state={state} onState={setState} fault={act.refusal?.fault("state")} />
        <Field label={t("restrictions.reason_label")} error={act.refusal?.fault("reason_code")}>
          {(ids) => (
            <Select
              {...ids}
              value={reason_code}
              onChange={(event) => setReason(RESTRICTION_REASONS.find((one) => one === event.target.value) ?? "")}
            >
              <option value="">{t("restrictions.staff.dialog.choose")}</option>
              {RESTRICTION_REASONS.map((one) => (
                <option key={one} value={one}>
                  {t(`restrictions.reason.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t("restrictions.staff.note")}
          hint={t("restrictions.staff.dialog.note_hint")}
          error={act.refusal?.fault("note")}
        >
          {(ids) => (
            <TextArea {...ids} value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
        <ReviewField days={review_days} onDays={setDays} fault={act.refusal?.fault("review_days")} />
        <ProofField proof={proof} refusal={act.refusal} />
        <Button type="submit" look="danger" wide disabled={!isReady} isBusy={act.isRunning}>
          {t("restrictions.staff.dialog.confirm")}
        </Button>
      </Form>
    </Dialog>
  );
}

type StateProps = Pick<Props, "person"> & {
  readonly state: RestrictionState | "";
  readonly onState: (state: RestrictionState | "") => void;
  readonly fault: string | undefined;
};

/** The states that the reader may set and the user does not have. */
function StateField({ person, state, onState, fault }: StateProps) {
  const t = useT();
  const session = useSession();
  const current = person.restrictions.filter(({ liftedAt }) => liftedAt === null).map((one) => one.state);
  const open = statesOf(session?.roles ?? []).filter((one) => !current.includes(one));
  return (
    <Field
      label={t("restrictions.state_label")}
      hint={state ? t(`restrictions.means.${state}`) : undefined}
      error={fault}
    >
      {(ids) => (
        <Select
          {...ids}
          value={state}
          onChange={(event) => onState(open.find((one) => one === event.target.value) ?? "")}
        >
          <option value="">{t("restrictions.staff.dialog.choose")}</option>
          {open.map((one) => (
            <option key={one} value={one}>
              {t(`restrictions.state.${one}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
