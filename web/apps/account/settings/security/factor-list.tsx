/** Each way to confirm with its state: the password, passkeys, the app, and codes that are sent. */
import type { ReactNode } from "react";
import type { TwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { deviceText } from "#sdk/words/device-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { bell, chat, lock, send, shieldCheck, user } from "#ui/icons/shapes.ts";
import { Rows } from "#ui/rows.tsx";
import { mayGetCodes } from "./add/codes.tsx";

export const CHANNELS = ["sms", "push", "telegram", "email"] as const;
type Channel = (typeof CHANNELS)[number];
const SHAPES: Record<Channel, string> = { sms: chat, push: bell, telegram: chat, email: send };
const ON = 1;

export type Factor = { readonly id: string; readonly name: string };

export const isOn = ({ channels }: TwoFactor, channel: Channel) =>
  channels[channel].state === ON && channels[channel].addedAt !== null;

export const hasFactor = (known: TwoFactor) =>
  known.passkeys.length > 0 || known.authenticator !== null || CHANNELS.some((channel) => isOn(known, channel));

type Act = "password" | "passkey" | "app" | Channel;
type Props = {
  readonly known: TwoFactor;
  readonly onAct: (act: Act) => void;
  readonly onRemove: (factor: Factor) => void;
};

export function FactorList({ known, onAct, onRemove }: Props) {
  const t = useT();
  const { passkeys, authenticator } = known;
  const app = { id: "authenticator", name: t("account.security.app") };
  return (
    <Rows>
      <Row shape={lock} name={t("account.security.password")} isOn text={t("account.security.password_text")}>
        <Act
          label={t("account.password.button")}
          text={t("account.security.change")}
          onPress={() => onAct("password")}
        />
      </Row>
      <Row
        shape={shieldCheck}
        name={t("account.security.passkeys")}
        isOn={passkeys.length > 0}
        text={passkeys.length > 0 ? null : t("account.security.passkeys_text")}
        below={
          passkeys.length > 0 && (
            <ul className="grid gap-1">
              {passkeys.map((factor) => (
                <li key={factor.id} className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
                  <span className="grid min-w-0">
                    <bdi className="font-medium break-words">{factor.name}</bdi>
                    <Since at={factor.addedAt} />
                  </span>
                  <Remove factor={factor} onRemove={onRemove} />
                </li>
              ))}
            </ul>
          )
        }
      >
        <Act
          label={t("account.security.add_passkey")}
          text={t("account.security.add")}
          onPress={() => onAct("passkey")}
        />
      </Row>
      <Row
        shape={user}
        name={app.name}
        isOn={authenticator !== null}
        text={authenticator ? <Since at={authenticator.addedAt} /> : t("account.security.app_text")}
      >
        {authenticator ? (
          <Remove factor={app} onRemove={onRemove} />
        ) : (
          <Act label={t("account.security.add_app")} text={t("account.security.set_up")} onPress={() => onAct("app")} />
        )}
      </Row>
      {CHANNELS.filter((one) => one !== "telegram" || known.takesTelegram || isOn(known, one)).map((channel) => (
        <ChannelRow key={channel} {...{ channel, known, onAct, onRemove }} />
      ))}
    </Rows>
  );
}

function ChannelRow({ channel, known, onAct, onRemove }: Props & { channel: Channel }) {
  const t = useT();
  const { addedAt } = known.channels[channel];
  const name = t(`account.security.${channel}`);
  const isHere = isOn(known, channel);
  const at =
    channel === "push" ? known.receivers.filter((one) => one.getsCodes).map((one) => deviceText(t, one.device)) : [];
  const isMore = isHere && channel === "push" && mayGetCodes(known).length > 0;
  return (
    <Row
      shape={SHAPES[channel]}
      name={name}
      isOn={isHere}
      text={
        isHere && addedAt ? (
          <>
            <Since at={addedAt} />
            {channel === "telegram" && !known.takesTelegram && (
              <span className="block">{t("account.security.telegram_away")}</span>
            )}
            {at.length > 0 && (
              <span className="block">{t("account.security.push_names", { names: at.join(", ") })}</span>
            )}
          </>
        ) : null
      }
    >
      {(!isHere || isMore) && (
        <Act
          label={t(isMore ? "account.security.add_push_more" : `account.security.add_${channel}`)}
          text={t(isMore ? "account.security.add_push_more" : "account.security.get_codes")}
          onPress={() => onAct(channel)}
        />
      )}
      {isHere && <Remove factor={{ id: channel, name }} onRemove={onRemove} />}
    </Row>
  );
}

type RowProps = {
  readonly shape: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly text: ReactNode;
  readonly below?: ReactNode;
  readonly children: ReactNode;
};

function Row({ shape, name, isOn: isHere, text, below, children }: RowProps) {
  const t = useT();
  return (
    <li className="grid gap-2 py-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Icon shape={shape} size={20} className={isHere ? "text-good" : "text-muted"} />
        <div className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-2 text-sm">
            <span className="font-medium">{name}</span>
            <Badge tone={isHere ? "good" : "neutral"}>
              {t(isHere ? "account.security.on" : "account.security.off")}
            </Badge>
          </span>
          {text && <span className="text-xs text-muted">{text}</span>}
        </div>
        <span className="col-start-2 flex flex-wrap gap-1 sm:col-start-3">{children}</span>
      </div>
      {below && <div className="ps-8">{below}</div>}
    </li>
  );
}

function Since({ at }: { at: string }) {
  const t = useT();
  return (
    <span className="text-xs text-muted">
      {t("account.security.added")} <LocalTime at={at} dateOnly />
    </span>
  );
}

function Act({ label, text, onPress }: { label: string; text: string; onPress: () => void }) {
  return (
    <Button look="secondary" size="sm" aria-label={label} onClick={onPress}>
      {text}
    </Button>
  );
}

function Remove({ factor, onRemove }: { factor: Factor; onRemove: (factor: Factor) => void }) {
  const t = useT();
  return (
    <Button
      look="quiet"
      size="sm"
      aria-label={t("account.security.remove_title", { name: factor.name })}
      onClick={() => onRemove(factor)}
    >
      {t("account.security.remove")}
    </Button>
  );
}
