import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";

import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { MainAction } from "#src/components/MainAction.tsx";
import { Outcome } from "#src/components/Outcome.tsx";
import { OUTCOME_LOOKS } from "#src/components/outcomeLooks.ts";
import { Screen } from "#src/components/Screen.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

import styles from "./StatePage.module.css";

const KINDS = ["payment", "binding", "claim"] as const;
const OUTCOMES = ["success", "failed", "cancelled", "timedOut"] as const;
const NEXT_PATHS = {
  payment: "/sendRecord?tab=sent",
  binding: "/addWallet",
  claim: "/sendRecord?tab=received",
} as const;

/** `/statePage?kind=payment|binding|claim&outcome=success|failed|cancelled|timedOut`: how something ended. Words only: it decides nothing. */
export function StatePage() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const kind = KINDS.find((value) => value === search.get("kind"));
  const outcome = OUTCOMES.find((value) => value === search.get("outcome"));
  const isKnown = kind !== undefined && outcome !== undefined;
  const home = (
    <ButtonLink to={HOME_PATH} variant={isKnown ? "plain" : "primary"}>
      {t("app:error.home")}
    </ButtonLink>
  );
  return (
    <Screen
      title={t("envelope:outcome.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        isKnown && (
          <MainAction
            actions={[{ event: { type: "ui.next" }, labelKey: `envelope:outcome.${kind}.next`, enabled: true }]}
            type="ui.next"
            send={() => {
              void navigate(NEXT_PATHS[kind]);
            }}
          />
        )
      }
    >
      {isKnown ? (
        <div className={styles.middle}>
          <Outcome {...OUTCOME_LOOKS[outcome]} title={t(`envelope:outcome.${kind}.${outcome}`)}>
            {home}
          </Outcome>
        </div>
      ) : (
        <Empty isPage title={t("app:error.notFound")} text={t("app:error.notFoundText")} action={home} />
      )}
    </Screen>
  );
}
