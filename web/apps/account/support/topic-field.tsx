/** The topic of a ticket. */
import { SUPPORT_TOPICS, type SupportTopic } from "#contract/reach/support/names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";

type Props = {
  readonly topic: SupportTopic | "";
  readonly onChange: (topic: SupportTopic | "") => void;
};

export function TopicField({ topic, onChange }: Props) {
  const t = useT();
  return (
    <Field label={t("support.form.topic")}>
      {(ids) => (
        <Select
          {...ids}
          required
          value={topic}
          onChange={({ target }) => onChange(SUPPORT_TOPICS.find((one) => one === target.value) ?? "")}
        >
          <option value="">{t("support.form.topic_choose")}</option>
          {SUPPORT_TOPICS.map((one) => (
            <option key={one} value={one}>
              {t(`support.topic.${one}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
