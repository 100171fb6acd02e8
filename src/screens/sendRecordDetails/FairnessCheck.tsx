import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { fairnessFlow } from "#src/adapters/actors/fairness.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./FairnessCheck.module.css";

interface FairnessCheckProps {
  envelopeId: string;
  commitment: string;
  drawRule: components["schemas"]["DrawRule"];
}

/** The draw's commitment and, once the envelope has ended, the check of the draw against it in this browser. */
export function FairnessCheck({ envelopeId, commitment, drawRule }: FairnessCheckProps) {
  const { t } = useTranslation();
  const flow = useFlow(fairnessFlow, { input: { params: { envelopeId } }, open: { type: "resource.load" } });
  const failures = flow?.view.value?.failures ?? null;
  const [failure] = failures ?? [];
  const tone = failures === null ? "plain" : failure === undefined ? "good" : "bad";
  return (
    <Section isPadded title={t("envelope:fairness.title")}>
      <div className={styles.check}>
        <Seal icon="shield" tone={tone} sizePx={44} />
        <div className={styles.words}>
          {flow === null || flow.view.status === "loading" ? (
            <Skeleton shape="cards" rows={1} rowHeightPx={24} />
          ) : flow.view.status === "failed" ? (
            <LoadFailure failure={flow.view} send={flow.send} />
          ) : failures === null ? (
            <p className={styles.pending}>{t("envelope:fairness.pending")}</p>
          ) : (
            <p className={styles.verdict}>
              <span>{t("envelope:fairness.verdict")}</span>
              {failure === undefined ? (
                <Badge tone="good" icon="check">
                  {t("envelope:fairness.true")}
                </Badge>
              ) : (
                <Badge tone="bad" icon="cross">
                  {t(`envelope:fairness.broken.${failure}`)}
                </Badge>
              )}
            </p>
          )}
          <p className={styles.text}>
            {t(drawRule === "together" ? "envelope:fairness.togetherText" : "envelope:fairness.text")}
          </p>
        </div>
      </div>
      <div className={styles.commitment}>
        <p className={styles.text}>{t("envelope:fairness.commitment")}</p>
        <p className={styles.hash}>
          <Address address={commitment} />
        </p>
        <CopyButton text={commitment} labelKey="envelope:fairness.copy" />
      </div>
    </Section>
  );
}
