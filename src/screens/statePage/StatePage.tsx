import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";

import { Empty } from "#src/components/Empty.tsx";
import { ErrorState } from "#src/components/ErrorState.tsx";
import { MainAction } from "#src/components/MainAction.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";

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
  const title = t("envelope:outcome.title");
  if (kind === undefined || outcome === undefined) {
    return (
      <Screen title={title} onBack={goBack} backLabel={t("app:back")}>
        <ErrorState title={t("app:error.notFound")} text={t("app:error.notFoundText")} />
      </Screen>
    );
  }
  const text = t(`envelope:outcome.${kind}.${outcome}`);
  return (
    <Screen
      title={title}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        <MainAction
          actions={[{ event: { type: "ui.next" }, labelKey: `envelope:outcome.${kind}.next`, enabled: true }]}
          type="ui.next"
          send={() => {
            void navigate(NEXT_PATHS[kind]);
          }}
        />
      }
    >
      {outcome === "success" ? <Empty title={text} /> : <ErrorState title={text} />}
    </Screen>
  );
}
