/** An appeal against a decided dispute: requesting it, its status, and deciding it as another moderator. */
import { useState } from "react";
import type { Upload } from "#contract/market/trades/chat.ts";
import type { DisputeView } from "#contract/market/disputes/disputes.ts";
import { EVIDENCE_TEXT } from "#contract/market/disputes/evidence-names.ts";
import { type CryptoCode, CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { CaseReason } from "#widgets/case-reason.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { AppealDecision } from "./appeal-decision.tsx";
import { EvidenceFiles, FileLink } from "./evidence-files.tsx";

const APPEAL_MIN = 10;

type Props = {
  hash: string;
  crypto: CryptoCode;
  appeal: DisputeView["appeal"];
  onChange: (dispute: DisputeView) => void;
};

export function AppealSection({ hash, crypto, appeal, onChange }: Props) {
  const t = useT();
  const session = useSession();
  const isStaff = (session?.roles.length ?? 0) > 0;
  const { state, until, made, madeByOther } = appeal;
  return (
    <>
      {[made, madeByOther].map(
        (one) => one && <Made key={one.caseNumber} crypto={crypto} made={one} isStaff={isStaff} onChange={onChange} />,
      )}
      {state === "expired" && <p className="text-sm text-muted">{t("room.appeal.expired")}</p>}
      {state === "available" && until && <AppealForm hash={hash} until={until} onChange={onChange} />}
    </>
  );
}

function AppealForm({ hash, until, onChange }: Pick<Props, "hash" | "onChange"> & { until: string }) {
  const t = useT();
  const page = usePage();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly Upload[]>([]);
  const send = useAction(
    async (words: string) => {
      const { appealDispute } = await import("#contract/market/disputes/appeals.ts");
      const body = { text: words, upload_ids: files.map(({ id }) => id) };
      const { data } = await page.call(appealDispute, { params: { id: hash }, body });
      onChange(data);
      page.toast("success", t("room.appeal.sent"));
    },
    { fields: ["text"] },
  );
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-sm">
        {t("room.appeal.may")} <LocalTime at={until} />
      </p>
      {isOpen ? (
        <Form className="grid gap-3" onSubmit={() => void send.run(trimmed(text))}>
          <Field label={t("room.appeal.words")} hint={t("room.appeal.words_hint")} error={send.refusal?.fault("text")}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                maxLength={EVIDENCE_TEXT.max}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <EvidenceFiles files={files} onFiles={setFiles} />
          {send.refusal && !send.refusal.fault("text") && <Alert kind="danger">{send.refusal.message}</Alert>}
          <Button
            type="submit"
            isBusy={send.isRunning}
            disabled={!hasLetters(text, APPEAL_MIN) || files.length === 0}
            className="justify-self-start"
          >
            {t("room.appeal.send")}
          </Button>
        </Form>
      ) : (
        <Button look="secondary" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          {t("room.appeal.open")}
        </Button>
      )}
    </div>
  );
}

type MadeProps = {
  crypto: CryptoCode;
  made: NonNullable<DisputeView["appeal"]["made"]>;
  isStaff: boolean;
  onChange: (dispute: DisputeView) => void;
};

function Made({ crypto, made, isStaff, onChange }: MadeProps) {
  const t = useT();
  const page = usePage();
  const worth = made.compensation && `${cryptoText(page.locale, made.compensation, crypto)} ${crypto}`;
  return (
    <section className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 className="font-semibold">{t(`room.appeal.by.${made.by}`)}</h3>
      <p className="text-muted">
        {t("room.appeal.case")} <bdi className="font-medium text-ink">{made.caseNumber}</bdi> ·{" "}
        <LocalTime at={made.at} />
      </p>
      {made.text && (
        <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          {made.text}
        </p>
      )}
      {made.files.map((file) => (
        <FileLink key={file.url} href={file.url}>
          {file.name}
        </FileLink>
      ))}
      {made.outcome === null ? (
        <p>
          {t(made.isTaken ? "room.appeal.taken" : "room.appeal.waiting")} <LocalTime at={made.dueAt} />
        </p>
      ) : (
        <Alert
          kind={made.outcome === "overturned" ? "success" : "info"}
          title={t(`room.appeal.outcome.${made.outcome}`)}
        >
          {made.answer && <p dir="auto">{made.answer}</p>}
          {worth && <p>{t(made.isPaid ? "room.appeal.paid" : "room.appeal.owed", { amount: worth })}</p>}
        </Alert>
      )}
      {isStaff && made.outcome === null && !made.isTaken && (
        <TakeAppeal caseNumber={made.caseNumber} onChange={onChange} />
      )}
      {made.mayDecide && (
        <AppealDecision
          caseNumber={made.caseNumber}
          crypto={crypto}
          most={displayFromUnits(BigInt(made.mostUnits), CRYPTO[crypto].digits)}
          onChange={onChange}
        />
      )}
    </section>
  );
}

function TakeAppeal({ caseNumber, onChange }: { caseNumber: string; onChange: (dispute: DisputeView) => void }) {
  const t = useT();
  const page = usePage();
  const [isAsking, setAsking] = useState(false);
  const take = async (reason: string) => {
    const { takeDisputeAppeal } = await import("#contract/market/disputes/appeals.ts");
    const { data } = await page.call(takeDisputeAppeal, { params: { id: caseNumber }, body: { reason } });
    onChange(data);
  };
  return (
    <>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        {t("room.appeal.take")}
      </Button>
      {isAsking && <CaseReason onOpen={take} onClose={() => setAsking(false)} />}
    </>
  );
}
