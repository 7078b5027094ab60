/** The ways to confirm with their state, when they are asked for, and what helps when they are lost. */
import { useState } from "react";
import type { SettingsSecurityProps } from "#contract/people/pages.ts";
import type { TwoFactor, TwoFactorWithCodes } from "#contract/people/sign-in/two-factor.ts";
import { HoldNotice } from "#widgets/hold-notice.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { putQuery } from "#sdk/calls/queries.ts";
import { TWO_FACTOR, useTwoFactor } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AddCodes } from "./add/codes.tsx";
import { AddApp } from "./add/app.tsx";
import { AddPasskey } from "./add/passkey.tsx";
import { ChangePassword } from "./change-password.tsx";
import { type Factor, FactorList, hasFactor } from "./factor-list.tsx";
import { FactorOptions } from "./factor-options.tsx";
import { MakeCodes, ShownCodes } from "./recovery-codes.tsx";
import { SecurityQuestions } from "./security-questions.tsx";
import { RemoveFactor } from "./remove-factor.tsx";
import { SettingsCard } from "../settings-card.tsx";

type Asking =
  | {
      readonly act:
        | "passkey"
        | "app"
        | "password"
        | "sms"
        | "push"
        | "telegram"
        | "email"
        | "codes"
        | "uses"
        | "questions"
        | "no_questions";
    }
  /** Just made. */
  | { readonly act: "shown_codes"; readonly codes: readonly string[] }
  | { readonly act: "remove"; readonly factor: Factor };

export function SecurityCard({ holdHours }: Pick<SettingsSecurityProps, "holdHours">) {
  const t = useT();
  const page = usePage();
  const { data, error } = useTwoFactor();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const changed = (now: TwoFactor | TwoFactorWithCodes, said: string) => {
    putQuery<TwoFactor>(page, TWO_FACTOR, now);
    page.toast("success", said);
    const codes = "recoveryCodes" in now ? now.recoveryCodes : null;
    setAsking(codes ? { act: "shown_codes", codes } : null);
  };
  return (
    <SettingsCard title={t("account.security.title")} lead={t("account.security.lead")}>
      {error && <Alert kind="danger">{error.message}</Alert>}
      {!data && !error && <Spinner />}
      {data && (
        <>
          {!hasFactor(data) && <Alert kind="warning">{t("account.security.none")}</Alert>}
          <HoldNotice until={data.heldUntil} />
          <FactorList
            known={data}
            onAct={(act) => setAsking({ act })}
            onRemove={(factor) => setAsking({ act: "remove", factor })}
          />
          {data.uses.login.type !== "none" && (
            <SecondSteps
              known={data}
              onUses={() => setAsking({ act: "uses" })}
              onCodes={() => setAsking({ act: "codes" })}
              onQuestions={(act) => setAsking({ act })}
            />
          )}
          {asking?.act === "uses" && <FactorOptions known={data} onDone={changed} onClose={close} />}
          {(asking?.act === "questions" || asking?.act === "no_questions") && (
            <SecurityQuestions
              known={data}
              isRemoving={asking.act === "no_questions"}
              onDone={changed}
              onClose={close}
            />
          )}
          {asking?.act === "codes" && <MakeCodes onClose={close} />}
          {asking?.act === "shown_codes" && <ShownCodes codes={asking.codes} onClose={close} />}
          {asking?.act === "passkey" && (
            <AddPasskey known={data} holdHours={holdHours.newFactor} onDone={changed} onClose={close} />
          )}
          {asking?.act === "app" && <AddApp holdHours={holdHours.newFactor} onDone={changed} onClose={close} />}
          {(asking?.act === "sms" ||
            asking?.act === "push" ||
            asking?.act === "telegram" ||
            asking?.act === "email") && (
            <AddCodes type={asking.act} known={data} holdHours={holdHours.newFactor} onDone={changed} onClose={close} />
          )}
          {asking?.act === "password" && <ChangePassword holdHours={holdHours.newPassword} onClose={close} />}
          {asking?.act === "remove" && (
            <RemoveFactor factor={asking.factor} holdHours={holdHours.lostFactor} onDone={changed} onClose={close} />
          )}
        </>
      )}
    </SettingsCard>
  );
}

const ON = 1;
const USES = ["login", "release", "sendout"] as const;

/** The actions that require the factors, and the alternatives to a factor. */
type Acts = {
  readonly known: TwoFactor;
  readonly onUses: () => void;
  readonly onCodes: () => void;
  readonly onQuestions: (act: "questions" | "no_questions") => void;
};

function SecondSteps({ known, onUses, onCodes, onQuestions }: Acts) {
  const t = useT();
  const page = usePage();
  const asked = USES.filter((use) => known.uses[use].state === ON).map((use) => t(`account.security.uses.${use}`));
  const left = known.recoveryCodesLeft;
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0">
          <span className="font-medium">{t("account.security.uses.title")}</span>
          <span className="text-xs text-muted">
            {asked.length > 0 ? asked.join(" · ") : t("account.security.uses.nowhere")}
          </span>
        </div>
        <Button look="quiet" size="sm" onClick={onUses}>
          {t("account.security.uses.dialog")}
        </Button>
      </div>
      <Questions isSet={known.questions.length > 0} onAct={onQuestions} />
      <LinkButton look="quiet" size="sm" className="justify-self-start" href={page.href("accountSignIns", undefined)}>
        {t("account.security.approve")}
      </LinkButton>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0">
          <span className="font-medium">{t("account.security.codes.title")}</span>
          <span className="text-xs text-muted">
            {left === null ? t("account.security.codes.none") : t("account.security.codes.left", { left })}
          </span>
        </div>
        <Button look="quiet" size="sm" onClick={onCodes}>
          {t("account.security.codes.make")}
        </Button>
      </div>
    </div>
  );
}

function Questions({ isSet, onAct }: { isSet: boolean; onAct: Acts["onQuestions"] }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="grid min-w-0">
        <span className="font-medium">{t("account.security.questions.title")}</span>
        <span className="text-xs text-muted">
          {t(isSet ? "account.security.questions.set" : "account.security.questions.none")}
        </span>
      </div>
      <span className="flex flex-wrap gap-1">
        <Button look="quiet" size="sm" onClick={() => onAct("questions")}>
          {t(isSet ? "account.security.questions.change" : "account.security.questions.make")}
        </Button>
        {isSet && (
          <Button look="quiet" size="sm" onClick={() => onAct("no_questions")}>
            {t("account.security.questions.remove")}
          </Button>
        )}
      </span>
    </div>
  );
}
