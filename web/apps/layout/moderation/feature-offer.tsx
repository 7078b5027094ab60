/** Features an offer for some days, with a reason for the record: one that is named by its link, or one of the queue. */
import { type ReactNode, useState } from "react";
import type { JudgedOffer } from "#contract/moderation.ts";
import { FEATURED_DAYS_MAX, MODERATION_REASON_MAX } from "#contract/moderation-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Input, TextArea } from "#ui/input.tsx";
import { namedOffer } from "./named-offer.ts";

/** As it is typed: percent and dollars, both empty for no cashback. */
type Typed = { readonly days: number; readonly why: string; readonly percent: string; readonly max: string };
type Feature = Typed & { readonly id: string };

const LEAST = 3;
const FIELDS = ["days", "cashback_percent", "cashback_max", "reason"];

/** What a form asks of the server, with its refusal. `fields` are those that it shows. */
function useFeature(fields: readonly string[], onDone: () => void) {
  const page = usePage();
  return useAction(
    async ({ id, days, why, percent, max }: Feature) => {
      const { featureOffer } = await import("#contract/moderation.ts");
      const body = {
        days,
        ...(percent && { cashback_percent: percent }),
        ...(max && { cashback_max: max }),
        reason: why,
      };
      await page.call(featureOffer, { params: { id }, body });
      page.toast("success", page.t("moderation.done_feature"));
      onDone();
    },
    { fields },
  );
}

type Allowed = {
  /** Days, by the settings. */
  readonly most: number;
  /** The reader is an administrator. */
  readonly mayGiveCashback: boolean;
};

/** For an offer that is in no queue. */
export function FeatureCard({ onDone, ...allowed }: Allowed & { readonly onDone: () => void }) {
  const t = useT();
  const [named, setNamed] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [round, setRound] = useState(0);
  const feature = useFeature(["id", ...FIELDS], () => {
    setNamed("");
    setRound(round + 1);
    onDone();
  });
  const ask = (typed: Typed) => {
    const id = namedOffer(named);
    setWrong(!id);
    if (id) void feature.run({ id, ...typed });
  };
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4" data-feature>
      <div className="grid gap-1">
        <h2 className="font-semibold">{t("moderation.feature_title")}</h2>
        <p className="text-sm text-muted">{t("moderation.feature_lead")}</p>
      </div>
      <FeatureForm key={round} {...allowed} feature={feature} isNamed={named.trim() !== ""} onAsk={ask}>
        <Field
          label={t("moderation.feature_which")}
          error={isWrong ? t("moderation.feature_which_wrong") : feature.refusal?.fault("id")}
        >
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              value={named}
              onChange={(event) => {
                setWrong(false);
                feature.clear();
                setNamed(event.target.value);
              }}
            />
          )}
        </Field>
      </FeatureForm>
    </Card>
  );
}

type DialogProps = Allowed & {
  readonly row: JudgedOffer;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function FeatureDialog({ row, onDone, onClose, ...allowed }: DialogProps) {
  const t = useT();
  const feature = useFeature(FIELDS, () => {
    onDone();
    onClose();
  });
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("moderation.title_feature", { name: row.username })}
      closeLabel={t("shell.close")}
    >
      <FeatureForm
        {...allowed}
        feature={feature}
        isNamed
        onAsk={(typed) => void feature.run({ id: row.hash, ...typed })}
      >
        <p className="text-sm text-muted">{t("moderation.feature_lead")}</p>
      </FeatureForm>
    </Dialog>
  );
}

type FormProps = Allowed & {
  readonly feature: ReturnType<typeof useFeature>;
  readonly isNamed: boolean;
  readonly onAsk: (typed: Typed) => void;
  /** What stands before the days. */
  readonly children: ReactNode;
};

function FeatureForm({ feature, most, mayGiveCashback, isNamed, onAsk, children }: FormProps) {
  const t = useT();
  const [days, setDays] = useState("7");
  const [cashback, setCashback] = useState({ percent: "", max: "" });
  const [reason, setReason] = useState("");
  const why = reason.trim();
  const isWhole = isNamed && Number(days) >= 1 && Number(days) <= FEATURED_DAYS_MAX && why.length >= LEAST;
  return (
    <Form noValidate className="grid gap-4" onSubmit={() => isWhole && onAsk({ days: Number(days), why, ...cashback })}>
      {children}
      <Field
        label={t("moderation.feature_days")}
        hint={t("moderation.feature_days_hint", { count: most })}
        error={feature.refusal?.fault("days")}
      >
        {(ids) => (
          <Input
            {...ids}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            className="max-w-32"
            value={days}
            onChange={(event) => /^\d{0,2}$/.test(event.target.value) && setDays(event.target.value)}
          />
        )}
      </Field>
      {mayGiveCashback && <CashbackFields typed={cashback} onTyped={setCashback} refusal={feature.refusal} />}
      <Field label={t("moderation.why")} hint={t("moderation.why_kept")} error={feature.refusal?.fault("reason")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={MODERATION_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="sm:justify-self-start" disabled={!isWhole} isBusy={feature.isRunning}>
        {t("moderation.confirm_feature")}
      </Button>
    </Form>
  );
}

type CashbackProps = {
  readonly typed: Pick<Typed, "percent" | "max">;
  readonly onTyped: (typed: Pick<Typed, "percent" | "max">) => void;
  readonly refusal: ReturnType<typeof useFeature>["refusal"];
};

function CashbackFields({ typed, onTyped, refusal }: CashbackProps) {
  const t = useT();
  const fields = [
    { name: "percent", label: "feature_cashback", hint: t("moderation.feature_cashback_hint") },
    { name: "max", label: "feature_cashback_max", hint: undefined },
  ] as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, label, hint }) => (
        <Field key={name} label={t(`moderation.${label}`)} hint={hint} error={refusal?.fault(`cashback_${name}`)}>
          {(ids) => (
            <Input
              {...ids}
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              className="max-w-32"
              value={typed[name]}
              onChange={(event) =>
                /^\d{0,5}(\.\d{0,2})?$/.test(event.target.value) && onTyped({ ...typed, [name]: event.target.value })
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}
