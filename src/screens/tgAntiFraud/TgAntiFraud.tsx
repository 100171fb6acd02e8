import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { antiFraudFlow } from "#src/adapters/actors/antiFraud.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import { AccountCheck } from "./AccountCheck.tsx";
import { CheckActions } from "./CheckActions.tsx";
import { Tips } from "./Tips.tsx";

/** `/tgAntiFraud`: what is known of a messenger account, and the report of a fake. */
export function TgAntiFraud() {
  const { t } = useTranslation();
  const goBack = useGoBack("/user");
  const flow = useFlow(antiFraudFlow, { input: undefined });
  return (
    <Screen
      title={t("safety:title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={flow !== null && <CheckActions {...flow} />}
    >
      {flow !== null && <AccountCheck {...flow} />}
      <Tips />
    </Screen>
  );
}
