import { useTranslation } from "react-i18next";

import { DRAW_WINDOWS_S } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";

import styles from "./SendForm.module.css";

/** How a lucky draw is drawn, and what that leaves open. */
export function DrawFields({ view: { draft }, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { drawRule, drawWindowS, claimRule } = draft;
  return (
    <Section isPadded>
      <Segmented
        label={t("envelope:draw.title")}
        value={drawRule}
        options={[
          { value: "instant", label: t("envelope:draw.instant") },
          { value: "together", label: t("envelope:draw.together") },
        ]}
        onChange={(chosen) => send({ type: "ui.chooseDraw", drawRule: chosen })}
      />
      {drawRule === "together" && (
        <Segmented
          label={t("envelope:draw.windowTitle")}
          value={String(drawWindowS)}
          options={DRAW_WINDOWS_S.map((windowS) => ({
            value: String(windowS),
            label: t(`envelope:draw.window.${windowS}`),
          }))}
          onChange={(chosen) => {
            const windowS = DRAW_WINDOWS_S.find((candidate) => String(candidate) === chosen);
            if (windowS !== undefined) send({ type: "ui.chooseWindow", windowS });
          }}
        />
      )}
      <p className={styles.hint}>
        {t(drawRule === "instant" ? "envelope:draw.instantHint" : `envelope:draw.${claimRule}Hint`)}
      </p>
    </Section>
  );
}
