import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

import { OrderState } from "./OrderState.tsx";

/** `/statePage?orderId=`: the result or the progress of a payment. The server decides; the address only names the order. */
export function StatePage() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const orderId = search.get("orderId");
  return (
    <Screen
      title={t("envelope:outcome.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        orderId !== null && (
          <MainAction
            actions={[{ event: { type: "ui.next" }, labelKey: "envelope:outcome.next", enabled: true }]}
            type="ui.next"
            send={() => {
              void navigate("/sendRecord?tab=sent");
            }}
          />
        )
      }
    >
      {orderId === null ? (
        <Empty
          isPage
          title={t("app:error.notFound")}
          text={t("app:error.notFoundText")}
          action={<ButtonLink to={HOME_PATH}>{t("app:error.home")}</ButtonLink>}
        />
      ) : (
        <OrderState key={orderId} orderId={orderId} />
      )}
    </Screen>
  );
}
