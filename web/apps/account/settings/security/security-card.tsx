/** Second factors: passkeys, an authenticator app, codes by text and email; adding and removing them. */
import { useState } from "react";
import type { SettingsPageProps } from "#contract/people/pages.ts";
import type { TwoFactor, TwoFactorWithCodes } from "#contract/people/two-factor.ts";
import { HoldNotice } from "#widgets/hold-notice.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { putQuery } from "#sdk/calls/queries.ts";
import { TWO_FACTOR, useTwoFactor } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AddCodes, mayGetCodes } from "./add-codes.tsx";
import { AddApp } from "./add-app.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { ChangePassword } from "./change-password.tsx";
import { FactorOptions } from "./factor-options.tsx";
import { MakeCodes, ShownCodes } from "./recovery-codes.tsx";
import { SecurityQuestions } from "./security-questions.tsx";
import { RemoveFactor } from "./remove-factor.tsx";
import { SettingsCard } from "../settings-card.tsx";

const CHANNELS = ["sms", "push", "email"] as const;
const ON = 1;

type Factor = {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  /** Of codes by push the browsers that get them. */
  readonly at?: string;
};
type Asking =
  | {
      readonly act:
        | "passkey"
        | "app"
        | "password"
        | "sms"
        | "push"
        | "email"
        | "codes"
        | "uses"
        | "questions"
        | "no_questions";
    }
  /** Just made. */
  | { readonly act: "shown_codes"; readonly codes: readonly string[] }
  | { readonly act: "remove"; readonly factor: Factor };

export function SecurityCard({ holdHours }: Pick<SettingsPageProps, "holdHours">) {
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
          <Factors
            factors={factorsOf(data, {
              app: t("account.security.app"),
              sms: t("account.security.sms"),
              push: t("account.security.push"),
              email: t("account.security.email"),
            })}
            onRemove={(factor) => setAsking({ act: "remove", factor })}
          />
          <HoldNotice until={data.heldUntil} />
          <div className="flex flex-wrap gap-2">
            <Button look="secondary" onClick={() => setAsking({ act: "passkey" })}>
              {t("account.security.add_passkey")}
            </Button>
            {!data.authenticator && (
              <Button look="secondary" onClick={() => setAsking({ act: "app" })}>
                {t("account.security.add_app")}
              </Button>
            )}
            {CHANNELS.filter((channel) => !isOn(data, channel) || hasMore(data, channel)).map((channel) => (
              <Button key={channel} look="secondary" onClick={() => setAsking({ act: channel })}>
                {t(isOn(data, channel) ? "account.security.add_push_more" : `account.security.add_${channel}`)}
              </Button>
            ))}
            <Button look="secondary" onClick={() => setAsking({ act: "password" })}>
              {t("account.password.button")}
            </Button>
          </div>
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
          {(asking?.act === "sms" || asking?.act === "push" || asking?.act === "email") && (
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

type Channel = (typeof CHANNELS)[number];

const isOn = ({ channels }: TwoFactor, channel: Channel) =>
  channels[channel].state === ON && channels[channel].addedAt !== null;

/** Another browser or phone can be given codes as well. */
const hasMore = (known: TwoFactor, channel: Channel) => channel === "push" && mayGetCodes(known).length > 0;

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

type Names = Readonly<Record<"app" | "sms" | "push" | "email", string>>;

function factorsOf({ passkeys, authenticator, channels, receivers }: TwoFactor, names: Names): readonly Factor[] {
  const app = authenticator ? [{ id: "authenticator", name: names.app, addedAt: authenticator.addedAt }] : [];
  const codes = CHANNELS.flatMap((id) => {
    const { state, addedAt } = channels[id];
    const at = id === "push" ? receivers.filter((one) => one.getsCodes).map((one) => one.device) : [];
    return state === ON && addedAt ? [{ id, name: names[id], addedAt, at: at.join(", ") }] : [];
  });
  return [...passkeys, ...app, ...codes];
}

function Factors({ factors, onRemove }: { factors: readonly Factor[]; onRemove: (factor: Factor) => void }) {
  const t = useT();
  if (factors.length === 0) return <p className="text-sm text-muted">{t("account.security.none")}</p>;
  return (
    <ul className="grid divide-y divide-line">
      {factors.map((factor) => (
        <li key={factor.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span className="grid min-w-0 text-sm">
            <bdi className="font-medium break-words">{factor.name}</bdi>
            <span className="text-xs text-muted">
              {t("account.security.added")} <LocalTime at={factor.addedAt} dateOnly />
            </span>
            {factor.at && (
              <span className="text-xs text-muted">{t("account.security.push_names", { names: factor.at })}</span>
            )}
          </span>
          <Button look="quiet" size="sm" onClick={() => onRemove(factor)}>
            {t("account.security.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
