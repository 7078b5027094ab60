/** Features an offer for some days, with a reason for the record: one that is named by its link, or one of the queue. */
import { type ReactNode, useState } from "react";
import type { JudgedOffer } from "#contract/market/offers/moderation.ts";
import { FEATURED_DAYS_MAX, MODERATION_REASON_MAX } from "#contract/market/offers/moderation-names.ts";
import { hasLetters, isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { CountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, TextArea } from "#ui/forms/input.tsx";
import { namedOffer } from "./named-offer.ts";

type Feature = { readonly id: string; readonly days: number; readonly why: string };

const LEAST = 3;

/** A form's request with its refusal. `fields` are those that it shows. */
function useFeature(fields: readonly string[], onDone: () => void) {
  const page = usePage();
  return useAction(
    async ({ id, days, why }: Feature) => {
      const { featureOffer } = await import("#contract/market/offers/moderation.ts");
      await page.call(featureOffer, { params: { id }, body: { days, reason: why } });
      page.toast("success", page.t("moderation.done_feature"));
      onDone();
    },
    { fields },
  );
}

/** For an offer that is in no queue. */
export function FeatureCard({ most, onDone }: { readonly most: number; readonly onDone: () => void }) {
  const t = useT();
  const [named, setNamed] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [round, setRound] = useState(0);
  const feature = useFeature(["id", "days", "reason"], () => {
    setNamed("");
    setRound(round + 1);
    onDone();
  });
  const ask = (days: number, why: string) => {
    const id = namedOffer(named);
    setWrong(!id);
    if (id) void feature.run({ id, days, why });
  };
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4" data-feature>
      <div className="grid gap-1">
        <h2 className="font-semibold">{t("moderation.feature_title")}</h2>
        <p className="text-sm text-muted">{t("moderation.feature_lead")}</p>
      </div>
      <FeatureForm key={round} feature={feature} most={most} isNamed={!isBlank(named)} onAsk={ask}>
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

type DialogProps = {
  readonly row: JudgedOffer;
  readonly most: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function FeatureDialog({ row, most, onDone, onClose }: DialogProps) {
  const t = useT();
  const feature = useFeature(["days", "reason"], () => {
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
        feature={feature}
        most={most}
        isNamed
        onAsk={(days, why) => void feature.run({ id: row.hash, days, why })}
      >
        <p className="text-sm text-muted">{t("moderation.feature_lead")}</p>
      </FeatureForm>
    </Dialog>
  );
}

type FormProps = {
  readonly feature: ReturnType<typeof useFeature>;
  /** Days, by the settings. */
  readonly most: number;
  readonly isNamed: boolean;
  readonly onAsk: (days: number, why: string) => void;
  /** Content before the field of days. */
  readonly children: ReactNode;
};

function FeatureForm({ feature, most, isNamed, onAsk, children }: FormProps) {
  const t = useT();
  const [days, setDays] = useState("7");
  const [reason, setReason] = useState("");
  const why = trimmed(reason);
  const isWhole = isNamed && Number(days) >= 1 && Number(days) <= FEATURED_DAYS_MAX && hasLetters(why, LEAST);
  return (
    <Form noValidate className="grid gap-4" onSubmit={() => isWhole && onAsk(Number(days), why)}>
      {children}
      <Field
        label={t("moderation.feature_days")}
        hint={t("moderation.feature_days_hint", { count: most })}
        error={feature.refusal?.fault("days")}
      >
        {(ids) => (
          <CountInput {...ids} className="max-w-48" value={days} onValue={setDays} range={[1, FEATURED_DAYS_MAX]} />
        )}
      </Field>
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
