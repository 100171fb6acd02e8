import { useTranslation } from "react-i18next";

import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";

/** What to do about fakes. */
export function Tips() {
  const { t } = useTranslation();
  return (
    <Section title={t("safety:tips.title")}>
      <Cell before={<Icon name="key" />} title={t("safety:tips.keys")} />
      <Cell before={<Icon name="wallet" />} title={t("safety:tips.pay")} />
      <Cell before={<Icon name="cross" />} title={t("safety:tips.block")} />
    </Section>
  );
}
