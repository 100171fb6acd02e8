import { useTranslation } from "react-i18next";

import { Badge } from "#src/components/Badge.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { ListBody } from "#src/components/ListBody.tsx";
import { Section } from "#src/components/Section.tsx";
import { fairness } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import styles from "./SendRecordDetails.module.css";

interface FairnessCheckProps {
  envelopeId: string;
  commitment: string;
}

/** The draw's commitment and, once the envelope has ended, the check of the draw against it in this browser. */
export function FairnessCheck({ envelopeId, commitment }: FairnessCheckProps) {
  const { t } = useTranslation();
  const list = useList(fairness, { envelopeId });
  const [draw] = list?.view.items ?? [];
  const failures = draw?.failures ?? null;
  return (
    <Section title={t("envelope:fairness.title")} footer={t("envelope:fairness.text")}>
      <Cell title={t("envelope:fairness.commitment")} subtitle={<span className={styles.hash}>{commitment}</span>} />
      <ListBody list={list} empty={null}>
        {failures === null ? (
          <Cell title={t("envelope:fairness.pending")} />
        ) : (
          <Cell
            title={t("envelope:fairness.verdict")}
            after={
              <Badge tone={failures.length === 0 ? "good" : "bad"}>
                {t(failures.length === 0 ? "envelope:fairness.true" : `envelope:fairness.broken.${failures[0]}`)}
              </Badge>
            }
          />
        )}
      </ListBody>
    </Section>
  );
}
